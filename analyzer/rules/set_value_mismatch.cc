// set-value-mismatch: the code sets a variable to a different value than documented
//
// ## What it does
// Compares the value that a page says the program sets ("always set to 3", "set if missing",
// a sub-flag that is appended) with what the sources write. Reported only if the value of every write
// is known and none of them is the documented value.
//
// ## Why it matters
// Users read such pages to understand how a library behaves inside the program. An outdated value is
// misleading.
//
// ## Example
//     | `GRPC_VERBOSITY` | `3` | always set |
//
// and
//
//     os.environ["GRPC_VERBOSITY"] = "ERROR"
//
//     GRPC_VERBOSITY is documented as set to 3, but the code sets it to ERROR
//
// ## Not reported
// - writes in tests, examples and scripts;
// - variables that are set to a computed value;
// - a sub-flag that the code never appends.
//
// ## Fix
// Correct the page, or the value in the code.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/rule.h"
#include "analyzer/values/values.h"

namespace flagcensus {
namespace {

bool SaysSet(const Entry& entry) {
  return entry.HasClaim("always-set") || entry.HasClaim("set-if-missing");
}

// What the page says that the code sets, or nullptr.
const std::string* SetTo(const Entry& entry) {
  if (entry.value) return &*entry.value;
  if (entry.default_kind == DocumentedDefault::kLiteral && entry.default_text) {
    return &*entry.default_text;
  }
  return nullptr;
}

// The writes of the sources; empty if one of them has an unknown value.
std::vector<const Access*> KnownWrites(const Flag& flag) {
  std::vector<const Access*> writes;
  for (const Access* access : SourceAccesses(flag)) {
    const bool sets = access->op == AccessOp::kWrite || access->op == AccessOp::kSetDefault;
    if (access->op == AccessOp::kAppend || (sets && !access->value)) return {};
    if (sets) writes.push_back(access);
  }
  return writes;
}

void Report(const std::string& name, const Entry& entry, const std::string& documented,
            const std::string& actual, std::vector<Place> places, std::vector<Finding>& findings) {
  Finding out = MakeFinding("set-value-mismatch", name, Severity::kWarning, Confidence::kHigh);
  SetValues(out, documented, actual);
  out.doc = {entry.place};
  out.highlight.about = AboutText::kValue;
  out.code = std::move(places);
  out.message = fmt::format("{} is documented as set to {}, but the code sets it to {}", name,
                            ShowValue(name, documented), ShowValue(name, actual));
  out.remedy =
      fmt::format("correct {}, or the value in {}", ToText(entry.place), ToText(out.code.front()));
  findings.push_back(std::move(out));
}

// The text after `flag=` in a text of flags, up to the next blank.
std::optional<std::string> ValueIn(std::string_view text, std::string_view flag) {
  for (size_t at = text.find(flag); at != std::string_view::npos; at = text.find(flag, at + 1)) {
    const size_t end = at + flag.size();
    const bool whole = (at == 0 || text[at - 1] == ' ' || text[at - 1] == ',') &&
                       end < text.size() && text[end] == '=';
    if (!whole) continue;
    const std::string_view rest = text.substr(end + 1);
    return std::string(rest.substr(0, rest.find(' ')));
  }
  return std::nullopt;
}

// Compares a sub-flag's documented value with what the sources append or write, if they contain it
// with one value.
void CheckSubFlag(const Flag& flag, const Entry& entry, std::vector<Finding>& findings) {
  const std::string* documented = SetTo(entry);
  if (documented == nullptr || !entry.HasClaim("appended")) return;
  std::optional<std::string> actual;
  std::vector<Place> places;
  for (const Access* access : SourceAccesses(flag)) {
    if (!access->value) continue;
    const std::optional<std::string> found = ValueIn(*access->value, entry.name);
    if (!found) continue;
    if (CompareLiterals(*documented, *found, entry.type, {}) != Verdict::kDiffer) return;
    actual = found;
    places.push_back(access->place);
  }
  if (actual) Report(entry.name, entry, *documented, *actual, std::move(places), findings);
}

void CheckSetValueMismatch(const RuleInput& input, std::vector<Finding>& findings) {
  for (const Flag& flag : input.flags) {
    // Options in the value of a variable first, then the variable itself.
    for (const Entry* entry : flag.sub_flags) CheckSubFlag(flag, *entry, findings);
    const std::vector<const Access*> writes = KnownWrites(flag);
    if (writes.empty()) continue;
    for (const Entry* entry : flag.entries) {
      const std::string* documented = SetTo(*entry);
      if (documented == nullptr || !SaysSet(*entry)) continue;
      // One write with the documented value is enough: others may be for special cases.
      const bool differs = std::all_of(writes.begin(), writes.end(), [&](const Access* write) {
        return CompareLiterals(*documented, *write->value, entry->type, {}) == Verdict::kDiffer;
      });
      if (!differs) continue;
      Report(flag.name, *entry, *documented, *writes.front()->value, PlacesOf(writes), findings);
      break;
    }
  }
}

}  // namespace

extern constexpr Rule kSetValueMismatchRule = {
    .rank = 30,
    .name = "set-value-mismatch",
    .summary = "the code sets a variable to a different value than documented",
    .remedy = "correct the page, or the value in the code",
    .check = CheckSetValueMismatch,
};

}  // namespace flagcensus
