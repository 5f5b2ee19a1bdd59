// Glob matching with `*` alone, without backtracking further than the last star: O(|a| * |b|) at
// worst, and names are short.
#include "analyzer/rules/patterns.h"

#include <algorithm>

#include "analyzer/base/text.h"

namespace flagcensus {

bool IsPattern(std::string_view name) { return name.find('*') != std::string_view::npos; }

namespace {

bool Matches(std::string_view pattern, std::string_view name) {
  size_t p = 0, n = 0, star = std::string_view::npos, resume = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

// How many letters and digits of its own a pattern has.
long OwnLetters(std::string_view pattern) {
  return std::count_if(pattern.begin(), pattern.end(), [](char c) { return c != '*' && c != '_'; });
}

}  // namespace

bool Covers(std::string_view pattern, std::string_view name) {
  // The prefix says whose family it is: `*_DIR` is nobody's, and `A*` everybody's. Two words at the
  // end say it too: `<INSTANCE>_API_KEY`.
  if (pattern.empty() || OwnLetters(pattern) < 2) return false;
  if (pattern.front() == '*' && std::count(pattern.begin(), pattern.end(), '_') < 2) return false;
  return Matches(pattern, name);
}

bool MayMake(std::string_view pattern, std::string_view name) {
  constexpr long kLeastEnding = 3;  // `*_X` ends anything
  if (pattern.empty() || OwnLetters(pattern) < 2) return false;
  if (pattern.front() == '*' && OwnLetters(pattern) < kLeastEnding) return false;
  return Matches(ToUpper(pattern), ToUpper(name));
}

std::vector<const Flag*> PatternFlags(const std::vector<Flag>& flags) {
  std::vector<const Flag*> out;
  for (const Flag& flag : flags) {
    if (IsPattern(flag.name)) out.push_back(&flag);
  }
  return out;
}

}  // namespace flagcensus
