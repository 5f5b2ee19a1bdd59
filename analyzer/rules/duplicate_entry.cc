// duplicate-entry: a page documents a variable twice, or two pages disagree about it
//
// ## What it does
// Reports a variable with two entries on one page, and one whose entries on different pages give
// different defaults. A sub-flag that is listed twice for one variable is reported by its own name.
// Where the documented defaults differ the finding is a warning, else it is info.
//
// ## Why it matters
// Of two entries one is corrected and the other stays, and readers believe the one they find.
//
// ## Example
//     | `APP_WORKERS` | `4` | number of workers |
//     ...
//     | `APP_WORKERS` | `8` | workers of the pool |
//
//     APP_WORKERS is documented at env.md:3 as 4 and at env.md:9 as 8: keep one entry
//
// ## Not reported
// - mentions, notes, and lines of `.env` files beside a page;
// - the same variable with the same default on two pages;
// - entries that another page calls removed.
//
// ## Fix
// Merge the entries. Where a variable has two roles, tell both in one of them.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analyzer/rules/evidence.h"
#include "analyzer/rules/registry.h"
#include "analyzer/rules/values.h"

namespace flagcensus {
namespace {

bool Counts(const Entry& entry) {
  return entry.how != EntryHow::kMention && entry.how != EntryHow::kNote &&
         entry.how != EntryHow::kDotenv && !entry.HasClaim("removed");
}

std::string Default(const Entry& entry) {
  if (entry.default_text && !entry.default_text->empty()) {
    return " as " + ShowValue(entry.name, *entry.default_text);
  }
  return entry.default_kind == DocumentedDefault::kNone ? " as unset" : "";
}

// Whether both entries say what the default is, and not the same.
bool Differ(const Entry& a, const Entry& b) {
  const auto literal = [](const Entry& entry) {
    return entry.default_kind == DocumentedDefault::kLiteral && entry.default_text;
  };
  if (literal(a) && literal(b)) {
    // Each side may be the one that is prose or an expression.
    return CompareLiterals(*a.default_text, *b.default_text, a.type, {}) == Verdict::kDiffer &&
           CompareLiterals(*b.default_text, *a.default_text, b.type, {}) == Verdict::kDiffer;
  }
  return (literal(a) && b.default_kind == DocumentedDefault::kNone) ||
         (literal(b) && a.default_kind == DocumentedDefault::kNone);
}

void Report(const std::string& name, const std::vector<const Entry*>& entries, const Flag& flag,
            std::vector<Finding>& findings) {
  const Entry* other = nullptr;
  bool differ = false;
  const Entry& first = *entries.front();
  for (size_t i = 1; i < entries.size(); ++i) {
    const bool here = Differ(first, *entries[i]);
    if (!here && entries[i]->place.file != first.place.file) continue;
    if (other == nullptr || (here && !differ)) other = entries[i];
    differ = differ || here;
  }
  if (other == nullptr) return;
  Finding out = MakeFinding("duplicate-entry", name, differ ? Severity::kWarning : Severity::kInfo,
                            Confidence::kHigh);
  out.doc = PlacesOf(entries);
  for (const FlagAccess& access : flag.accesses) {
    if (out.code.size() < 3) out.code.push_back(access.access->place);
  }
  out.message =
      fmt::format("{} is documented at {}{} and at {}{}: keep one entry", name, ToText(first.place),
                  Default(first), ToText(other->place), Default(*other));
  findings.push_back(std::move(out));
}

}  // namespace

void CheckDuplicateEntry(const RuleInput& input, std::vector<Finding>& findings) {
  for (const Flag& flag : input.flags) {
    std::vector<const Entry*> entries = flag.entries;
    std::erase_if(entries, [](const Entry* entry) { return !Counts(*entry); });
    if (entries.size() > 1) Report(flag.name, entries, flag, findings);
    std::map<std::string, std::vector<const Entry*>> sub_flags;
    for (const Entry* entry : flag.sub_flags) {
      if (Counts(*entry)) sub_flags[entry->name].push_back(entry);
    }
    for (const auto& [name, listed] : sub_flags) {
      if (listed.size() > 1) Report(name, listed, flag, findings);
    }
  }
}

}  // namespace flagcensus
