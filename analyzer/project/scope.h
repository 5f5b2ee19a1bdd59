// The part that each file plays: by its folders' names, Python's packages, build files, contents.
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

// The scope of a file whose path below the PATH argument is all that is known of it.
// queries/scopes.toml is the table; scope.h tells what a whole tree adds. Whether only its
// `__main__` runs cannot be told from a path; the census lowers it to kScript.
Scope ScopeOf(std::string_view path_below_argument);

// Gives each file its scope, as queries/scopes.toml says. `tree`: what stands below one PATH, with
// all of its files. Costs some comparisons a file, and a read of those whose contents decide.
void TellScopes(unsigned jobs, Tree* tree);

// The steps; paths are below the PATH, a folder's with '/' at its end, "" for the top.

// What all manifests of the tree say together.
struct ProjectParts {
  std::set<std::string> names;     // of projects, in small letters
  std::set<std::string> packages;  // folders
  std::set<std::string> programs;  // files that installed commands and containers start in
  std::set<std::string> hooks;     // files and folders that only the build runs
  std::map<std::string, std::set<std::string>> build_modules;  // name → files setup.py imports
};
// project_parts.cc. A broken manifest is a diagnostic.
ProjectParts FindProjectParts(const Tree& tree, std::vector<Diagnostic>* diagnostics);

// started.cc
std::set<std::string> FindStarted(const Tree& tree);

// Rows as bits, by index into ScopeRules::rows.
struct ScopeFolder {
  bool init = false;        // it has an __init__.py
  bool package = false;     // what stands in it is installed
  bool project = false;     // a project begins here
  bool has_tests = false;   // a file of a test's name stands in it
  uint64_t holds = 0;       // rows whose `holds` a file below meets
  uint64_t rows = 0;        // rows that hold for the files in it
  uint64_t rows_below = 0;  // and for the folders in it
  uint64_t run = 0;         // rows that hold for files that are run, here and below
  uint64_t own = 0;         // rows that its own name meets
};
using ScopeFolders = std::map<std::string, ScopeFolder, std::less<>>;

// scope_folders.cc. `used`: folders that sources import, for rows with `imported = false`.
ScopeFolders DescribeFolders(const Tree& tree, const ScopeRules& rules, const ProjectParts& parts,
                             const std::set<std::string>& used);

// "a/b/c.py" ─→ "a/b/"
std::string_view FolderOf(std::string_view path);

// scope_contents.cc
// Whether a Python source is run itself: a #! line, or a `__main__` guard.
bool IsRun(std::string_view text);
// Whether a source imports or includes a test framework at its top level.
bool ImportsTests(std::string_view text, FileKind kind, const ScopeRules& rules);
// Whether a Python source imports at its top level what runs a project's chores (invoke).
bool ImportsTasks(std::string_view text, const ScopeRules& rules);
// Whether a Python source is a setup.py, whatever it is called.
bool IsSetupScript(std::string_view text, const ScopeRules& rules);
// Which of the names of folders and modules other sources (scope src) import or include. A source
// below one of `paths[name]`, or that is one, does not count for that name, nor one for which
// helps(name, path) holds.
std::set<std::string> FindImported(
    const Tree& tree, const std::map<std::string, std::set<std::string>>& paths, unsigned jobs,
    const std::function<bool(const std::string& name, std::string_view path)>& helps);

}  // namespace flagcensus
