// Workspace: one project with its settings, its files, the texts that replace files, and what was
// found in them.
//
//   Workspace project(options, config, WalkProject(options, config));
//   project.Check(findings, {}, budget);              // project.comparison().findings
//   project.SetText("app.py", text);                  // an unsaved editor buffer
//   project.Update({"app.py"});
//   project.Check(findings, {}, budget);              // repeats only what app.py concerns, if
//                                                     // RememberSteps was called
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/base/budget.h"
#include "analyzer/base/result.h"
#include "analyzer/cache/step_store.h"
#include "analyzer/config/config.h"
#include "analyzer/config/finding_options.h"
#include "analyzer/config/project_options.h"
#include "analyzer/pipeline/compare.h"
#include "analyzer/tree/step_memory.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

struct Revision;  // revisions.h

// Folders, absolute, each with a trailing '/'.
using Folders = std::set<std::string, std::less<>>;

// Removes what is in one of the folders from a tree with paths relative to `root`.
void RemoveFolders(const Folders& folders, const std::string& root, Tree& tree);

class Workspace {
 public:
  // `tree`: the result of WalkProject for the options and the configuration, without the files in
  // `without`, which belong to other projects.
  Workspace(ProjectOptions options, Config config, Tree tree, Folders without = {});

  // The project at revision `name` of its repository, with the settings of that revision. Its files
  // are in a temporary folder that the result owns. Fails if the options' first path is not in a
  // repository, or the revision does not exist. Costs writing all files of the revision, unless
  // `copies` already contains them; otherwise they are added to it.
  static Result<Workspace> AtRevision(const ProjectOptions& options, const std::string& name,
                                      std::vector<std::shared_ptr<const Revision>>& copies);

  const ProjectOptions& options() const { return options_; }
  const Config& config() const { return config_; }
  const Tree& tree() const { return tree_; }
  Tree& tree() { return tree_; }
  // The result of the latest of the next three calls; empty before.
  const Comparison& comparison() const { return *comparison_; }
  Comparison& comparison() { return *comparison_; }
  // The same, for readers that keep it while the next one is computed, which is a new object.
  std::shared_ptr<const Comparison> shared_comparison() const { return comparison_; }
  // The project's folder, as passed by the user or relative to the current folder.
  const std::string& folder() const { return options_.paths.front(); }

  // Reads the code alone: the accesses and the coverage.
  void ReadAccesses(RunBudget& budget);
  // Reads both sides, without findings. Returns what went wrong.
  std::optional<Error> ReadSides(RunBudget& budget);
  // The same for the page `target` that `docs` generates ("" if it does not exist), which is read
  // under any name. `aside`: see ReadBothSides. After KeepCode, several calls read the code only
  // once; each then costs the memory of a copy of the census.
  std::optional<Error> ReadSidesFor(const std::string& target, const IsAside& aside,
                                    RunBudget& budget);
  void KeepCode() { keeps_code_ = true; }
  // Reads both sides and computes the findings. Returns what went wrong, or nullopt on success.
  std::optional<Error> Check(const FindingOptions& findings, const FindingFilter& only,
                             RunBudget& budget);

  // From the next check on, a check after an Update repeats only the steps that the changes
  // concern. The first one begins with the steps that the cache has, if it may be used; StoreSteps
  // writes new ones to it. `in_memory`: for more than one check. Costs memory: the syntax of the
  // Python files and the entries of the pages are kept, too.
  void RememberSteps(const CacheOptions& cache, bool in_memory);
  // Writes new steps to the cache, unless the project has texts that are not saved.
  void StoreSteps();
  // For the last checks: the number of steps that were requested, and of those that did not have to
  // run.
  std::pair<size_t, size_t> steps() const;

  // Sets `text` as the content of the file `path`, which need not exist; null: the file's own
  // content again. To be followed by Update({path}).
  void SetText(const std::string& path, std::shared_ptr<const std::string> text);
  // Reads what changed in `paths`: new contents, new and removed files, settings, and for a folder
  // the set of its files. The comparison remains the previous one until the next check. Returns
  // whether any of the paths is an input of the project, or an error if the new configuration is
  // invalid: then the old settings apply. Costs a walk of the tree if a file was added or removed
  // or a setting changed, otherwise a read of each path.
  Result<bool> Update(const std::vector<std::string>& paths);

 private:
  std::optional<Error> WalkAgain();
  void LinkMemory();
  void WalkForScopes();
  bool MayTellScopes(const SourceFile& file);
  void NoteScopeLines(const SourceFile& file);

  ProjectOptions options_;
  Config config_;
  Tree tree_;
  Folders without_;
  // The results of the steps of the last check; null: nothing is remembered.
  std::shared_ptr<StepMemory> memory_;
  std::optional<StepStore> store_;
  // For files that were updated, by absolute path: the lines of their contents that decide on
  // scopes.
  std::map<std::string, std::string> scope_lines_;
  std::shared_ptr<Comparison> comparison_ = std::make_shared<Comparison>();
  bool keeps_code_ = false;
  std::optional<Census> code_;  // the result of ReadCode, if it is kept
  // Owns the copy of a revision; null if the files are those on disk.
  std::shared_ptr<const Revision> revision_;
};

}  // namespace flagcensus
