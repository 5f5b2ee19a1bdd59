// All steps of a check in order: a tree in, a Comparison out. Each step has a header of its own
// (load.h, code.h, pages.h, surfaces.h, accept.h, ...) and returns values; printing is the job of
// print.h and of the commands.
//
//   Result<Config> config = LoadConfig(options);              // load.h
//   Tree tree = WalkProject(options, config.value());
//   RunBudget budget;
//   Result<Comparison> compared = Compare(tree, options, config.value(), budget);
//   compared.value().findings
//
// A Workspace (workspace.h) runs these steps for one project and remembers what is needed to repeat
// them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/base/budget.h"
#include "analyzer/base/result.h"
#include "analyzer/config/config.h"
#include "analyzer/config/finding_options.h"
#include "analyzer/config/project_options.h"
#include "analyzer/evidence/compared_values.h"
#include "analyzer/model/census.h"
#include "analyzer/model/coverage.h"
#include "analyzer/model/entry.h"
#include "analyzer/model/finding.h"
#include "analyzer/model/flag.h"
#include "analyzer/model/inventory.h"
#include "analyzer/pipeline/pages.h"
#include "analyzer/pipeline/surfaces.h"
#include "analyzer/report/report.h"
#include "analyzer/review/accept.h"
#include "analyzer/rules/ownership.h"
#include "analyzer/rules/rule.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// What is wrong with the rules that the options name; nullopt if all of them exist.
std::optional<std::string> UnknownRule(const FindingOptions& options);
// Unresolved accesses in sources that the configuration does not allow, as listed by
// unresolved-name and counted by --max-unresolved. They point into `census`.
std::vector<const Access*> UnresolvedInSources(const Census& census, const Config& config);

// Which findings are reported; empty sets do not filter.
struct FindingFilter {
  std::set<std::pair<std::string, std::string>> before;  // rule and fingerprint: excluded
  std::set<std::string> concerning;                      // only findings in these files, as shown
};

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
// ReadBothSides runs all steps up to the flags in order. The result has the flags and everything
// known about each, but no findings. A named page that cannot be read is an error. Entries for
// which `aside` is true are not compared: they are moved to `aside` of the result. `code`: the
// result of ReadCode; nullptr: it is computed.
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

}  // namespace flagcensus
