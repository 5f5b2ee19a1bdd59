// Surfaces: the files of a tree that give variables values, read with the place of each line.
//
//   docker-compose.yml      services: {web: {build: ., environment: [APP_PORT=80]}}
//   ─→ Surface{kCompose, programs: [web, built], settings: [APP_PORT = 80, line 4]}
//
// Nothing is rendered, expanded or run. To add a kind of file, write a reader in a new file
// (reading.h), name the files in kinds.cc, and add the kind in model/surface.h.
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

// The kind of surface that a file is: by its path, and for YAML with an unspecific name also by its
// text; nullopt if it is not a surface. `charts`: the folders with a Chart.yaml, each with its `/`.
// Costs no more than a search of the text for a few words.
std::optional<SurfaceKind> SurfaceKindOf(std::string_view path, std::string_view text,
                                         const std::vector<std::string_view>& charts);

// Whether a file may be a surface, by its path alone.
bool MayBeSurface(std::string_view path);

// The files that may represent `file`, which each user has to create: `.env.example` for `.env`.
std::vector<std::string> SamplesOf(const std::string& file);

// Reads `text`. Lines and columns of the result are 1-based (columns in bytes). What cannot be read
// is added to `diagnostics` with its place; the part before it counts. Linear in the size of the
// text, with a bound on the repetitions by aliases of YAML. `subcharts`: the keys of a chart's
// values below which are the values of other charts: they are not read.
Surface ReadSurface(std::string_view file, SurfaceKind kind, std::string_view text,
                    std::vector<Diagnostic>& diagnostics,
                    const std::vector<std::string>& subcharts = {});

// "../app/.env" from "deploy/" as "app/.env"; "" if it leads out of the tree, is absolute, or is
// computed.
std::string PathFromFolder(std::string_view folder, std::string_view path);

// The kind that the user configured for a file; nullopt if there is no configuration for it.
using KindGiven = std::function<std::optional<SurfaceKind>(const std::string& path)>;

// All surfaces of the tree that set anything, in the order of its files. Costs a read of the files
// that may be surfaces; in a repeated check, only of those that have changed.
std::vector<Surface> ReadSurfaces(const Tree& tree, const KindGiven& given, unsigned jobs,
                                  std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
