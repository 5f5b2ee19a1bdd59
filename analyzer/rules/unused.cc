// unused: a page documents a variable that nothing in the tree touches
//
// ## What it does
// Reports each documented variable that no source file of the tree reads, tests or sets, in any
// scope. At full severity only where the name stands nowhere else either: where a script, a CI
// file, a Dockerfile or another language names it, the finding is severity info and says where.
//
// ## Why it matters
// Users set such a variable and nothing happens. Most often it was renamed or removed in the code
// and stayed on the page.
//
// ## Example
//     | `APP_WORKERS` | `4` | number of workers |
//
// and no `APP_WORKERS` in the tree:
//
//     APP_WORKERS is documented but nothing in the tree reads or sets it
//
// ## Not reported
// - entries that the page itself calls removed or shown in docstring examples only;
// - a documented family (`APP_LOG_*`) of which the code touches a member;
// - names that prose only talks about;
// - at full severity: names that a computed access (`os.environ["APP_" + key]`) may touch;
// - at full severity: names that belong to others (`OMP_NUM_THREADS`), which a library may read,
//   unless the page says that the program sets them;
// - at full severity: entries that the page calls not consumed or reserved. They are acknowledged.
//
// ## Fix
// Remove the entry, give it the variable's new name, or say on the page that it was removed.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/rules/evidence.h"
#include "analyzer/rules/patterns.h"
#include "analyzer/rules/registry.h"

namespace flagcensus {
namespace {

// What the page says that makes an untouched variable no news.
bool IsExcused(const Entry& entry) {
  return entry.HasClaim("removed") || entry.HasClaim("docstring-only");
}

// Whether the page promises that the program sets the variable.
bool SaysSet(const std::vector<const Entry*>& entries) {
  return EntryWithClaim(entries, "always-set") != nullptr ||
         EntryWithClaim(entries, "set-if-missing") != nullptr ||
         EntryWithClaim(entries, "appended") != nullptr;
}

// The access with a computed name that may touch `name`, or nullptr; for a documented family, an
// access to a member of it.
const Flag* MayTouch(const RuleInput& input, const std::vector<const Flag*>& computed,
                     const std::string& name) {
  for (const Flag* pattern : computed) {
    if (Covers(pattern->name, name)) return pattern;
  }
  if (!IsPattern(name)) return nullptr;
  for (const Flag& flag : input.flags) {
    if (!flag.accesses.empty() && Covers(name, flag.name)) return &flag;
  }
  return nullptr;
}

}  // namespace

void CheckUnused(const RuleInput& input, std::vector<Finding>& findings) {
  std::vector<const Flag*> computed = PatternFlags(input.flags);
  std::erase_if(computed, [](const Flag* flag) { return flag->accesses.empty(); });
  for (const Flag& flag : input.flags) {
    if (!flag.accesses.empty()) continue;
    std::vector<const Entry*> entries = flag.entries;
    std::erase_if(entries, [](const Entry* entry) { return IsExcused(*entry); });
    if (entries.empty()) continue;

    const Flag* const toucher = MayTouch(input, computed, flag.name);
    if (toucher != nullptr && IsPattern(flag.name)) continue;
    Finding out = MakeFinding("unused", flag.name, Severity::kInfo, Confidence::kLow);
    out.doc = PlacesOf(entries);
    const std::string page = ToText(out.doc.front());
    // Where the page says that the program sets it, whoever reads it waits in vain.
    const Owner* const owner = SaysSet(entries) ? nullptr : OwnerOf(input.ownership, flag.name);
    if (EntryWithClaim(entries, "not-consumed") != nullptr ||
        EntryWithClaim(entries, "reserved") != nullptr) {
      out.acknowledged = true;
      out.confidence = Confidence::kHigh;
      out.message = fmt::format(
          "{} is documented but nothing in the tree reads or sets it, as {} says itself: remove "
          "the "
          "entry once nobody looks for it",
          flag.name, page);
    } else if (toucher != nullptr) {
      out.code = {toucher->accesses.front().access->place};
      out.message = fmt::format(
          "{} is documented but nothing reads or sets it by that name; {} touches {}: check that "
          "it "
          "still includes it, or remove {}",
          flag.name, ToText(out.code.front()), toucher->name, page);
    } else if (!flag.seen_elsewhere.empty()) {
      out.confidence = Confidence::kMedium;
      out.code = flag.seen_elsewhere;
      out.message = fmt::format(
          "{} is documented but no source reads or sets it; the name stands in {}: check who uses "
          "it, and let {} say so",
          flag.name, ToText(out.code), page);
    } else if (flag.declared_as) {
      out.severity = Severity::kWarning;
      out.confidence = Confidence::kMedium;
      out.code = {*flag.declared_as};
      out.message = fmt::format(
          "{} is documented but nothing in the tree reads or sets it; {} has a flag of that name "
          "that does not look at the environment: read it there, or remove it from {}",
          flag.name, ToText(out.code.front()), page);
    } else if (owner != nullptr) {
      out.confidence = Confidence::kMedium;
      out.message = fmt::format(
          "{} is documented but nothing in the tree reads or sets it; it belongs to {}, which may: "
          "check {}",
          flag.name, owner->name, page);
    } else {
      out.severity = Severity::kWarning;
      out.confidence = Confidence::kHigh;
      out.message = fmt::format(
          "{} is documented but nothing in the tree reads or sets it: remove it from {}, or give "
          "it "
          "its new name there",
          flag.name, page);
    }
    findings.push_back(std::move(out));
  }
}

}  // namespace flagcensus
