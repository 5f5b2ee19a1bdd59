// declared-not-consumed: a variable is read and nothing uses its value
//
// ## What it does
// Reports a variable whose every read in the project's own sources is lost: it is bound to a name
// that nothing loads, imports or reaches through its module, or it stands in a function or a
// declarator that nothing calls. Where the page says so itself ("declared but not currently
// consumed") the finding is acknowledged and severity info.
//
// ## Why it matters
// The variable can be set, the program looks at it, and nothing changes. Either its use was lost in
// a refactoring or the variable should go.
//
// ## Example
//     # app/settings.py
//     RETRIES = int(os.getenv("APP_RETRIES", "3"))    # and no other line names RETRIES
//
// gives:
//
//     APP_RETRIES is read into RETRIES, which nothing uses
//
// ## Not reported
// - a variable of which at least one read is used, or may be: what cannot be told counts as used;
// - variables that are only set, or only tested for presence.
//
// ## Fix
// Use the value where it was meant to count, or remove the read and the entry on the page.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/rules/evidence.h"
#include "analyzer/rules/registry.h"

namespace flagcensus {
namespace {

bool IsLost(const Consumption& consumption) {
  return consumption.kind == Consumption::Kind::kUnusedName ||
         consumption.kind == Consumption::Kind::kUncalled;
}

// The reads of `flag` in scope src where all of them are lost; none where one may be used.
std::vector<const FlagAccess*> LostReads(const Flag& flag) {
  std::vector<const FlagAccess*> out;
  for (const FlagAccess& access : flag.accesses) {
    if (access.access->scope != Scope::kSrc || IsWrite(access.access->op)) continue;
    if (access.access->op != AccessOp::kRead || !IsLost(access.consumption)) return {};
    out.push_back(&access);
  }
  return out;
}

std::string What(const Flag& flag, const FlagAccess& read) {
  const std::string& holder = read.consumption.holder;
  const std::string_view nothing =
      read.consumption.used_in_tests ? "only tests or examples" : "nothing";
  const std::string_view verb =
      read.consumption.kind == Consumption::Kind::kUncalled ? "calls" : "uses";
  const std::string_view ending =
      read.consumption.used_in_tests ? verb.substr(0, verb.size() - 1) : verb;
  const std::string_view by = read.consumption.kind == Consumption::Kind::kUncalled ? "by" : "into";
  if (holder.empty())
    return fmt::format("{} is read but {} {} its value", flag.name, nothing, ending);
  return fmt::format("{} is read {} {}, which {} {}", flag.name, by, holder, nothing, ending);
}

}  // namespace

void CheckDeclaredNotConsumed(const RuleInput& input, std::vector<Finding>& findings) {
  for (const Flag& flag : input.flags) {
    const std::vector<const FlagAccess*> reads = LostReads(flag);
    if (reads.empty()) continue;
    const bool in_tests = std::any_of(reads.begin(), reads.end(), [](const FlagAccess* read) {
      return read->consumption.used_in_tests;
    });
    const Entry* claim = EntryWithClaim(flag.entries, "not-consumed");
    if (claim == nullptr) claim = EntryWithClaim(flag.entries, "reserved");
    Finding out = MakeFinding("declared-not-consumed", flag.name,
                              claim != nullptr ? Severity::kInfo : Severity::kWarning,
                              in_tests ? Confidence::kMedium : Confidence::kHigh);
    out.acknowledged = claim != nullptr;
    for (const FlagAccess* read : reads) out.code.push_back(read->access->place);
    out.doc = PlacesOf(flag.entries);
    const std::string what = What(flag, *reads.front());
    if (claim != nullptr) {
      out.message = fmt::format("{}, as {} says itself: use it, or remove it from both", what,
                                ToText(claim->place));
    } else if (!out.doc.empty()) {
      out.message =
          fmt::format("{}: use it, or remove it here and from {}", what, ToText(out.doc.front()));
    } else {
      out.message = what + ": use it, or remove it";
    }
    findings.push_back(std::move(out));
  }
}

}  // namespace flagcensus
