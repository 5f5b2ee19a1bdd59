// Printers: plain data in, text out. One file per format; none of them computes results.
//
//   WriteCheckConcise({findings {one of default-mismatch}, ...}, options)
//       ─→  "app/server.py:12:11: warning: APP_TIMEOUT is documented as ... [default-mismatch]\n"
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "analyzer/model/access.h"
#include "analyzer/model/clang_contribution.h"
#include "analyzer/model/coverage.h"
#include "analyzer/model/entry.h"
#include "analyzer/model/finding.h"
#include "analyzer/model/flag.h"
#include "analyzer/model/inventory.h"
#include "analyzer/review/accept.h"

namespace flagcensus {

// What a report says about a rule once, for all of its findings.
struct RuleNote {
  std::string rule;
  std::string remedy;  // "correct the page, or the default in the code"
  std::string summary = {};
  std::string page = {};  // Markdown
  Severity severity = Severity::kWarning;
};

// One edit of a fix: replaces the characters from `column` of `line` to `end_column` of `end_line`
// (exclusive) by `text`.
struct FindingFix {
  std::string file;
  int line = 0;
  int column = 0;
  int end_line = 0;
  int end_column = 0;
  std::string text;
};
// Keyed by rule, fingerprint and variable of the finding.
using FindingFixes =
    std::map<std::tuple<std::string, std::string, std::string>, std::vector<FindingFix>>;

// What `check` prints: findings and the counts around them.
struct CheckReport {
  uint64_t files = 0;
  uint64_t accesses = 0;
  uint64_t unresolved = 0;
  uint64_t flags = 0;
  uint64_t entries = 0;
  Coverage coverage;                       // which part of the input was read
  std::optional<ClangContribution> clang;  // if it was used
  std::vector<std::string> pages;          // the catalog that was used
  std::vector<std::string> page_reasons;   // why each was selected, unless the user named them
  std::vector<Finding> findings;           // sorted by FindingLess
  std::vector<InventoryRow> inventory;     // sorted by InventoryLess
  FindingFixes fixes;                      // if a requested format reports them
  Accepted accepted;
  std::string baseline;                 // the file that accepted some; "" if there is no such file
  bool only_new = false;                // findings of a baseline or a revision are not reported
  std::vector<RuleNote> rules;          // of all rules, in the order of reports
  std::vector<Diagnostic> diagnostics;  // sorted by DiagnosticLess
};

// A source line for excerpts: the text of `place.line`, without its line end; "" if it is
// unreadable.
using LineReader = std::function<std::string(const Place& place)>;

}  // namespace flagcensus
