// stale-internal: an internal variable is documented, or nothing accesses it
//
// ## What it does
// Reports each `[[internal]]` entry of `flagcensus.toml` that has no effect: nothing in the tree
// accesses a variable that it matches, or every such variable is documented.
//
// ## Why it matters
// The list names the variables that users need not know about. An entry for a variable that no longer
// exists hides a future variable with the same name; a name that is both documented and internal is a
// contradiction.
//
// ## Example
//     [[internal]]
//     name = "APP_TRACE_*"
//     reason = "for developers"
//
// and no code that reads such a name:
//
//     APP_TRACE_* is listed as internal, but nothing accesses it
//
// ## Not reported
// - entries with a `*` that match at least one undocumented variable;
// - names that a page only mentions, without an entry.
//
// ## Fix
// Remove the entry, or the variable from the page.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/rules/evidence.h"
#include "analyzer/rules/patterns.h"
#include "analyzer/rules/rule.h"
#include "analyzer/tree/glob.h"

namespace flagcensus {
namespace {

// What is known about the names that match a row.
struct Named {
  bool touched = false;
  bool needed = false;               // accessed, and no page documents it
  const Flag* documented = nullptr;  // the first that is accessed and documented
};

// Accesses in any scope count: a row may be for a variable of the tests.
Named Find(const Glob& glob, const std::vector<Flag>& flags) {
  Named out;
  for (const Flag& flag : flags) {
    if (flag.accesses.empty() || !glob.Matches(flag.name)) continue;
    out.touched = true;
    if (flag.entries.empty()) {
      out.needed = true;
    } else if (out.documented == nullptr) {
      out.documented = &flag;
    }
  }
  return out;
}

void CheckStaleInternal(const RuleInput& input, std::vector<Finding>& findings) {
  for (const InternalFlag& row : input.internal) {
    const Named named = Find(Glob(row.name), input.flags);
    // One member of a pattern that is accessed and not documented justifies the row.
    if (named.needed) continue;
    Finding out = MakeFinding("stale-internal", row.name, Severity::kWarning, Confidence::kHigh);
    out.doc = {row.place};
    if (named.documented != nullptr) {
      const std::vector<Place> places = PlacesOf(named.documented->entries);
      out.doc.insert(out.doc.end(), places.begin(), places.end());
      out.message = fmt::format("{} is listed as internal, but {} documents {}", row.name,
                                ToText(places.front()), named.documented->name);
      out.remedy = "remove one of the two";
    } else {
      out.message = fmt::format("{} is listed as internal, but nothing accesses it", row.name);
      out.remedy = "remove the entry";
    }
    findings.push_back(std::move(out));
  }
}

}  // namespace

extern constexpr Rule kStaleInternalRule = {
    .rank = 160,
    .name = "stale-internal",
    .summary = "an internal variable is documented, or nothing accesses it",
    .remedy = "remove the entry",
    .check = CheckStaleInternal,
};

}  // namespace flagcensus
