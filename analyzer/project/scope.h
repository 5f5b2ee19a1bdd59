// The scope of each file, by the names of its folders, Python packages, build files and contents.
//
//   tests/test_a.py ─→ kTest     examples/a.py ─→ kExample     src/app/a.py ─→ kSrc
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/access.h"
#include "analyzer/model/finding.h"
#include "analyzer/project/scope.h"
#include "analyzer/project/scope_rules.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// The scope of a file if only its path below the PATH argument is known. queries/scopes.toml is the
// table; scope.h adds what a whole tree shows. A path does not show whether the file is run as a
// script; the census lowers such files to kScript.
Scope ScopeOf(std::string_view path_below_argument);

// Sets the scope of each file by queries/scopes.toml. `tree`: everything below one PATH. Costs some
// comparisons per file, and a read of the files that names alone do not decide.
void ReportScopes(unsigned jobs, Tree* tree);

// The steps; paths are below the PATH, a folder's with a trailing '/', "" for the top.

// The statements of all manifests of the tree.
struct ProjectParts {
  std::set<std::string> names;     // of projects, in lower case
  std::set<std::string> packages;  // folders
  std::set<std::string> programs;  // files that installed commands and containers start in
  std::map<std::string, std::string, std::less<>> started;  // of these: by which Dockerfile
  std::set<std::string> hooks;  // files and folders that only the build runs
  std::map<std::string, std::set<std::string>> build_modules;  // name → files setup.py imports
};
// project_parts.cc. A broken manifest is a diagnostic.
ProjectParts FindProjectParts(const Tree& tree, std::vector<Diagnostic>* diagnostics);

// started.cc. The files that containers and Procfiles start, each with the file that starts it.
std::map<std::string, std::string, std::less<>> FindStarted(const Tree& tree);

// Sets of entries are bit masks, by index into ScopeRules::rows.
struct ScopeFolder {
  bool init = false;        // it has an __init__.py
  bool package = false;     // its contents are installed
  bool project = false;     // a project begins here
  bool has_tests = false;   // it contains a file with a test's name
  uint64_t holds = 0;       // entries whose `holds` matches a file below
  uint64_t rows = 0;        // entries that apply to the files in it
  uint64_t rows_below = 0;  // entries that apply to the folders in it
  uint64_t run = 0;         // entries that apply to files that are run, here and below
  uint64_t own = 0;         // entries that match its own name
};
using ScopeFolders = std::map<std::string, ScopeFolder, std::less<>>;

// scope_folders.cc. `used`: folders that sources import, for entries with `imported = false`.
ScopeFolders DescribeFolders(const Tree& tree, const ScopeRules& rules, const ProjectParts& parts,
                             const std::set<std::string>& used);

// Whether a script builds and installs the package for its users, by its path: setup.py.
bool IsInstallScript(std::string_view path);

// "a/b/c.py" ─→ "a/b/"
std::string_view FolderOf(std::string_view path);

// scope_contents.cc
// Whether a Python source is a script: a #! line, or a `__main__` guard.
bool IsRun(std::string_view text);
// Whether a source imports or includes a test framework at its top level.
bool ImportsTests(std::string_view text, FileKind kind, const ScopeRules& rules);
// Whether a Python source imports a task runner (invoke) at its top level.
bool ImportsTasks(std::string_view text, const ScopeRules& rules);
// Whether a Python source is a setup.py, under any name.
bool IsSetupScript(std::string_view text, const ScopeRules& rules);
// The names of folders and modules that other sources of that scope import or include. For each
// name, sources that are in or below `paths[name]`, or for which helps(name, path) is true, do not
// count.
std::set<std::string> FindImported(
    const Tree& tree, const std::map<std::string, std::set<std::string>>& paths, Scope scope,
    unsigned jobs,
    const std::function<bool(const std::string& name, std::string_view path)>& helps);

}  // namespace flagcensus
