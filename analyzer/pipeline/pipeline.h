// The steps that main strings together: what goes in, what comes out.
//
// Everything that prints stands in print.cc; the other steps return values.
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
// The configuration that holds for the options: the named file, the nearest one upwards from the
// first PATH, or none. An unknown rule in it is an error with its place.
// What the printers below can print.
FormatNames KnownFormats();

Result<Config> LoadConfig(const Options& options);
// What is wrong with the rules that the options name; nothing where all exist.
std::optional<std::string> UnknownRule(const Options& options);
// "did you mean 'unused'?", or where to look: for a name that is no rule.
std::string SuggestRule(std::string_view name);
// The paths of the configuration where the command line names none. Why they cannot be taken.
std::optional<std::string> TakePaths(const Config& config, Options& options);
Tree WalkProject(const Options& options, const Config& config);
// Why there is nothing to do; nothing where there is.
std::optional<std::string> NothingToRead(const Tree& tree, const Options& options);

// code.cc
// The code side: what tokens and Python's syntax show, then what libclang knows beyond.
// rows_unmatched.cc: a diagnostic for each row of the configuration's own (not of what it extends)
// by which none of `accesses` came; none where only a part of the project was read.
std::vector<Diagnostic> UnmatchedRows(const Options& options, const Config& config,
                                      const std::vector<Access>& accesses);
Census ReadCode(const Tree& tree, const Options& options, const Config& config, RunBudget& budget);

// pages.cc
struct Catalog {
  std::vector<Entry> entries;      // of all pages, sorted by EntryLess
  std::vector<std::string> pages;  // as shown
  // Why each of them was taken, where the program chose them; where it found none, why not.
  std::vector<std::string> reasons;
  std::vector<std::string> judged;  // "README.md: not taken: ...", for --verbose
  std::vector<Diagnostic> diagnostics;
  std::vector<MissingInclude> missing;  // what the pages include and the tree lacks
};
// The pages that --catalog or the configuration names, or else those of the tree that document
// variables. A named page that cannot be read is an error: without it every flag would look
// undocumented.
// What the budget refuses is a diagnostic of the catalog.
Result<Catalog> ReadCatalog(const Tree& tree, const Options& options, const Config& config,
                            const RunBudget* budget = nullptr);
// The pages of `catalog FILE...`. One that cannot be read is a diagnostic.
Catalog ReadPages(const Options& options, const Config& config, const RunBudget* budget = nullptr);

// compare.cc
// Whether an access is one whose variable nobody knows. A wrapper's own read is none: its calls
// tell.
bool IsUnresolved(const Access& access);
// Those of the sources that the configuration does not allow: what unresolved-name lists and
// --max-unresolved counts. They point into `census`.
std::vector<const Access*> UnresolvedInSources(const Census& census, const Config& config);
// Whose each variable is. Reads the tree's manifests for what the project calls itself.
Ownership FindOwners(const Tree& tree, const std::vector<Flag>& flags, const Config& config);
// Fills `passages` and `signs` of the flags that the code touches and no entry documents.
void FindDocumentation(const Tree& tree, const Catalog& catalog, const Options& options,
                       std::vector<Flag>& flags);
// What of the findings is to be told; empty sets leave all.
struct FindingFilter {
  std::set<std::pair<std::string, std::string>> before;  // rule and fingerprint: not these
  std::set<std::string> concerning;                      // only those of these files, as shown
};

// Both sides, and where they disagree. What points from one member to another stays valid where
// the whole is moved.
struct Comparison {
  Census census;
  Catalog catalog;
  std::vector<Flag> flags;
  Ownership ownership;
  std::vector<Entry> aside;       // see ReadBothSides
  std::vector<Finding> findings;  // those that the project does not accept, sorted
  Accepted accepted;
  std::string baseline;                 // the file that accepted some; "": there is none
  std::vector<Diagnostic> diagnostics;  // of the comparison itself
  Coverage coverage;
  FindingFixes fixes;  // see FindFixes
};
// All steps above in their order: the flags and what is known of each, no findings. A named page
// that cannot be read is an error.
// Entries of which `aside` says so are not compared: they are in `aside` of the result.
using IsAside = std::function<bool(const Entry& entry)>;

// pages_read.cc: adds to the catalog what pages that list variables by headings or terms have a
// heading or term of and the sources read; to `set_aside` what `aside` says so of. Costs a second
// reading of the pages that name more of such variables than they list.
void AddReadHeadings(const Tree& tree, const Config& config, const Census& census,
                     const IsAside& aside, Catalog& catalog, std::vector<Entry>& set_aside);

Result<Comparison> ReadBothSides(const Tree& tree, const Options& options, const Config& config,
                                 RunBudget& budget, const IsAside& aside = nullptr);
// What of the tree was looked at, and what of the pages was not compared.
Coverage FindCoverage(const Tree& tree, const Comparison& comparison, const Config& config);
// What the rules look at; points into `comparison`.
RuleInput RuleInputOf(const Comparison& comparison, const Options& options, const Config& config);
// Both sides, then the rules, then what the project accepts. A baseline that is none is an error,
// too.
// `only`: what of the findings is to be told.
Result<Comparison> Compare(const Tree& tree, const Options& options, const Config& config,
                           RunBudget& budget, const FindingFilter& only = {});

// elsewhere.cc
// Fills what is known from other files of the flags that the code never touches; what it could not
// look at joins `diagnostics`.
void FindElsewhere(const Tree& tree, const Catalog& catalog, unsigned jobs,
                   std::vector<Flag>& flags, std::vector<Diagnostic>& diagnostics);

// accept.cc
// Comments of the tree and the baseline, with the rules that the options and the configuration
// leave. `baseline`, as said there, leaves the baseline out.
Result<Acceptance> ReadAcceptance(const Tree& tree, const Options& options, const Config& config,
                                  std::vector<Diagnostic>& diagnostics);
// What is wrong with the files that the options name for reports or a baseline; nothing if each may
// be written. docs and audit look at theirs themselves.
std::optional<std::string> CannotWriteFiles(const Options& options);
// Writes the findings as the project's baseline, or with --prune takes out of it what is fixed. The
// exit status.
int WriteBaselineFile(const Comparison& comparison, const Options& options, const Config& config);

// selected_files.cc
// If the user names files, the project around them is read, which `options.paths` then names, and
// only findings of those files are reported. Returns why that cannot be done; nullopt if it is done
// or not requested.
std::optional<std::string> TakeNamedFiles(Options& options, FindingFilter& only);
// The text of --stdin-filename, in a temporary file that this owns; empty without that option.
struct StdinFile {
  std::unique_ptr<TemporaryFolder> folder;
  std::string path;  // the file that the text belongs to, absolute
  std::string copy;  // the temporary file
};
Result<StdinFile> CopyStdin(const Options& options);
// Reads the text in place of the file, which is added to the tree if it does not exist yet.
void TakeStdinText(const StdinFile& given, const Options& options, std::vector<Project>& projects);

// revisions.cc
// The files of a revision, in a temporary directory that this owns.
struct Revision {
  std::unique_ptr<TemporaryFolder> folder;
  std::string root;  // of the repository, absolute
  std::string copy;  // where its files lie now
};
// The findings of the revision of --since, which are not reported again. `revisions` caches what
// was read for the next project of the same repository.
Result<FindingFilter> LoadBaselineRevision(const Options& options, FindingFilter only,
                                           std::vector<Revision>& revisions, RunBudget& budget);

// Prints how the variables changed between two revisions, or between one and the working tree.
// Returns the exit status.
int DiffRevisions(const Options& options);

// audit.cc
// Audits all inputs, one after the other, and writes what was asked for; the exit status.
int AuditInputs(const Options& options);
// Puts databases of audits into one; the exit status.
int MergeCensuses(const Options& options);

// stats.cc, where --stats asks for it
// Notes how much the projects hold, for the next but one.
void CountRun(const std::vector<Project>& projects, const Options& options);
// Prints what an earlier run kept.
int TellKept(const Answer& answer, const Options& options);
// What the run cost, on standard error; nothing where it came to no answer.
void TellStats(const Options& options);

// init.cc
// Writes a configuration for the project in the first PATH, or prints it; the exit status.
int InitProject(Options options);

// fix.cc
// What --fix did.
struct Fixed {
  size_t findings = 0;  // that are fixed
  size_t pages = 0;     // that were written
  int status = 0;       // 2 where one could not be
};
// Corrects the pages of all projects for what was found, and says so. With --diff nothing is
// written: `patch` is what would be.
Fixed FixProjects(const std::vector<Project>& projects, const Options& options, std::string* patch);
// What --fix would change for each finding, where a form of the report tells it.
void FindFixes(Project& project);
// Prints the patch; 1 where there is one.
int PrintPatch(const std::vector<Project>& projects, const Options& options);

// reference.cc
// A page's bytes as they are.
Result<std::string> ReadBytes(const std::string& path);

// print.cc: each returns the exit status.
int Fail(const std::string& message);
int PrintText(const std::string& text);
// What was not looked at, on standard error; the status that follows from it.
int TellCoverage(const Coverage& coverage, const Options& options);
int PrintSettings(const Config& config, const Options& options);
// Writes all of `output` to standard output; `status` where that went well.
int WriteOutput(const std::string& output, int status);
// The same as it stands, where it must be read back: it holds nothing that drives a terminal.
int WritePatch(const std::string& patch, int status);
// One line for the user, on standard error.
void TellUser(const std::string& message);
// What could not be read, on standard error; the status that follows from it.
int TellDiagnostics(const Tree& tree, const Comparison& comparison, const Options& options);
int PrintChanges(const std::vector<FlagChange>& changes, const Options& options);
int PrintRulePage(const Options& options);
int PrintExplanation(const std::vector<Flag>& flags, const std::vector<Finding>& findings,
                     const Options& options);
// What a scan says, and a check: all of it, printed by the next two.
Answer ScanAnswer(const Tree& tree, const Comparison& scanned, const Options& options);
Answer CheckAnswer(const Tree& tree, Comparison comparison, const Options& options,
                   const Config& config);
int Tell(const Answer& answer);
// Keeps it for the next run, too, where there is a cache and nothing speaks against it.
int PrintAndCache(const Answer& answer, const std::optional<Cache>& cache, const Options& options,
                  const RunBudget& budget);
int PrintCache(const Options& options);
int PrintManual(const Options& options);  // manual.cc
int PrintCatalog(const Catalog& catalog, const Options& options);

}  // namespace flagcensus
