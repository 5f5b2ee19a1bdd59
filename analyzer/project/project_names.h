// What a project calls itself, as its own files tell: manifests (pyproject.toml, setup.cfg,
// setup.py, CMakeLists.txt, configure.ac, meson.build, ...) and the folders of its Python packages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/model/place.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

struct ProjectName {
  std::string name;      // as it stands there: "scikit-learn"
  Place place;           // where; of a package its __init__.py, with line 0
  bool declared = true;  // by a manifest; false: it is only the name of a package's folder
};

struct ProjectNames {
  std::vector<ProjectName> names;       // each once, manifests first, each group in path order
  std::vector<Diagnostic> diagnostics;  // manifests that could not be read, of kind "manifest"
};

// The names of the project that `tree` is. A manifest or a package below the top counts where a
// good part of the sources lies below it, so that bundled code names nothing. Reads at most a few
// dozen small files; broken ones are diagnostics.
ProjectNames ReadProjectNames(const Tree& tree);

// What the text of one manifest tells; `file` is its base name, as "setup.cfg".
struct ManifestName {
  std::string name;          // "" where it tells none, or computes it
  int line = 0;              // of the name, or of the error
  std::string error;         // why it could not be read
  std::string version = {};  // "" if it states none, or computes it
  std::string group = {};    // package.json: the scope of the name, "@types"
  bool is_private = false;   // package.json: it is not published
};
ManifestName ReadManifest(std::string_view file, std::string_view text);

// Whether `text` looks like a version: it has a digit, and nothing that no registry's version has.
bool IsVersionText(std::string_view text);

// Whether a file of that base name is a manifest.
bool TellsProjectName(std::string_view file);

}  // namespace flagcensus
