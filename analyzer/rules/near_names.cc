// Two names with one differing word share the key that has a '*' in its place, those with the same
// words the sorted words, and those that differ by a '_' their letters. A name without one of its
// words is itself a key of the longer one.
#include "analyzer/rules/near_names.h"

#include <algorithm>
#include <optional>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

using NameWords = std::vector<std::string_view>;

// Whether the letters of `part` occur in `whole` in that order.
bool IsContracted(std::string_view part, std::string_view whole) {
  size_t at = 0;
  for (const char c : whole) {
    if (at < part.size() && part[at] == c) ++at;
  }
  return at == part.size();
}

// Whether one of the words is the other cut off (DIR, DIRECTORY) or without some of its letters
// (NSPACE, NAMESPACE). Five letters for the latter: a short word is a contraction of too many.
bool IsShortFor(std::string_view a, std::string_view b) {
  constexpr size_t kMinCut = 3;
  constexpr size_t kMinContracted = 5;
  if (a.size() > b.size()) std::swap(a, b);
  if (a.size() < kMinCut || HasDigit(a) || HasDigit(b) || a[0] != b[0]) return false;
  return b.starts_with(a) || (a.size() >= kMinContracted && IsContracted(a, b));
}

std::string JoinWords(const NameWords& words, size_t skipped, std::string_view instead) {
  std::string out;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i == skipped && instead.empty()) continue;
    out.append(out.empty() ? "" : "_").append(i == skipped ? instead : words[i]);
  }
  return out;
}

// All keys of a name. The first character distinguishes the kinds of keys.
std::vector<std::string> KeysOf(std::string_view name) {
  const NameWords words = Split(name, '_');
  std::vector<std::string> out = {"=" + std::string(name), "~" + ReplaceAll(name, "_", "")};
  if (words.size() < 2) return out;
  for (size_t i = 0; i < words.size(); ++i) out.push_back("*" + JoinWords(words, i, "*"));
  for (size_t i = 1; i < words.size() && words.size() > 2; ++i) {
    out.push_back("=" + JoinWords(words, i, ""));
  }
  NameWords sorted = words;
  std::sort(sorted.begin(), sorted.end());
  out.push_back("<" + JoinWords(sorted, sorted.size(), ""));
  return out;
}

// nullopt if more than one word differs.
std::optional<NearNames::Near> Compared(const std::string& name, const Flag& flag) {
  NearNames::Near out;
  out.flag = &flag;
  NameWords a = Split(name, '_');
  NameWords b = Split(flag.name, '_');
  if (ReplaceAll(name, "_", "") == ReplaceAll(flag.name, "_", "")) {
    out.how = Nearness::kLetter;
    return out;
  }
  if (a.size() != b.size()) return out;
  size_t differing = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;
    ++differing;
    out.own = a[i];
    out.other = b[i];
  }
  if (differing > 1) {
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    if (a != b) return std::nullopt;
    out.how = Nearness::kOrder;
    out.own.clear();
    out.other.clear();
  } else if (IsSlip(out.own, out.other, a.size())) {
    out.how = Nearness::kLetter;
  } else if (IsShortFor(out.own, out.other)) {
    out.how = Nearness::kShort;
  }
  return out;
}

}  // namespace

bool IsSlip(std::string_view a, std::string_view b, size_t words) {
  // People rarely misspell the first letter; SYNC and ASYNC are two words.
  if (a.empty() || b.empty() || a[0] != b[0]) return false;
  const size_t longer = std::max(a.size(), b.size());
  const bool lost = HasLostLetter(a, b) || HasLostLetter(b, a);
  if (longer < kMinTypedWord && !lost &&
      (words < kMinTypedWords || a.size() < 2 || a.size() != b.size())) {
    return false;
  }
  if (HasDigit(a) || HasDigit(b)) return false;
  return EditDistance(a, b, 1) == 1;
}

bool HasLostLetter(std::string_view shorter, std::string_view longer) {
  constexpr size_t kLeast = 5;
  if (longer.size() < kLeast || longer.size() != shorter.size() + 1) return false;
  const auto differs = std::mismatch(shorter.begin(), shorter.end(), longer.begin());
  const auto at = static_cast<size_t>(differs.first - shorter.begin());
  return at > 0 && at < shorter.size() && shorter.substr(at) == longer.substr(at + 1) &&
         IsAlpha(longer[at]);
}

void NearNames::Add(const Flag& flag) {
  for (const std::string& key : KeysOf(flag.name)) by_key_[key].push_back(&flag);
}

std::vector<NearNames::Near> NearNames::Find(const std::string& name) const {
  constexpr size_t kSeries = 60;  // names with one differing word; more are a series
  std::vector<const Flag*> flags;
  for (const std::string& key : KeysOf(name)) {
    const auto found = by_key_.find(key);
    if (found == by_key_.end() || found->second.size() > kSeries) continue;
    flags.insert(flags.end(), found->second.begin(), found->second.end());
  }
  std::sort(flags.begin(), flags.end());
  flags.erase(std::unique(flags.begin(), flags.end()), flags.end());
  std::vector<Near> out;
  for (const Flag* flag : flags) {
    if (flag->name == name) continue;
    if (std::optional<Near> near = Compared(name, *flag)) out.push_back(std::move(*near));
  }
  std::sort(out.begin(), out.end(), [](const Near& a, const Near& b) {
    return std::tie(a.how, a.flag->name) < std::tie(b.how, b.flag->name);
  });
  return out;
}

}  // namespace flagcensus
