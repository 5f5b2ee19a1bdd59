// The names of a project from its own files: manifests (pyproject.toml, setup.cfg, setup.py,
// CMakeLists.txt, configure.ac, meson.build, ...) and the folders of its Python packages.
//
//   pyproject.toml: name = "scikit-learn"; sklearn/__init__.py
//       ─→  "scikit-learn", declared; "sklearn", not declared
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/model/place.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

struct ProjectName {
  std::string name;      // as spelled there: "scikit-learn"
  Place place;           // where; for a package its __init__.py, with line 0
  bool declared = true;  // by a manifest; false: only the name of a package's folder
};

struct ProjectNames {
  std::vector<ProjectName> names;  // without duplicates, manifests first, each group in path order
  std::vector<Diagnostic> diagnostics;  // unreadable manifests, of kind "manifest"
};

// The names of the project in `tree`. A manifest or a package below the top counts if a large share
// of the sources is below it, so bundled code contributes no names. Reads at most a few dozen
// small files; broken ones are diagnostics.
ProjectNames ReadProjectNames(const Tree& tree);

// The content of one manifest; `file` is its base name, as "setup.cfg".
struct ManifestName {
  std::string name;          // "" if it is not stated or computed
  int line = 0;              // of the name, or of the error
  std::string error;         // why it could not be read
  std::string version = {};  // "" if it is not stated or computed
  std::string group = {};    // package.json: the scope of the name, "@types"
  bool is_private = false;   // package.json: not published
};
ManifestName ReadManifest(std::string_view file, std::string_view text);

// Whether `text` looks like a version: it contains a digit, and only characters that registries
// use.
bool IsVersionText(std::string_view text);

// Whether a file of that base name is a manifest.
bool StatesProjectName(std::string_view file);

}  // namespace flagcensus
