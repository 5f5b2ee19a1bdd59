// Files below one PATH ─→ the scope of each.
//
//   1. by names: the rows of queries/scopes.toml, folder by folder, with Python's packages and the
//      build files;
//   2. by contents, if names are not certain: a script in a package that is run, a source beside
//      tests that imports a test framework;
//   3. by imports: a helper folder that the program imports is part of it, a module that only
//      setup.py imports is not.
//
// Imports can change the result of the first step, which then runs again.
#include "analyzer/project/scope.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "analyzer/base/parallel.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// What the steps share: the tree, the rules, and the facts about manifests and folders.
struct Reporter {
  Tree& tree;
  const ScopeRules& rules;
  unsigned jobs;
  ProjectParts parts;
  ScopeFolders folders;
};

// "src/app/a.py" ─→ "a.py"
std::string_view FileName(std::string_view path) { return path.substr(FolderOf(path).size()); }

// Whether the file has the name of the project itself: "sqlite3.c" in a project "sqlite". In any
// other project that file is a copy.
bool IsOwn(std::string_view name, const std::set<std::string>& projects) {
  const std::string small = ToLower(name);
  const std::string stem = small.substr(0, small.find_first_of("._"));
  return std::any_of(projects.begin(), projects.end(), [&](const std::string& project) {
    return project.find(stem) != std::string::npos || stem.find(project) != std::string::npos;
  });
}

// A name of a file applies outside of installed packages, unless its row says "any".
bool FileFits(const ScopeRow& row, std::string_view name, bool installed,
              const Reporter& reporter) {
  if (installed && row.package != InPackage::kAny) return false;
  return row.files.Has(name) && (row.own || !IsOwn(name, reporter.parts.names));
}

// Whether the folder is one of documentation, according to the rows after `from`.
bool IsOfManual(const ScopeFolder& folder, const Reporter& reporter, size_t from) {
  for (size_t i = from + 1; i < reporter.rules.rows.size(); ++i) {
    const bool here = (folder.rows & (uint64_t{1} << i)) != 0;
    if (here) return reporter.rules.rows[i].scope == Scope::kDocs;
  }
  return false;
}

// A hook is a file, or a folder with all files below it.
// "tools/build.py", or "tools/" with its '/' |
bool IsHook(std::string_view path, const std::set<std::string>& hooks) {
  return std::any_of(hooks.begin(), hooks.end(), [&](const std::string& hook) {
    return path == hook || (hook.ends_with('/') && path.starts_with(hook));
  });
}

// The scope by names alone. `*may_run`: it is kScript if the file turns out to be run directly.
Scope ByNames(const SourceFile& file, const Reporter& reporter, bool* may_run) {
  const std::string_view path = file.PathBelow();
  const std::string_view name = FileName(path);
  const ScopeFolder& folder = reporter.folders.find(FolderOf(path))->second;
  // A package's topmost folder may contain its setup.py; below it, setup.py is a module.
  const bool installed =
      folder.package && !path.substr(0, path.rfind('/') + 1).empty() &&
      reporter.folders.find(FolderOf(path.substr(0, path.rfind('/'))))->second.package;
  *may_run = false;
  for (size_t i = 0; i < reporter.rules.rows.size(); ++i) {
    const ScopeRow& row = reporter.rules.rows[i];
    const uint64_t bit = uint64_t{1} << i;
    const bool by_folder = (folder.rows & bit) != 0 && !(row.python && IsC(file.kind));
    // A manual page about a command that tests, "doc/tool-test.rst", is not a test.
    const bool manual = row.scope == Scope::kTest && file.kind == FileKind::kPage &&
                        IsOfManual(folder, reporter, i);
    if (by_folder || (!manual && FileFits(row, name, installed, reporter))) return row.scope;
    *may_run = *may_run || (folder.run & bit) != 0;
  }
  if (IsAskedLanguage(file.kind) && reporter.rules.asked_tests.Has(name)) return Scope::kTest;
  *may_run = *may_run && IsPythonSource(file.kind) &&
             reporter.parts.programs.count(std::string(path)) == 0;
  return IsHook(path, reporter.parts.hooks) ? Scope::kScript : Scope::kSrc;
}

// Reads the files with the indexes in `files` and calls read(file, text) for each.
// In parallel: `read` may only change its file. Unreadable and binary files keep their scope.
void ReadThose(const Reporter& reporter, const std::vector<size_t>& files,
               const std::function<void(SourceFile& file, std::string_view text)>& read) {
  const unsigned threads = ThreadCount(reporter.jobs);
  std::vector<std::string> buffers(threads);
  ParallelFor(files.size(), threads, [&](size_t i, unsigned thread) {
    SourceFile& file = reporter.tree.files[files[i]];
    std::string error;
    bool binary = false;
    if (!ReadWhole(file, &buffers[thread], &binary, &error) || binary) return;
    read(file, buffers[thread]);
  });
}

// A file that an image of the product starts is part of the product, in any folder:
// scripts/serve.py.
void RaiseStarted(Reporter& reporter) {
  std::set<std::string_view> of_product;
  for (const SourceFile& file : reporter.tree.files) {
    if (file.scope == Scope::kSrc) of_product.insert(file.PathBelow());
  }
  for (SourceFile& file : reporter.tree.files) {
    if (file.scope != Scope::kScript) continue;
    const auto at = reporter.parts.started.find(file.PathBelow());
    if (at != reporter.parts.started.end() && of_product.contains(at->second)) {
      file.scope = Scope::kSrc;
    }
  }
}

// Sets all scopes by names, then corrects them by the contents of the files that a rule is unsure
// of.
void ReportByNames(Reporter& reporter, const std::set<std::string>& used) {
  reporter.folders = DescribeFolders(reporter.tree, reporter.rules, reporter.parts, used);
  std::vector<size_t> may_run, may_test, may_build, may_task, may_be_shell;
  for (size_t i = 0; i < reporter.tree.files.size(); ++i) {
    SourceFile& file = reporter.tree.files[i];
    bool run = false;
    file.scope = ByNames(file, reporter, &run);
    file.started = reporter.parts.programs.count(std::string(file.PathBelow())) > 0;
    if (run) may_run.push_back(i);
    const bool source = IsPythonSource(file.kind) || IsC(file.kind);
    if (file.scope != Scope::kSrc) continue;
    if (reporter.rules.build_names.Has(FileName(file.PathBelow()))) may_build.push_back(i);
    if (reporter.rules.task_names.Has(FileName(file.PathBelow()))) may_task.push_back(i);
    if (!source || file.path.ends_with("__init__.py")) continue;
    const std::string_view folder = FolderOf(file.PathBelow());
    if (reporter.folders.find(folder)->second.has_tests) may_test.push_back(i);
  }
  RaiseStarted(reporter);
  for (size_t i = 0; i < reporter.tree.files.size(); ++i) {
    const SourceFile& file = reporter.tree.files[i];
    if (file.started && file.kind == FileKind::kOther && file.scope == Scope::kSrc) {
      may_be_shell.push_back(i);
    }
  }
  // A shell script that users start is a part of the program. It is read even if shell was not
  // requested.
  ReadThose(reporter, may_be_shell, [](SourceFile& file, std::string_view text) {
    const std::vector<Language> shell = {Language::kShell};
    const FileKind kind = KindOfFirstLine(text, shell);
    if (kind == FileKind::kShell || file.path.ends_with(".sh")) file.kind = FileKind::kShell;
  });
  ReadThose(reporter, may_run, [](SourceFile& file, std::string_view text) {
    if (IsRun(text)) file.scope = Scope::kScript;
  });
  ReadThose(reporter, may_build, [&](SourceFile& file, std::string_view text) {
    if (IsSetupScript(text, reporter.rules)) file.scope = Scope::kScript;
  });
  ReadThose(reporter, may_task, [&](SourceFile& file, std::string_view text) {
    if (ImportsTasks(text, reporter.rules)) file.scope = Scope::kScript;
  });
  ReadThose(reporter, may_test, [&](SourceFile& file, std::string_view text) {
    if (ImportsTests(text, file.kind, reporter.rules)) file.scope = Scope::kTest;
  });
}

// The folders of rows that apply only if nothing imports them, by their last name.
// "helpers" ─→ {"helpers/", "app/helpers/"}: an import states the last name only
std::map<std::string, std::set<std::string>> HelperFolders(const Reporter& reporter) {
  std::map<std::string, std::set<std::string>> out;
  uint64_t helpers = 0;
  for (size_t i = 0; i < reporter.rules.rows.size(); ++i) {
    if (!reporter.rules.rows[i].imported) helpers |= uint64_t{1} << i;
  }
  for (const auto& [path, folder] : reporter.folders) {
    if ((folder.own & helpers) == 0) continue;
    const std::string_view whole = std::string_view(path).substr(0, path.size() - 1);
    out[std::string(FileName(whole))].insert(path);
  }
  return out;
}

// Whether a source is a build helper like the folder that it imports: it is beside the folder, and
// nothing shows that it is a program.
bool HelpsToBuild(const Reporter& reporter, const std::string& imported, std::string_view path,
                  const std::set<std::string>& folders) {
  const bool build = std::any_of(
      reporter.rules.rows.begin(), reporter.rules.rows.end(),
      [&](const ScopeRow& row) { return !row.beside && row.folders.Has(ToLower(imported)); });
  if (!build || reporter.rules.program_names.Has(FileName(path))) return false;
  if (reporter.parts.programs.count(std::string(path)) > 0) return false;
  return folders.count(std::string(FolderOf(path)) + imported + "/") > 0;
}

// Python files beside an installed package, which are not installed: helpers, unless something
// imports them. A name of [programs] is a program.
//
//   app/__init__.py, bench.py, serve.py    app is installed
//   app/main.py: "import serve"            bench.py is a script, serve.py is a part of the program
std::map<std::string, std::string> LooseFiles(const Reporter& reporter) {
  std::map<std::string, std::string> out;
  if (reporter.parts.packages.empty()) return out;
  for (const SourceFile& file : reporter.tree.files) {
    const std::string path(file.PathBelow());
    if (file.scope != Scope::kSrc || !IsPythonSource(file.kind)) continue;
    if (path.find('/') != std::string::npos || reporter.parts.programs.count(path) > 0) continue;
    if (reporter.parts.packages.count("") > 0 || reporter.rules.program_names.Has(path)) continue;
    out[path.substr(0, path.rfind('.'))] = path;
  }
  return out;
}

}  // namespace

void ReportScopes(unsigned jobs, Tree* tree) {
  Reporter reporter{*tree, BuiltInScopeRules(), jobs, {}, {}};
  reporter.parts = FindProjectParts(*tree, &tree->diagnostics);
  ReportByNames(reporter, {});
  std::map<std::string, std::set<std::string>> names = HelperFolders(reporter);
  for (const auto& [name, files] : reporter.parts.build_modules) {
    names[name].insert(files.begin(), files.end());
  }
  const std::map<std::string, std::string> loose = LooseFiles(reporter);
  for (const auto& [name, file] : loose) names[name].insert(file);
  const std::set<std::string> imported = FindImported(
      *tree, names, Scope::kSrc, jobs, [&](const std::string& name, std::string_view path) {
        return HelpsToBuild(reporter, name, path, names.at(name));
      });
  std::set<std::string> used;
  for (const std::string& name : imported) used.insert(names[name].begin(), names[name].end());
  if (!used.empty()) ReportByNames(reporter, used);
  // Files that no installed source imports belong to the tests if a test imports them: a server
  // that they start.
  std::map<std::string, std::set<std::string>> unused;
  for (const auto& [name, file] : loose) {
    if (used.count(file) == 0) unused[name].insert(file);
  }
  const std::set<std::string> tested =
      FindImported(*tree, unused, Scope::kTest, jobs,
                   [](const std::string&, std::string_view) { return false; });
  for (SourceFile& file : tree->files) {
    if (file.scope != Scope::kSrc) continue;
    const std::string path(file.PathBelow());
    const std::string_view name = FileName(path);
    const std::string stem(name.substr(0, name.rfind('.')));
    const auto alone = loose.find(stem);
    if (alone != loose.end() && alone->second == path && used.count(path) == 0) {
      file.scope = tested.count(stem) > 0 ? Scope::kTest : Scope::kScript;
      continue;
    }
    const auto module = reporter.parts.build_modules.find(stem);
    if (module == reporter.parts.build_modules.end() || used.count(path) > 0) continue;
    if (module->second.count(path) > 0) file.scope = Scope::kScript;
  }
}

// A tree of this file alone: without manifests and other folders.
Scope ScopeOf(std::string_view path_below_argument) {
  Tree tree;
  SourceFile file;
  file.path = path_below_argument;
  file.below = file.path.size();
  file.kind = FileKindOf(file.path);
  tree.files.push_back(std::move(file));
  ReportScopes(1, &tree);
  return tree.files.front().scope;
}

}  // namespace flagcensus
