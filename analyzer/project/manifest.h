// What a project's build files say of its parts: its name, what it installs, what only builds it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Paths are relative to the manifest's folder, with '/', without one at their end; none leads out.
struct Manifest {
  std::vector<std::string> names;     // of the project, in small letters: "app-server"
  std::vector<std::string> packages;  // folders that are installed: "src/app"
  std::vector<std::string> programs;  // modules that installed commands call: "app/cli"
  std::vector<std::string> hooks;     // files and folders that the build runs: "tools/version.py"
  std::vector<std::string> modules;   // single modules that are installed: "app"
  std::vector<std::string> imports;   // what setup.py imports by its first name: "build_helpers"
};

// Whether a file of that name says something of the project: pyproject.toml, setup.cfg, setup.py,
// CMakeLists.txt, meson.build, configure.ac.
bool IsManifest(std::string_view file_name);

// Adds what `text`, a file of such a name, says to `manifest`. One that is broken says nothing and
// gives a diagnostic: it may be hostile. `shown`: the file as the user sees it.
void ReadManifest(std::string_view file_name, std::string_view text, const std::string& shown,
                  Manifest* manifest, std::vector<Diagnostic>* diagnostics);

// The parts of ReadManifest that are no TOML (build_script.cc).
void ReadSetupCfg(std::string_view text, Manifest* manifest);
void ReadSetupScript(std::string_view text, Manifest* manifest);
void ReadBuildName(std::string_view file_name, std::string_view text, Manifest* manifest);

// "./src/app/" ─→ "src/app"; "" for a path that leads out or is none.
std::string PathInside(std::string_view path);
// "app.cli:main" ─→ "app/cli"; "" where it is none.
std::string ModulePath(std::string_view dotted);

}  // namespace flagcensus
