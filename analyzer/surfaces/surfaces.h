// Surfaces: the files of a tree that give variables values, read with the place of each line.
//
//   docker-compose.yml      services: {web: {build: ., environment: [APP_PORT=80]}}
//   ─→ Surface{kCompose, programs: [web, built], settings: [APP_PORT = 80, line 4]}
//
// Nothing is rendered, expanded or run. A newcomer who adds a kind of file writes a reader in a
// file of its own (reading.h), names the files in kinds.cc, and adds the kind in model/surface.h.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/model/surface.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// The kind of surface that a file is by its path; for YAML whose name says nothing, also by its
// text; nullopt if it is none. `charts`: the folders that hold a Chart.yaml, each with its `/`.
// Costs no more than a search of the text for a few words.
std::optional<SurfaceKind> SurfaceKindOf(std::string_view path, std::string_view text,
                                         const std::vector<std::string_view>& charts);

// Whether a file may be one at all: by its name alone.
bool MayBeSurface(std::string_view path);

// The files that may stand for `file`, which each user has to make: `.env.example` for `.env`.
std::vector<std::string> SamplesOf(const std::string& file);

// Reads `text`, whose lines and columns the result has from 1 (columns in bytes). Whatever cannot
// be read is added to `diagnostics` with its place; what comes before it counts. Linear in the size
// of the text, with a bound on what aliases of YAML may repeat. `subcharts`: the keys of a chart's
// values under which those of other charts stand: they are not read.
Surface ReadSurface(std::string_view file, SurfaceKind kind, std::string_view text,
                    std::vector<Diagnostic>& diagnostics,
                    const std::vector<std::string>& subcharts = {});

// "../app/.env" from "deploy/" as "app/.env"; "" if it leads out of the tree, is absolute, or is
// computed.
std::string PathFromFolder(std::string_view folder, std::string_view path);

// The kind that the user gives a file; nullopt: none.
using KindGiven = std::function<std::optional<SurfaceKind>(const std::string& path)>;

// All surfaces of the tree that set anything, in the order of its files. Costs a read of the files
// that may be one, in a repeated check of those that have changed.
std::vector<Surface> ReadSurfaces(const Tree& tree, const KindGiven& given, unsigned jobs,
                                  std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
