// The steps that the commands run, with their inputs and outputs. Each returns values; printing is
// the job of print.h and of the commands.
//
//   Result<Config> config = LoadConfig(options);
//   Tree tree = WalkProject(options, config.value());
//   RunBudget budget;
//   Result<Comparison> compared = Compare(tree, options, config.value(), budget);
//   compared.value().findings
//
// A Workspace (workspace.h) runs these steps for one project and remembers what is needed to repeat
// them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/catalog/catalog.h"
#include "analyzer/config/config.h"
#include "analyzer/config/finding_options.h"
#include "analyzer/config/given_files.h"
#include "analyzer/config/project_options.h"
#include "analyzer/join/changes.h"
#include "analyzer/join/join.h"
#include "analyzer/link/census.h"
#include "analyzer/model/inventory.h"
#include "analyzer/model/surface.h"
#include "analyzer/pipeline/pages.h"
#include "analyzer/report/report.h"
#include "analyzer/review/accept.h"
#include "analyzer/rules/ownership.h"
#include "analyzer/rules/rule.h"
#include "analyzer/tree/git_repository.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// load.cc
// The configuration for the options: the named file, the nearest one upwards from the first PATH,
// or none. An unknown rule in it is an error with its position.
Result<Config> LoadConfig(const ProjectOptions& options);
// What is wrong with the rules that the options name; nullopt if all of them exist.
std::optional<std::string> UnknownRule(const FindingOptions& options);
// "did you mean 'unused'?", or where to find the rules: for a name that is not a rule.
std::string SuggestRule(std::string_view name);
// Sets the paths of the configuration if the command line names none. Returns why that fails, or
// nullopt.
std::optional<std::string> TakePaths(const Config& config, ProjectOptions& options);
Tree WalkProject(const ProjectOptions& options, const Config& config);
// Why there is nothing to do; nullopt if there is a file to read.
std::optional<std::string> NothingToRead(const Tree& tree, const ProjectOptions& options);

// code.cc
// The code side: the results from tokens and Python's syntax, then those of libclang.
// rows_unmatched.cc: a diagnostic for each entry of the configuration itself (not of what it
// extends) that produced none of `accesses`; none if only a part of the project was read.
std::vector<Diagnostic> UnmatchedRows(const ProjectOptions& options, const Config& config,
                                      const std::vector<Access>& accesses);
Census ReadCode(const Tree& tree, const ProjectOptions& options, const Config& config,
                RunBudget& budget);

// named_files.cc
// The entries of `catalog FILE...`. If the files are in the repository of options.root, costs a
// scan of it for the names that its code accesses.
Catalog ReadNamedFiles(const ProjectOptions& options, const Config& config, RunBudget& budget);

// compare.cc
// Unresolved accesses in sources that the configuration does not allow, as listed by
// unresolved-name and counted by --max-unresolved. They point into `census`.
std::vector<const Access*> UnresolvedInSources(const Census& census, const Config& config);
// The owner of each variable. Reads the tree's manifests for the project's name.
Ownership FindOwners(const Tree& tree, const std::vector<Flag>& flags, const Config& config);
// Sets `passages` and `signs` of the flags that the code touches and no entry documents.
void FindDocumentation(const Tree& tree, const Catalog& catalog, const ProjectOptions& options,
                       std::vector<Flag>& flags);
// Which findings are reported; empty sets do not filter.
struct FindingFilter {
  std::set<std::pair<std::string, std::string>> before;  // rule and fingerprint: excluded
  std::set<std::string> concerning;                      // only findings in these files, as shown
};

// surfaces.cc
// The files that give variables values, and the variables set there that no code accesses.
struct SurfaceSide {
  std::vector<Surface> surfaces;
  std::vector<Flag> unread;  // sorted by name; see RuleInput::unread
};
// Reads them, and searches all other files that are neither pages nor surfaces for the names that
// none of `flags` accesses; sets `given` of both. If there is no surface, it only compares the
// names of the files.
SurfaceSide FindSurfaces(const Tree& tree, const Catalog& catalog, const ProjectOptions& options,
                         const Config& config, std::vector<Flag>& flags,
                         std::vector<Diagnostic>& diagnostics);
// The surfaces with the first entry of the configuration that matches each.
std::vector<JudgedSurface> JudgedSurfaces(const std::vector<Surface>& surfaces,
                                          const Config& config);

// Both sides, and their differences. Pointers between members stay valid if the whole is moved.
struct Comparison {
  Census census;
  Catalog catalog;
  std::vector<Flag> flags;
  Ownership ownership;
  std::vector<Entry> shown;  // values that pages set for containers, FindShownSettings
  std::map<std::string, std::vector<ComparedValue>, std::less<>> compared;
  SurfaceSide surfaces;
  std::vector<Entry> aside;             // see ReadBothSides
  std::vector<Finding> findings;        // those that the project does not accept, sorted
  std::vector<InventoryRow> inventory;  // sorted; only rows about the files of the filter
  Accepted accepted;
  std::string baseline;                 // the file that accepted some; "" if there is none
  std::vector<Diagnostic> diagnostics;  // of the comparison itself
  Coverage coverage;
  FindingFixes fixes;  // see FindFixes
};
// ReadBothSides runs all steps above in order. The result has the flags and everything known about
// each, but no findings. A named page that cannot be read is an error. Entries for which `aside` is
// true are not compared: they are moved to `aside` of the result. `code`: the result of ReadCode;
// nullptr: it is computed.
using IsAside = std::function<bool(const Entry& entry)>;

Result<Comparison> ReadBothSides(const Tree& tree, const ProjectOptions& options,
                                 const Config& config, RunBudget& budget,
                                 const IsAside& aside = nullptr, const Census* code = nullptr);
// How much of the tree was read, and which entries of the pages were not compared.
Coverage FindCoverage(const Tree& tree, const Comparison& comparison, const Config& config);
// The input of the rules; points into `comparison`.
RuleInput RuleInputOf(const Comparison& comparison, const ProjectOptions& options,
                      const Config& config);
// Both sides, then the rules, then what the project accepts. An invalid baseline is an error, too.
// `only`: which findings are reported.
Result<Comparison> Compare(const Tree& tree, const ProjectOptions& options, const Config& config,
                           RunBudget& budget, const FindingOptions& findings = {},
                           const FindingFilter& only = {});

// other_language_mentions.cc
// Sets what other files reveal about the flags that the code never touches. Files that could not be
// read are added to `diagnostics`. `most`: the number of places for a name that only occurs.
inline constexpr size_t kPlacesShown = 5;  // more places give no new information
void FindElsewhere(const Tree& tree, const Catalog& catalog, unsigned jobs,
                   std::vector<Flag>& flags, std::vector<Diagnostic>& diagnostics,
                   size_t most = kPlacesShown);

// accept.cc
// Comments of the tree and the baseline, for the rules that the options and the configuration
// enable.
Result<Acceptance> ReadAcceptance(const Tree& tree, const ProjectOptions& options,
                                  const FindingOptions& findings, const Config& config,
                                  std::vector<Diagnostic>& diagnostics);

// selected_files.cc
// If the user names files, the project around them is read: `options.paths` is set to it, and only
// findings about those files are reported. `changed`: the files that git lists as changed. Returns
// why that cannot be done; nullopt if it is done or not requested.
std::optional<std::string> SelectFiles(const GivenFiles& files, bool changed,
                                       ProjectOptions& options, FindingFilter& only);

// revisions.cc
// The files of a revision, in a temporary directory owned by this.
struct Revision {
  std::unique_ptr<TemporaryFolder> folder;
  std::string root;  // of the repository, absolute
  std::string copy;  // where its files are now
};
// The findings of the revision of --since, which are not reported again. `copies`: the revisions
// that were written to disk, for the next project of the same repository.
Result<FindingFilter> LoadBaselineRevision(const ProjectOptions& options,
                                           const FindingOptions& findings, FindingFilter only,
                                           std::vector<std::shared_ptr<const Revision>>& copies,
                                           RunBudget& budget);

// read_bytes.cc
// Reads a page's bytes unchanged.
Result<std::string> ReadBytes(const std::string& path);

}  // namespace flagcensus
