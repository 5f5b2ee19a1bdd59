// Fix: findings → the corrected pages. Only pages: only the authors know whether the code is wrong,
// and they request --fix.
//
//   default-mismatch   the default on the page becomes that of the code, in the page's own style
//   undocumented       a row is added to the table, or an item to the list, of its family
//   unused             its row is removed, if unsafe fixes are enabled
//   missing-in-surface a line is added to the .env file
//
// Doubtful cases are unchanged. A fix is made only if the page, read again, has exactly the
// intended change:
//
//   | `APP_PORT` | `80` |  ─→  | `APP_PORT` | `8080` |   entries before {APP_PORT, 80},
//                                                        after {APP_PORT, 8080}
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "analyzer/fix/page.h"
#include "analyzer/model/finding.h"
#include "analyzer/reference/page.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {

struct FixInput {
  const RuleInput& rules;
  const std::vector<Finding>& findings;
  // What the reference page would say about a variable.
  std::map<std::string, Row, std::less<>> rows;
  CatalogOptions reading;
  bool unsafe = false;
};

struct FixCount {
  size_t fixed = 0;                      // findings
  std::vector<std::string> without_row;  // undocumented variables that fit no table or list
  std::vector<std::string> declined;     // wrong defaults that are kept, each with the reason
};
// Changes `pages` (those of the catalog, without duplicates) for as many findings as possible.
FixCount FixPages(const FixInput& input, std::vector<FixedPage>& pages);

// The change from `before` to `after` as one range.
struct PageChange {
  TextChange change;  // relative to `before`
  size_t page = 0;    // the index of the page
};
// Computes what each finding alone would change, with one call of `take` for each that changes
// something, for each variable of a group with the group; `pages` are not modified.
void EachFix(const FixInput& input, std::vector<FixedPage>& pages,
             const std::function<void(const Finding& finding,
                                      const std::vector<PageChange>& changes)>& take);

// defaults.cc: fixes the default of the entry at each place of a default-mismatch, and in all other
// places of these pages that state it: all of them or none of them. `declined`: the reason why none
// was fixed, "" if there is nothing to report.
bool FixDefault(const FixInput& input, const Finding& finding, std::vector<FixedPage>& pages,
                std::string* declined);

// restated.cc: replaces `before` by `after` in sentences that restate the default, around entry
// `number` or with the name of its variable. Returns the line of a remaining statement, 0 if there
// is none: one of `before`, or, in a safe fix, of a third value.
int FixRestated(const FixInput& input, size_t number, std::string_view before,
                std::string_view after, FixedPage& page);

// defaults.cc: the offsets of `word` in `text` between `from` and `to` (exclusive), not as a part
// of a longer word.
std::vector<size_t> WordsIn(std::string_view text, std::string_view word, size_t from, size_t to);

// default_place.cc: whether a default of `length` bytes at `at` should be replaced by `text`, if
// the page then reads as intended.
enum class PlaceDoubt {
  kNone,
  kUnsafe,  // the new value is next to it already, or is a path that ends in the old one
  kNever,   // it is one of several values on the page, with a mark
};
PlaceDoubt DoubtAt(const FixedPage& page, const Entry& entry, size_t at, size_t length,
                   std::string_view text);

// rows_missing.cc: adds a row for an undocumented variable.
bool AddMissingRow(const FixInput& input, const Finding& finding, std::vector<FixedPage>& pages);

// lines_missing.cc: adds a line for a variable that a .env file has to list.
bool AddMissingLine(const FixInput& input, const Finding& finding, std::vector<FixedPage>& pages);

// rows_unused.cc: removes the row of an unused variable.
bool RemoveRow(const FixInput& input, const Finding& finding, std::vector<FixedPage>& pages);

// Whether the rule finds nothing at `place` (anywhere if it is empty) if `entries` were all that
// pages say about `flag`.
bool IsContent(const FixInput& input, std::string_view rule, const Flag& flag,
               const std::vector<const Entry*>& entries, const Place& place);

}  // namespace flagcensus
