// ProjectOptions: what is read, and how, for every command that reads a project.
//
//   check src docs --exclude build/ --jobs 4
//   ─→ {paths: {"src", "docs"}, paths_named: true, selection: {exclude: {"build/"}}, jobs: 4}
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "analyzer/base/budget.h"
#include "analyzer/base/run_cost.h"
#include "analyzer/model/access.h"
#include "analyzer/tree/dependency_tracker.h"

namespace flagcensus {

class CommandApp;

// Texts that replace the contents of files: unsaved files of an editor, standard input. By the
// absolute path of the file, which need not exist.
using Overlays = std::map<std::string, std::shared_ptr<const std::string>, std::less<>>;

// The files below the paths.
struct FileSelection {
  std::vector<std::string> exclude;
  bool no_ignore = false;
  bool hidden = false;
  bool vendored = false;
};

// The pages of the project.
struct PageSelection {
  std::vector<std::string> catalog;  // pages that document the variables; empty: search for them
  bool catalog_named = false;     // on the command line: texts elsewhere are then reported as well
  std::vector<std::string> also;  // pages in addition to those that are found
  // The page that the run rewrites, and also reads; "" if there is none.
  std::string target;
};

// Which configuration applies.
struct ConfigSelection {
  std::string file;  // "": search for one, upwards from the first path
  std::string from;  // search from here instead; "": from the first path
  bool off = false;  // --no-config
};

// The time and the memory are for the whole run.
struct RunLimits {
  uint64_t file_bytes = uint64_t{4} << 20;
  double seconds = RunBudget::kSeconds;
  uint64_t memory = RunBudget::kBytes;
};

// Messages beside the result.
struct MessageOptions {
  bool verbose = false;
  bool strict = false;
  bool quiet = false;  // no progress, no remarks
};

// libclang, for C and C++.
struct ClangSelection {
  bool used = true;
  std::vector<std::string> compile_commands;  // --compile-commands; empty: search for them
};

// Filled by the options of a command, then completed by FinishProject and the configuration.
// Members below `cost` are set by the program and not by options.
struct ProjectOptions {
  std::vector<std::string> paths;   // PATH..., the root if none is passed
  bool paths_named = false;         // `paths` come from the command line
  std::string home;                 // the project's folder, if it is one of several
  std::vector<std::string> beside;  // names of the folders of the others
  PageSelection pages;
  std::string root = ".";  // the folder that printed paths are relative to
  ConfigSelection config;
  FileSelection selection;
  std::vector<Language> languages;   // in addition to Python, C and the configuration's
  std::vector<std::string> outputs;  // files that the run writes, absolute: they are not input
  bool code_only = false;            // pages and files of other languages are not read
  bool pages_suffice = false;        // a tree with pages and without sources is enough
  bool third_party = false;          // values are followed; comments in the tree accept nothing
  RunLimits limits;
  unsigned jobs = 0;  // 0: all cores
  MessageOptions messages;
  ClangSelection clang;
  Overlays overlays;
  // Receives the dependencies of the answer; null: not tracked.
  std::shared_ptr<DependencyTracker> dependencies;
  // Receives the costs for --stats; null: not measured.
  std::shared_ptr<RunCost> cost;
};

// PATH, and which files are read, in which languages, within which limits.
void AddPaths(CommandApp& command, ProjectOptions& options);
// Parts of AddPaths. --jobs, --exclude, --hidden, --vendored:
void AddSelection(CommandApp& command, ProjectOptions& options);
// --max-file-size, --max-seconds, --max-memory:
void AddBudget(CommandApp& command, ProjectOptions& options);

// --compile-commands, --no-clang.
void AddClang(CommandApp& command, ProjectOptions& options);
// --catalog.
void AddCatalog(CommandApp& command, ProjectOptions& options);
// --config, --no-config.
void AddConfig(CommandApp& command, ProjectOptions& options);
// --root, --verbose, --strict.
void AddRun(CommandApp& command, ProjectOptions& options);
// --stats.
void AddStats(CommandApp& command, ProjectOptions& options);

}  // namespace flagcensus
