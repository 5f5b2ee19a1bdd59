// The published identity of a project: its name and version, as stated in its manifest.
//
//   package.json {"name": "@types/node", "version": "20.1.0"}
//       ─→  type npm, group @types, base node; pkg:npm/%40types/node@20.1.0
//
// Among several manifests, the metadata that a registry's tools wrote into a package is preferred
// (Debian's control, a gem's metadata, METADATA, PKG-INFO), then the manifests at the top of the
// tree. A manifest below the top names a part of the project and is ignored.
#pragma once

#include <string>
#include <vector>

#include "analyzer/archive/archive.h"
#include "analyzer/model/finding.h"
#include "analyzer/model/place.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

struct ProjectIdentity {
  std::string name;     // "requests", "@types/node", "symfony/console"; "": no manifest states one
  std::string version;  // "": not stated
  std::string type;     // of a package URL: "pypi", "npm"; "": the manifest has no registry
  std::string group;    // namespace of a package URL: "@types", "symfony", "org.slf4j", "debian"
  std::string base;     // the name without the group
  std::string architecture;  // of a Debian package: "amd64"
  Place place;               // where the name is stated
};

// The identity of `tree`. `packaged`: metadata next to the files of a package, "control" of a .deb
// and "metadata" of a .gem. `archive`: the name of the archive with the tree, "" if there is none;
// its extension decides between manifests. Reads at most two dozen files of at most 1 MiB. If a
// manifest is malformed, too large or without a usable name, a diagnostic of kind "manifest" is
// added and the next manifest is tried.
ProjectIdentity FindIdentity(const Tree& tree, const std::vector<MemoryFile>& packaged,
                             std::string_view archive, std::vector<Diagnostic>* diagnostics);

// The identity in `text`, a manifest with the name `file` (its base name, "control" or "metadata").
// `error` and `line`: what is wrong with it, and where. For files that ReadManifest does not
// support.
ProjectIdentity ReadPackageMetadata(std::string_view file, std::string_view text,
                                    std::string* error, int* line);

// The package URL (purl-spec 1.0), "pkg:npm/%40types/node@20.1.0"; "" if the type is not known, or
// if it requires a namespace that is not known.
std::string PackageUrl(const ProjectIdentity& identity);

}  // namespace flagcensus
