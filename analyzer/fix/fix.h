// Fix: findings → the pages as they should be. Pages alone: whether the code is wrong, only its
// authors know, and they are asked for --fix.
//
//   default-mismatch   the default on the page becomes that of the code, in the page's own style
//   undocumented       a row joins the table, or an item the list, of its family
//   unused             its row goes, where unsafe fixes are wanted
//
// What is in doubt is left: a fix is made only where the page, read again, says exactly what was
// meant and everything else as before.
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
  // What the reference page would say of a variable.
  std::map<std::string, Row, std::less<>> rows;
  CatalogOptions reading;
  bool unsafe = false;
};

struct FixCount {
  size_t fixed = 0;                      // findings
  std::vector<std::string> without_row;  // undocumented variables that no table or list could take
  std::vector<std::string> declined;     // wrong defaults that stay, each with the reason
};
// Changes `pages` (the catalog's, each once) for as many findings as can be.
FixCount FixPages(const FixInput& input, std::vector<FixedPage>& pages);

// The change from `before` to `after` as one stretch.
struct PageChange {
  TextChange change;  // of `before`
  size_t page = 0;    // the number of the page
};
// What each finding alone would change, told by a call for each that changes something; `pages`
// stay as they are.
void EachFix(const FixInput& input, std::vector<FixedPage>& pages,
             const std::function<void(const Finding& finding,
                                      const std::vector<PageChange>& changes)>& take);

// defaults.cc: the default of the entry at each place of a default-mismatch, and wherever else
// these pages state it: all of them or none. `declined`: why none, "" if there is nothing to say.
bool FixDefault(const FixInput& input, const Finding& finding, std::vector<FixedPage>& pages,
                std::string* declined);

// restated.cc: replaces `before` by `after` where sentences around entry `number`, or others that
// name its variable, state it as the default once more. Returns the line of a statement that
// remains, 0 if none does: one of `before`, or, in a safe fix, of a third value.
int FixRestated(const FixInput& input, size_t number, std::string_view before,
                std::string_view after, FixedPage& page);

// defaults.cc: where `word` occurs in `text` from `from` on and before `to`, not as a part of a
// longer word.
std::vector<size_t> WordsIn(std::string_view text, std::string_view word, size_t from, size_t to);

// default_place.cc: whether a default of `length` bytes at `at` is to be replaced there by `text`,
// where the page then reads as wanted.
enum class PlaceDoubt {
  kNone,
  kUnsafe,  // the new value stands beside it already, or is a path to what is named
  kNever,   // it is one of several values that the page tells, with a mark
};
PlaceDoubt DoubtAt(const FixedPage& page, const Entry& entry, size_t at, size_t length,
                   std::string_view text);

// rows_missing.cc: a row for an undocumented variable.
bool AddMissingRow(const FixInput& input, const Finding& finding, std::vector<FixedPage>& pages);

// rows_unused.cc: the row of an unused one is taken out.
bool RemoveRow(const FixInput& input, const Finding& finding, std::vector<FixedPage>& pages);

// Whether the rule finds nothing at `place`, or at all where it is none, if `entries` were all that
// pages say of `flag`.
bool IsContent(const FixInput& input, std::string_view rule, const Flag& flag,
               const std::vector<const Entry*>& entries, const Place& place);

const Flag* FindFlag(const RuleInput& rules, std::string_view name);

}  // namespace flagcensus
