// The steps that main runs, with their inputs and outputs.
//
// All printing is in print.cc; the other steps return values.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/cache/answer.h"
#include "analyzer/catalog/catalog.h"
#include "analyzer/config/config.h"
#include "analyzer/config/options.h"
#include "analyzer/join/changes.h"
#include "analyzer/join/join.h"
#include "analyzer/link/census.h"
#include "analyzer/report/report.h"
#include "analyzer/review/accept.h"
#include "analyzer/rules/ownership.h"
#include "analyzer/rules/rule.h"
#include "analyzer/tree/git_repository.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

struct Project;  // projects.h

// load.cc
// The configuration for the options: the named file, the nearest one upwards from the first PATH,
// or none. An unknown rule in it is an error with its position.
// The output formats of the printers below.
FormatNames KnownFormats();

Result<Config> LoadConfig(const Options& options);
// What is wrong with the rules that the options name; nullopt if all exist.
std::optional<std::string> UnknownRule(const Options& options);
// "did you mean 'unused'?", or where to find the rules: for a name that is not a rule.
std::string SuggestRule(std::string_view name);
// Takes the paths of the configuration if the command line names none. Returns why that fails, or
// nullopt.
std::optional<std::string> TakePaths(const Config& config, Options& options);
Tree WalkProject(const Options& options, const Config& config);
// Why there is nothing to do; nullopt if there is.
std::optional<std::string> NothingToRead(const Tree& tree, const Options& options);

// code.cc
// The code side: the results from tokens and Python's syntax, then those of libclang.
// rows_unmatched.cc: a diagnostic for each entry of the configuration itself (not of what it
// extends) that produced none of `accesses`; none if only a part of the project was read.
std::vector<Diagnostic> UnmatchedRows(const Options& options, const Config& config,
                                      const std::vector<Access>& accesses);
Census ReadCode(const Tree& tree, const Options& options, const Config& config, RunBudget& budget);

// pages.cc
struct Catalog {
  std::vector<Entry> entries;      // of all pages, sorted by EntryLess
  std::vector<std::string> pages;  // as shown
  // Why each page was selected, if the program selected them; if it found none, why not.
  std::vector<std::string> reasons;
  std::vector<std::string> judged;  // "README.md: not taken: ...", for --verbose
  std::vector<Diagnostic> diagnostics;
  std::vector<MissingInclude> missing;  // files that the pages include and the tree lacks
};
// The pages that --catalog or the configuration names, otherwise those of the tree that document
// variables. A named page that cannot be read is an error: without it every flag would seem
// undocumented.
// What the budget refuses is a diagnostic of the catalog.
Result<Catalog> ReadCatalog(const Tree& tree, const Options& options, const Config& config,
                            const RunBudget* budget = nullptr);
// The pages of `catalog FILE...`. An unreadable one is a diagnostic.
Catalog ReadPages(const Options& options, const Config& config, const RunBudget* budget = nullptr);

// compare.cc
// Whether the variable of an access is unknown. False for a wrapper's own read: its calls are the
// accesses.
bool IsUnresolved(const Access& access);
// Unresolved accesses in sources that the configuration does not allow, as listed by
// unresolved-name and counted by --max-unresolved. They point into `census`.
std::vector<const Access*> UnresolvedInSources(const Census& census, const Config& config);
// The owner of each variable. Reads the tree's manifests for the project's name.
Ownership FindOwners(const Tree& tree, const std::vector<Flag>& flags, const Config& config);
// Sets `passages` and `signs` of the flags that the code touches and no entry documents.
void FindDocumentation(const Tree& tree, const Catalog& catalog, const Options& options,
                       std::vector<Flag>& flags);
// Which findings are reported; empty sets do not filter.
struct FindingFilter {
  std::set<std::pair<std::string, std::string>> before;  // rule and fingerprint: excluded
  std::set<std::string> concerning;                      // only findings in these files, as shown
};

// Both sides, and where they disagree. Pointers between members stay valid if the whole is moved.
struct Comparison {
  Census census;
  Catalog catalog;
  std::vector<Flag> flags;
  Ownership ownership;
  std::vector<Entry> aside;       // see ReadBothSides
  std::vector<Finding> findings;  // those that the project does not accept, sorted
  Accepted accepted;
  std::string baseline;                 // the file that accepted some; "": none
  std::vector<Diagnostic> diagnostics;  // of the comparison itself
  Coverage coverage;
  FindingFixes fixes;  // see FindFixes
};
// ReadBothSides runs all steps above in order: the flags and everything known about each, no
// findings. A named page that cannot be read is an error.
// Entries for which `aside` is true are not compared: they are moved to `aside` of the result.
using IsAside = std::function<bool(const Entry& entry)>;

// pages_read.cc: adds to the catalog the variables that pages list by headings or terms and that
// the sources read; those for which `aside` is true go to `set_aside`. Costs a second read of the
// pages that name more of such variables than they list.
void AddReadHeadings(const Tree& tree, const Config& config, const Census& census,
                     const IsAside& aside, Catalog& catalog, std::vector<Entry>& set_aside);

Result<Comparison> ReadBothSides(const Tree& tree, const Options& options, const Config& config,
                                 RunBudget& budget, const IsAside& aside = nullptr);
// Which part of the tree was read, and which entries of the pages were not compared.
Coverage FindCoverage(const Tree& tree, const Comparison& comparison, const Config& config);
// The input of the rules; points into `comparison`.
RuleInput RuleInputOf(const Comparison& comparison, const Options& options, const Config& config);
// Both sides, then the rules, then what the project accepts. An invalid baseline is an error, too.
// `only`: which findings are reported.
Result<Comparison> Compare(const Tree& tree, const Options& options, const Config& config,
                           RunBudget& budget, const FindingFilter& only = {});

// elsewhere.cc
// Sets what other files reveal about the flags that the code never touches; what could not be read
// is added to `diagnostics`.
void FindElsewhere(const Tree& tree, const Catalog& catalog, unsigned jobs,
                   std::vector<Flag>& flags, std::vector<Diagnostic>& diagnostics);

// accept.cc
// Comments of the tree and the baseline, for the rules that the options and the configuration
// enable. --no-baseline and the command `baseline` skip the baseline.
Result<Acceptance> ReadAcceptance(const Tree& tree, const Options& options, const Config& config,
                                  std::vector<Diagnostic>& diagnostics);
// What is wrong with the output files that the options name for reports or a baseline; nullopt if
// each may be written. docs and audit check their own.
std::optional<std::string> CannotWriteFiles(const Options& options);
// Writes the findings as the project's baseline, or with --prune removes fixed ones from it.
// Returns the exit status.
int WriteBaselineFile(const Comparison& comparison, const Options& options, const Config& config);

// selected_files.cc
// If the user names files, the project around them is read, which `options.paths` then names, and
// only findings of those files are reported. Returns why that cannot be done; nullopt if it is done
// or not requested.
std::optional<std::string> TakeNamedFiles(Options& options, FindingFilter& only);
// The text of --stdin-filename, in a temporary file owned by this; empty without that option.
struct StdinFile {
  std::unique_ptr<TemporaryFolder> folder;
  std::string path;  // the file that the text belongs to, absolute
  std::string copy;  // the temporary file
};
Result<StdinFile> CopyStdin(const Options& options);
// Reads the text in place of the file, which is added to the tree if it does not exist yet.
void TakeStdinText(const StdinFile& given, const Options& options, std::vector<Project>& projects);

// revisions.cc
// The files of a revision, in a temporary directory owned by this.
struct Revision {
  std::unique_ptr<TemporaryFolder> folder;
  std::string root;  // of the repository, absolute
  std::string copy;  // where its files are now
};
// The findings of the revision of --since, which are not reported again. `revisions` caches what
// was read for the next project of the same repository.
Result<FindingFilter> LoadBaselineRevision(const Options& options, FindingFilter only,
                                           std::vector<Revision>& revisions, RunBudget& budget);

// Prints how the variables changed between two revisions, or between one and the working tree.
// Returns the exit status.
int DiffRevisions(const Options& options);

// audit.cc
// Audits all inputs, one after the other, and writes the requested reports. Returns the exit
// status.
int AuditInputs(const Options& options);
// Merges databases of audits into one. Returns the exit status.
int MergeCensuses(const Options& options);

// stats.cc, if --stats is set
// Records the sizes of the projects, for TellStats.
void CountRun(const std::vector<Project>& projects, const Options& options);
// Prints the cached answer of an earlier run.
int TellKept(const Answer& answer, const Options& options);
// Prints the costs of the run to standard error; nothing if it produced no answer.
void TellStats(const Options& options);

// init.cc
// Writes a configuration for the project in the first PATH, or prints it. Returns the exit status.
int InitProject(Options options);

// fix.cc
// The result of --fix.
struct Fixed {
  size_t findings = 0;  // findings that are fixed
  size_t pages = 0;     // pages that were written
  int status = 0;       // 2 if one could not be written
};
// Corrects the pages of all projects for the findings, and reports that. With --diff nothing is
// written, and `patch` receives the changes.
Fixed FixProjects(const std::vector<Project>& projects, const Options& options, std::string* patch);
// Finds what --fix would change for each finding, if an output format reports it.
void FindFixes(Project& project);
// Prints the patch; returns 1 if it is not empty.
int PrintPatch(const std::vector<Project>& projects, const Options& options);

// reference.cc
// Reads a page's bytes unchanged.
Result<std::string> ReadBytes(const std::string& path);

// print.cc: each returns the exit status.
int Fail(const std::string& message);
int PrintText(const std::string& text);
// Prints what was not read to standard error; returns the resulting exit status.
int TellCoverage(const Coverage& coverage, const Options& options);
int PrintSettings(const Config& config, const Options& options);
// Writes all of `output` to standard output; returns `status` on success.
int WriteOutput(const std::string& output, int status);
// The same, unescaped, because it must be read back: it contains nothing that controls a terminal.
int WritePatch(const std::string& patch, int status);
// Prints one line for the user to standard error.
void TellUser(const std::string& message);
// Prints what could not be read to standard error; returns the resulting exit status.
int TellDiagnostics(const Tree& tree, const Comparison& comparison, const Options& options);
int PrintChanges(const std::vector<FlagChange>& changes, const Options& options);
int PrintRulePage(const Options& options);
int PrintExplanation(const std::vector<Flag>& flags, const std::vector<Finding>& findings,
                     const Options& options);
// The complete output of a scan, and of a check, to be printed by the next two.
Answer ScanAnswer(const Tree& tree, const Comparison& scanned, const Options& options);
Answer CheckAnswer(const Tree& tree, Comparison comparison, const Options& options,
                   const Config& config);
int Tell(const Answer& answer);
// Also stores it in the cache for the next run, if there is one and nothing prevents it.
int PrintAndCache(const Answer& answer, const std::optional<Cache>& cache, const Options& options,
                  const RunBudget& budget);
int PrintCache(const Options& options);
int PrintManual(const Options& options);  // manual.cc
int PrintCatalog(const Catalog& catalog, const Options& options);

}  // namespace flagcensus
