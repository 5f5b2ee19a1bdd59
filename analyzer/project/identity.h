// What a project is published as: its name and version, as its manifest states them.
//
// Of several manifests the metadata that a registry's tools wrote into a package counts first
// (Debian's control, a gem's metadata, METADATA, PKG-INFO), then the manifests at the top of the
// tree. A manifest below the top names a part of the project and is not looked at.
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
  std::string version;  // "": none is stated
  std::string type;     // of a package URL: "pypi", "npm"; "": the manifest is of no registry
  std::string group;    // namespace of a package URL: "@types", "symfony", "org.slf4j", "debian"
  std::string base;     // the name without the group
  std::string architecture;  // deb
  Place place;               // where the name is stated
};

// The identity of `tree`. `packaged`: metadata beside the files of a package, "control" of a .deb
// and "metadata" of a .gem. `archive`: the name of the archive that it is read from, whose ending
// decides between manifests; "" for none. Reads at most two dozen files of at most 1 MiB; what is
// broken, too large or states an unusable name is a diagnostic of kind "manifest", and the next
// manifest is tried.
ProjectIdentity FindIdentity(const Tree& tree, const std::vector<MemoryFile>& packaged,
                             std::string_view archive, std::vector<Diagnostic>* diagnostics);

// What `text`, a manifest that `file` (its base name, "control" or "metadata") names, states;
// `error` and `line`: what is wrong with it. For files that ReadManifest does not know.
ProjectIdentity ReadPackageMetadata(std::string_view file, std::string_view text,
                                    std::string* error, int* line);

// The package URL (purl-spec 1.0), "pkg:npm/%40types/node@20.1.0"; "" if the type is not known, or
// the type needs a namespace that is not known.
std::string PackageUrl(const ProjectIdentity& identity);

}  // namespace flagcensus
