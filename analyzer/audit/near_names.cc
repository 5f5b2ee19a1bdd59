// names ─→ those that are the same with one letter less ─→ those that are near indeed
//
// Two words that an insertion, a deletion or a replaced letter parts are the same once a letter is
// taken out of one or both (symmetric deletion), so that only those are compared.
#include "analyzer/audit/near_names.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxNames = 20000;  // of a project
constexpr size_t kLongest = 80;      // letters of a name that is compared
constexpr size_t kMaxCompared = 50;  // names that one is compared with

// Whether one of two words, which an edit parts, is a slip of the pen. A letter too many or too
// few, or two in the wrong order, is one oftener than another letter, which makes another word:
// BCOPY and ZCOPY, QMAKE and CMAKE.
bool IsSlip(std::string_view a, std::string_view b) {
  constexpr size_t kSwapped = 5, kMissing = 6, kReplaced = 9;  // letters of the shorter word
  const size_t shorter = std::min(a.size(), b.size());
  const size_t at = static_cast<size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<ptrdiff_t>(shorter), b.begin()).first -
      a.begin());
  if (at == 0) return false;
  if (a.size() != b.size()) {
    // A plural beside its singular is a second variable as often.
    const std::string_view longer = a.size() > b.size() ? a : b;
    return shorter >= kMissing && !(at == shorter && longer.back() == 'S');
  }
  const bool swapped = at + 1 < a.size() && a[at] == b[at + 1] && a[at + 1] == b[at];
  return swapped ? shorter >= kSwapped : shorter >= kReplaced && at + 1 < a.size();
}

bool AreNear(std::string_view a, std::string_view b) {
  if (EqualsIgnoreCase(a, b)) {
    // A name in small letters beside one in capitals is two families ("http_proxy"), one slip not.
    return ToLower(a) != a && ToLower(b) != b;
  }
  if (EditDistance(a, b, 1) > 1) return false;
  const std::vector<std::string_view> left = Split(a, '_'), right = Split(b, '_');
  if (left.size() != right.size()) return false;
  for (size_t i = 0; i < left.size(); ++i) {
    if (left[i] == right[i]) continue;
    if (HasDigit(left[i]) || HasDigit(right[i])) {
      return false;
    }
    if (!IsSlip(left[i], right[i])) return false;
  }
  return true;
}

}  // namespace

std::vector<std::pair<size_t, size_t>> NearNames(const std::vector<std::string_view>& names) {
  std::unordered_multimap<std::string, size_t> by_rest;
  std::set<std::pair<size_t, size_t>> found;
  for (size_t i = 0; i < std::min(names.size(), kMaxNames); ++i) {
    const std::string lower = ToLower(names[i]);
    if (lower.size() > kLongest || lower.find('*') != std::string::npos) continue;
    std::set<std::string> keys = {lower};
    for (size_t at = 0; at < lower.size(); ++at) {
      keys.insert(lower.substr(0, at) + lower.substr(at + 1));
    }
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
