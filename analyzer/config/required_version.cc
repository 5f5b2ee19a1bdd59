// "0.2.0" and ">=0.2,<1" ─→ whether the first meets the second
//
// Versions are release numbers alone; missing parts count as 0. See PEP 440, "Version specifiers".
#include "analyzer/config/required_version.h"

#include <charconv>
#include <vector>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

using Release = std::vector<unsigned>;

// The numbers of "0.2.0"; nullopt for anything else, also for suffixes such as "rc1".
std::optional<Release> ParseRelease(std::string_view text) {
  Release out;
  for (const std::string_view part : Split(text, '.')) {
    unsigned number = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    if (part.empty() || error != std::errc() || end != part.data() + part.size()) {
      return std::nullopt;
    }
    out.push_back(number);
  }
  return out;
}

// Below, equal to or above 0 if `a` is older than, the same as or newer than `b`, by their first
// `count` parts.
// Missing parts count as 0: {0, 2} and {0, 2, 0} are equal.
int Compare(const Release& a, const Release& b, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const unsigned left = i < a.size() ? a[i] : 0;
    const unsigned right = i < b.size() ? b[i] : 0;
    if (left != right) return left < right ? -1 : 1;
  }
  return 0;
}

//   0.2.3 meets ">=0.2", "~=0.2", "==0.2.*" and "!=0.3"; it does not meet "0.2" or "<0.2.3"
std::optional<bool> MeetsOne(const Release& version, std::string_view clause) {
  std::string_view sign;
  // Longer signs come before their prefixes.
  for (const std::string_view each : {"~=", "==", "!=", ">=", "<=", ">", "<"}) {
    if (!clause.starts_with(each)) continue;
    sign = each;
    break;
  }
  std::string_view text = Trim(clause.substr(sign.size()));
  // "==0.2.*" compares only the parts before the star.
  const bool any = text.ends_with(".*") && (sign == "==" || sign == "!=");
  if (any) text.remove_suffix(2);
  const std::optional<Release> wanted = ParseRelease(text);
  if (!wanted || (sign == "~=" && wanted->size() < 2)) return std::nullopt;
  const int all = Compare(version, *wanted, std::max(version.size(), wanted->size()));
  const int shown = any ? Compare(version, *wanted, wanted->size()) : all;
  if (sign.empty() || sign == "==") return shown == 0;
  if (sign == "!=") return shown != 0;
  if (sign == ">=") return all >= 0;
  if (sign == "<=") return all <= 0;
  if (sign == ">") return all > 0;
  if (sign == "<") return all < 0;
  // "~=0.2.1": 0.2.1 or newer, and still 0.2.
  return all >= 0 && Compare(version, *wanted, wanted->size() - 1) == 0;
}

}  // namespace

// Every clause is read, also after one that is not met: a malformed text is always noticed.
std::optional<bool> MeetsVersion(std::string_view version, std::string_view wanted) {
  const std::optional<Release> own = ParseRelease(version);
  if (!own) return std::nullopt;
  bool all = true;
  for (const std::string_view clause : Split(wanted, ',')) {
    const std::optional<bool> one = MeetsOne(*own, Trim(clause));
    if (!one) return std::nullopt;
    all = all && *one;
  }
  return all;
}

}  // namespace flagcensus
