// names ─→ pairs that are equal after a deletion in one or both ─→ pairs that are near
//
// Two words that differ by an insertion, a deletion or a replaced letter become equal if a letter
// is removed from one or both (symmetric deletion). So only names with a common deletion are
// compared: TIMEOUT and TIMOUT share TIMOUT.
#include "analyzer/audit/near_names.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

constexpr size_t kLongest = 80;  // letters of a name that is compared
// Names with which one is compared; more are a family such as A1, A2, ...
constexpr size_t kMaxCompared = 50;

// Whether the difference of two words, which is one edit, is probably a mistake. A missing letter,
// or two in the wrong order, usually is. A replaced letter often makes a different word: BCOPY and
// ZCOPY, QMAKE and CMAKE. So the words must be longer for it, and differ before the last letter. A
// mistake in the first letter or in a short word is missed.
bool IsSlip(std::string_view a, std::string_view b) {
  // The less likely a slip is, the longer the words must be: swapped letters rarely make a word.
  constexpr size_t kSwapped = 5, kMissing = 6, kReplaced = 9;  // letters of the shorter word
  const size_t shorter = std::min(a.size(), b.size());
  // The first byte at which they differ.
  const size_t at = static_cast<size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<ptrdiff_t>(shorter), b.begin()).first -
      a.begin());
  if (at == 0) return false;
  if (a.size() != b.size()) {
    // A plural next to its singular is often a second variable.
    const std::string_view longer = a.size() > b.size() ? a : b;
    return shorter >= kMissing && !(at == shorter && longer.back() == 'S');
  }
  const bool swapped = at + 1 < a.size() && a[at] == b[at + 1] && a[at + 1] == b[at];
  return swapped ? shorter >= kSwapped : shorter >= kReplaced && at + 1 < a.size();
}

// Whether two names with a common deletion are near: by case, or by one edit in one word.
bool AreNear(std::string_view a, std::string_view b) {
  if (EqualsIgnoreCase(a, b)) {
    // A name in lower case next to one in capitals is a second family ("http_proxy"). Only if both
    // mix cases is it a mistake.
    return ToLower(a) != a && ToLower(b) != b;
  }
  if (EditDistance(a, b, 1) > 1) return false;
  const std::vector<std::string_view> left = Split(a, '_'), right = Split(b, '_');
  if (left.size() != right.size()) return false;
  for (size_t i = 0; i < left.size(); ++i) {
    if (left[i] == right[i]) continue;
    // Digits number things: SIZE_1 and SIZE_2 are two variables.
    if (HasDigit(left[i]) || HasDigit(right[i])) {
      return false;
    }
    if (!IsSlip(left[i], right[i])) return false;
  }
  return true;
}

}  // namespace

// Each name is stored under its deletions; names under a common key are compared. All pairs of n
// names would be n² comparisons.
std::vector<std::pair<size_t, size_t>> NearNames(const std::vector<std::string_view>& names) {
  std::unordered_multimap<std::string, size_t> by_rest;
  std::set<std::pair<size_t, size_t>> found;
  for (size_t i = 0; i < std::min(names.size(), kMaxNearNames); ++i) {
    const std::string lower = ToLower(names[i]);
    // Patterns are not names, and a long name has thousands of deletions.
    if (lower.size() > kLongest || lower.find('*') != std::string::npos) continue;
    // The name itself is a key, too: it is what remains of a longer name after a deletion.
    std::set<std::string> keys = {lower};
    for (size_t at = 0; at < lower.size(); ++at) {
      keys.insert(lower.substr(0, at) + lower.substr(at + 1));
    }
    // A set, since two names usually have several deletions in common.
    std::set<size_t> others;
    for (const std::string& key : keys) {
      const auto [begin, end] = by_rest.equal_range(key);
      for (auto at = begin; at != end && others.size() < kMaxCompared; ++at) {
        others.insert(at->second);
      }
    }
    for (const size_t other : others) {
      if (AreNear(names[other], names[i])) found.emplace(other, i);
    }
    for (const std::string& key : keys) by_rest.emplace(key, i);
  }
  return {found.begin(), found.end()};
}

}  // namespace flagcensus
