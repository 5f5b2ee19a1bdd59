// Options: what the user asked for on the command line.
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

// What the text report puts its findings in groups by.
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

// An option of the command as --show-config tells it.
struct OptionShown {
  std::string name;   // "--jobs"
  std::string value;  // "" for none
  bool given = false;
};

struct Options {
  Command command = Command::kCheck;
  std::vector<std::string> paths;    // check, scan, explain: PATH..., the root where none is given
  bool paths_named = false;          // on the command line
  std::string home;                  // the project's folder, where it is one of several
  std::vector<std::string> catalog;  // check: --catalog; catalog: FILE...
  std::string rule;                  // explain: RULE, "" lists them; kExplainFlag: a variable
  std::string format;                // one of the names that ParseOptions was given
  std::vector<Output> outputs;       // check: its forms, and where each goes
  std::string root = ".";            // what printed paths are relative to
  unsigned jobs = 0;                 // 0: all cores
  std::string config;                // "": look for one
  bool no_config = false;
  std::vector<std::string> exclude;
  std::vector<Language> languages;  // read beside Python and C; added to the configuration's
  bool no_ignore = false;
  bool hidden = false;
  bool vendored = false;
  uint64_t max_file_bytes = uint64_t{4} << 20;
  double max_seconds = RunBudget::kSeconds;  // of the whole run, as the next
  uint64_t max_memory = RunBudget::kBytes;
  bool verbose = false;
  bool colour = false;  // already decided for standard output
  int width = 0;        // columns of the terminal; 0: standard output is none
  bool links = false;   // the terminal takes hyperlinks
  std::optional<Severity> fail_on = Severity::kWarning;  // none: findings never fail
  Severity min_severity = Severity::kInfo;               // what is less is not shown
  std::vector<std::string> select;                       // rules: these alone
  std::vector<std::string> ignore;                       // rules: not these
  GroupBy group_by = GroupBy::kRule;
  bool all = false;         // show every finding, however many there are
  bool statistics = false;  // show how many findings each rule has, and not the findings
  bool quiet = false;       // show the findings and nothing else
  std::string baseline;     // "": the one beside the configuration, if there is one
  bool no_baseline = false;
  std::vector<std::string> revisions;  // diff: the older one, and the newer one or none
  std::string since;                   // check: tell what this revision does not have; "": all
  bool changed_files = false;          // check: tell what concerns files that git says have changed
  std::string until;                   // baseline: the last day on which it holds; "": as before
  bool prune = false;                  // baseline: take out what is fixed, add nothing
  std::optional<unsigned> max_unresolved;  // check: more accesses without a name fail
  bool strict = false;
  bool clang = true;                          // ask libclang about C and C++
  std::vector<std::string> compile_commands;  // --compile-commands; none: look for them
  bool mentions = false;
  DocsOptions docs;
  std::shared_ptr<AuditOptions> audit;  // audit, merge
  bool show_config = false;             // check: print what holds, and do nothing else
  std::vector<OptionShown> shown;       // with show_config: the command's options
  bool to_stdout = false;               // init: print the file instead of writing it
  bool no_cache = false;                // check, scan: neither look for a kept answer nor keep one
  std::string cache;                    // the cache's folder; "": the user's
  bool fix = false;                     // check: correct the pages
  bool fix_diff = false;                // check: print what would be corrected as a patch
  bool unsafe_fixes = false;            // check: with either, what a person should look at, too
  std::string files_from;               // check: the file that lists paths; "-": standard input
  bool files_from_null = false;         // a NUL ends each of them
  bool files_from_none = false;         // it lists none
  std::string stdin_filename;           // check: the file whose text is that of standard input
  std::shared_ptr<std::string> stdin_text;
  double cache_settle = 2;   // seconds that a file must be unchanged for its stamp to count
  bool cache_clean = false;  // cache: remove what it holds, instead of showing it
  std::string manual;        // completions: SHELL; manual: FORM
  std::shared_ptr<DependencyTracker>
      dependencies;               // what the answer will depend on; none: nobody asks
  std::shared_ptr<RunCost> cost;  // check, scan: what --stats tells; none: nobody asks
};

struct ParsedOptions {
  std::optional<Options> options;  // none: help, the version or a mistake has been printed
  int status = 0;                  // the exit status where there are none
};

// The forms of the output that each command knows; the first is the default.
struct FormatNames {
  std::vector<std::string> check, scan, catalog, diff, explain, docs, audit;
};

// Reads the command line; prints help and the version on standard output, mistakes on standard
// error with the nearest valid option.
ParsedOptions ParseOptions(int argc, const char* const* argv, const FormatNames& formats);

}  // namespace flagcensus
