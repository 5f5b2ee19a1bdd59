// What a project's build files state: its name, what it installs, what only builds it.
//
//   [project]
//   name = "App-Server"                      names {"app-server"}
//   scripts = {app = "app.cli:main"}         programs {"app/cli"}
//   [tool.setuptools]
//   packages = ["app"]                       packages {"app"}
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Paths are relative to the manifest's folder, with '/', without a trailing one, and never lead out
// of it.
struct Manifest {
  std::vector<std::string> names;     // of the project, in lower case: "app-server"
  std::vector<std::string> packages;  // installed folders: "src/app"
  std::vector<std::string> programs;  // modules that installed commands call: "app/cli"
  std::vector<std::string> scripts;   // files that are installed unchanged as commands: "app-run"
  std::vector<std::string> hooks;     // files and folders that the build runs: "tools/version.py"
  std::vector<std::string> modules;   // installed single modules: "app"
  std::vector<std::string> imports;   // what setup.py imports, by first name: "build_helpers"
};

// Whether a file of that name describes the project: pyproject.toml, setup.cfg, setup.py,
// CMakeLists.txt, meson.build, configure.ac.
bool IsManifest(std::string_view file_name);

// Adds the statements of `text`, a file with such a name, to `manifest`. A broken file, which may
// be hostile, adds only a diagnostic. `shown`: the file as the user sees it.
void ReadManifest(std::string_view file_name, std::string_view text, const std::string& shown,
                  Manifest* manifest, std::vector<Diagnostic>* diagnostics);

// The parts of ReadManifest for formats other than TOML (build_script.cc, setup_script.cc).
void ReadSetupCfg(std::string_view text, Manifest* manifest);
void ReadSetupScript(std::string_view text, Manifest* manifest);
void ReadBuildName(std::string_view file_name, std::string_view text, Manifest* manifest);

// "./src/app/" ─→ "src/app"; "" for a path that leads out or is invalid.
std::string PathInside(std::string_view path);
// "app.cli:main" ─→ "app/cli"; "" if it is not a module.
std::string ModulePath(std::string_view dotted);

}  // namespace flagcensus
