// Options: what the user asked for on the command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/base/budget.h"
#include "analyzer/config/docs_options.h"
#include "analyzer/model/finding.h"

namespace flagcensus {

enum class Command { kCheck, kScan, kCatalog, kExplain, kExplainFlag, kDocs };

struct Options {
  Command command = Command::kCheck;
  std::vector<std::string> paths;    // check, scan, explain: PATH..., the root where none is given
  std::vector<std::string> catalog;  // check: --catalog; catalog: FILE...
  std::string rule;                  // explain: RULE, "" lists them; kExplainFlag: a variable
  std::string format;                // one of the names that ParseOptions was given
  std::string root = ".";            // what printed paths are relative to
  unsigned jobs = 0;                 // 0: all cores
  std::string config;                // "": look for one
  bool no_config = false;
  std::vector<std::string> exclude;
  bool no_ignore = false;
  bool hidden = false;
  bool vendored = false;
  uint64_t max_file_bytes = uint64_t{4} << 20;
  double max_seconds = RunBudget::kSeconds;  // of the whole run, as the next
  uint64_t max_memory = RunBudget::kBytes;
  bool verbose = false;
  bool colour = false;  // already decided for standard output
  Severity fail_on = Severity::kWarning;
  std::optional<unsigned> max_unresolved;  // check: more accesses without a name fail
  bool strict = false;
  bool clang = true;                          // ask libclang about C and C++
  std::vector<std::string> compile_commands;  // --compile-commands; none: look for them
  bool mentions = false;
  DocsOptions docs;
};

struct ParsedOptions {
  std::optional<Options> options;  // none: help, the version or a mistake has been printed
  int status = 0;                  // the exit status where there are none
};

// The forms of the output that each command knows; the first is the default.
struct FormatNames {
  std::vector<std::string> check, scan, catalog, docs;
};

// Reads the command line; prints help and the version on standard output, mistakes on standard
// error with the nearest valid option.
ParsedOptions ParseOptions(int argc, const char* const* argv, const FormatNames& formats);

}  // namespace flagcensus
