// ProjectOptions: what is read, and how, for every command that reads a project.
//
//   check src docs --exclude build/ --jobs 4
//   ─→ {paths: {"src", "docs"}, paths_named: true, exclude: {"build/"}, jobs: 4}
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

// Filled by the options of a command, then completed by FinishProject and the configuration.
// Members below `cost` are set by the program and not by options.
struct ProjectOptions {
  std::vector<std::string> paths;    // PATH..., the root if none is passed
  bool paths_named = false;          // `paths` come from the command line
  bool catalog_named = false;        // `catalog` too: texts elsewhere are then reported as well
  std::string home;                  // the project's folder, if it is one of several
  std::vector<std::string> beside;   // names of the folders of the others
  std::vector<std::string> catalog;  // pages that document the variables; empty: search for them
  std::vector<std::string> also;     // pages in addition to those that are found
  // The page that the run rewrites, and also reads; "" if there is none.
  std::string target;
  std::string root = ".";   // the folder that printed paths are relative to
  std::string config;       // "": search for one, upwards from the first path
  std::string config_from;  // search from here instead; "": from the first path
  bool no_config = false;
  std::vector<std::string> exclude;
  std::vector<Language> languages;  // in addition to Python, C and the configuration's
  bool no_ignore = false;
  bool hidden = false;
  bool vendored = false;
  std::vector<std::string> outputs;  // files that the run writes, absolute: they are not input
  bool code_only = false;            // pages and files of other languages are not read
  bool pages_suffice = false;        // a tree with pages and without sources is enough
  bool third_party = false;          // values are followed; comments in the tree accept nothing
  uint64_t max_file_bytes = uint64_t{4} << 20;
  double max_seconds = RunBudget::kSeconds;  // for the whole run, like the next one
  uint64_t max_memory = RunBudget::kBytes;
  unsigned jobs = 0;  // 0: all cores
  bool verbose = false;
  bool strict = false;
  bool quiet = false;                         // no progress, no remarks
  bool clang = true;                          // use libclang for C and C++
  std::vector<std::string> compile_commands;  // --compile-commands; empty: search for them
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
