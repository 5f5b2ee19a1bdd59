// Workspace: one project, with its settings, its files, the texts that take their place, and what
// was found in them.
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
#include "analyzer/pipeline/pipeline.h"
#include "analyzer/tree/step_memory.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Folders, absolute, each with a trailing '/'.
using Folders = std::set<std::string, std::less<>>;

// Removes what is in one of the folders from a tree whose paths are relative to `root`.
void RemoveFolders(const Folders& folders, const std::string& root, Tree& tree);

class Workspace {
 public:
  // `tree`: what WalkProject finds for the options and the configuration, without the files in
  // `without`, which are projects of their own.
  Workspace(ProjectOptions options, Config config, Tree tree, Folders without = {});

  // The project as revision `name` of its repository has it, with the settings of that revision.
  // Its files are in a temporary folder that the result owns. Fails if the options' first path is
  // in no repository, or the revision does not exist. Costs writing all files of the revision,
  // unless `copies` has them already, to which they are added.
  static Result<Workspace> AtRevision(const ProjectOptions& options, const std::string& name,
                                      std::vector<std::shared_ptr<const Revision>>& copies);

  const ProjectOptions& options() const { return options_; }
  const Config& config() const { return config_; }
  const Tree& tree() const { return tree_; }
  Tree& tree() { return tree_; }
  // What the last of the next three found; empty before.
  const Comparison& comparison() const { return *comparison_; }
  Comparison& comparison() { return *comparison_; }
  // The same, for readers that keep it while the next is computed: that is another object.
  std::shared_ptr<const Comparison> shared_comparison() const { return comparison_; }
  // The project's folder, as passed by the user or relative to the current folder.
  const std::string& folder() const { return options_.paths.front(); }

  // Reads the code alone: the accesses and the coverage.
  void ReadAccesses(RunBudget& budget);
  // Reads both sides, without findings. Returns what went wrong.
  std::optional<Error> ReadSides(RunBudget& budget);
  // The same for the page `target` that `docs` makes ("": none that exists), which is read whatever
  // it is called; `aside`: see ReadBothSides. Several calls read the code once, after KeepCode: a
  // copy of what was found costs each of them memory.
  std::optional<Error> ReadSidesFor(const std::string& target, const IsAside& aside,
                                    RunBudget& budget);
  void KeepCode() { keeps_code_ = true; }
  // Reads both sides and computes the findings. Returns what went wrong, or nullopt on success.
  std::optional<Error> Check(const FindingOptions& findings, const FindingFilter& only,
                             RunBudget& budget);

  // From the next check on, a check after an Update repeats only the steps that the changes
  // concern. Costs memory: the syntax of the Python files and the entries of the pages stay.
  void RememberSteps();
  // The same for one check: with the steps that the cache has, if it may be used; StoreSteps writes
  // what is new to it. Nothing that is only quick to make again stays in memory.
  void RememberSteps(const CacheOptions& cache);
  void StoreSteps();
  // Of the last checks: how many steps were asked for, and how many did not have to run.
  std::pair<size_t, size_t> steps() const;

  // Makes `text` the content of the file `path`, which need not exist; null: the file's own
  // content again. To be followed by Update({path}).
  void SetText(const std::string& path, std::shared_ptr<const std::string> text);
  // Takes over what changed in `paths`: new contents, new and removed files, settings; of a folder,
  // which files it has.
  // The comparison is the one from before until it is read again. Returns whether any of the paths
  // is an input of the project, or an error if the new configuration is invalid: then the old
  // settings apply. Costs a walk of the tree if a file was added or removed or a setting changed,
  // otherwise a read of each path.
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
  // What the steps of the last check found; null: nothing is remembered.
  std::shared_ptr<StepMemory> memory_;
  std::optional<StepStore> store_;
  // Of files that were updated, by absolute path: what of their contents decides on scopes.
  std::map<std::string, std::string> scope_lines_;
  std::shared_ptr<Comparison> comparison_ = std::make_shared<Comparison>();
  bool keeps_code_ = false;
  std::optional<Census> code_;  // what ReadCode found, if it is kept
  std::shared_ptr<const Revision> revision_;  // where its files are; null: on disk, as they are
};

}  // namespace flagcensus
