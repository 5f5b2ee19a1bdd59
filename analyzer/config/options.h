// Options: the parsed command line.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/base/budget.h"
#include "analyzer/base/run_cost.h"
#include "analyzer/config/docs_options.h"
#include "analyzer/config/outputs.h"
#include "analyzer/model/access.h"
#include "analyzer/model/finding.h"
#include "analyzer/tree/dependency_tracker.h"

namespace flagcensus {

// How the text report groups its findings.
enum class GroupBy { kRule, kFile, kName, kPrefix };

enum class Command {
  kCheck,
  kScan,
  kCatalog,
  kExplain,
  kExplainFlag,
  kBaseline,
  kInit,
  kDiff,
  kDocs,
  kCache,
  kManual,
  kAudit,
  kMerge
};

struct AuditOptions;  // audit_options.h

// An option of the command, for --show-config.
struct OptionShown {
  std::string name;   // "--jobs"
  std::string value;  // "" for none
  bool given = false;
};

struct Options {
  Command command = Command::kCheck;
  std::vector<std::string> paths;    // check, scan, explain: PATH..., the root if none is passed
  bool paths_named = false;          // `paths` come from the command line
  std::string home;                  // the project's folder, if it is one of several
  std::vector<std::string> catalog;  // check: --catalog; catalog: FILE...
  std::string rule;                  // explain: RULE, "" lists all rules; kExplainFlag: a variable
  std::string format;                // one of the names passed to ParseOptions
  std::vector<Output> outputs;       // check: its formats and their destinations
  std::string root = ".";            // the folder that printed paths are relative to
  unsigned jobs = 0;                 // 0: all cores
  std::string config;                // "": search for one
  bool no_config = false;
  std::vector<std::string> exclude;
  std::vector<Language> languages;  // in addition to Python, C and the configuration's
  bool no_ignore = false;
  bool hidden = false;
  bool vendored = false;
  uint64_t max_file_bytes = uint64_t{4} << 20;
  double max_seconds = RunBudget::kSeconds;  // for the whole run, like the next
  uint64_t max_memory = RunBudget::kBytes;
  bool verbose = false;
  bool colour = false;  // already resolved for standard output
  int width = 0;        // columns of the terminal; 0: not a terminal
  bool links = false;   // the terminal supports hyperlinks
  std::optional<Severity> fail_on = Severity::kWarning;  // nullopt: findings never fail
  Severity min_severity = Severity::kInfo;               // lower severities are not shown
  std::vector<std::string> select;                       // rules: only these
  std::vector<std::string> ignore;                       // rules: not these
  GroupBy group_by = GroupBy::kRule;
  bool all = false;         // show every finding, however many there are
  bool statistics = false;  // show how many findings each rule has, and not the findings
  bool quiet = false;       // show the findings and nothing else
  std::string baseline;     // "": the one next to the configuration, if there is one
  bool no_baseline = false;
  std::vector<std::string> revisions;  // diff: the older revision, and optionally the newer one
  std::string since;  // check: report only what this revision does not have; "": everything
  bool changed_files = false;  // check: report only findings in files that git lists as changed
  std::string until;           // baseline: the last day on which it is valid; "": as before
  bool prune = false;          // baseline: remove what is fixed, add nothing
  std::optional<unsigned> max_unresolved;  // check: more accesses without a known name fail
  bool strict = false;
  bool clang = true;                          // use libclang for C and C++
  std::vector<std::string> compile_commands;  // --compile-commands; empty: search for them
  bool mentions = false;
  DocsOptions docs;
  std::shared_ptr<AuditOptions> audit;  // audit, merge
  bool show_config = false;             // check: print the effective settings and exit
  std::vector<OptionShown> shown;       // with show_config: the command's options
  bool to_stdout = false;               // init: print the file instead of writing it
  bool no_cache = false;                // check, scan: neither read nor write the cache
  std::string cache;                    // the cache's folder; "": the user's
  bool fix = false;                     // check: correct the pages
  bool fix_diff = false;                // check: print what would be corrected as a patch
  bool unsafe_fixes = false;     // check: with either of these, also changes that need a review
  std::string files_from;        // check: the file with a list of paths; "-": standard input
  bool files_from_null = false;  // the paths are NUL-terminated
  bool files_from_none = false;  // the list is empty
  std::string stdin_filename;    // check: the file whose text is read from standard input
  std::shared_ptr<std::string> stdin_text;
  double cache_settle = 2;   // seconds that a file must be unchanged for its stamp to be trusted
  bool cache_clean = false;  // cache: remove its contents instead of showing them
  std::string manual;        // completions: SHELL; manual: FORM
  std::shared_ptr<DependencyTracker> dependencies;  // dependencies of the answer; null: not tracked
  std::shared_ptr<RunCost> cost;  // check, scan: the costs for --stats; null: not measured
};

struct ParsedOptions {
  std::optional<Options> options;  // nullopt: help, the version or an error has been printed
  int status = 0;                  // the exit status if there are no options
};

// The output formats of each command; the first is the default.
struct FormatNames {
  std::vector<std::string> check, scan, catalog, diff, explain, docs, audit;
};

// Parses the command line; prints help and the version to standard output, and errors to standard
// error with the nearest valid option.
ParsedOptions ParseOptions(int argc, const char* const* argv, const FormatNames& formats);

}  // namespace flagcensus
