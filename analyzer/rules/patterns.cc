// Glob matching with `*` alone, without backtracking further than the last star: O(|a| * |b|) at
// worst, and names are short.
#include "analyzer/rules/patterns.h"

#include <algorithm>

#include "analyzer/base/text.h"

namespace flagcensus {

bool IsPattern(std::string_view name) { return name.find('*') != std::string_view::npos; }

namespace {

// Greedy, with one step back to the last '*': linear in practice, at most the product of the
// lengths.
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

// The number of letters and digits in the pattern.
long OwnLetters(std::string_view pattern) {
  return std::count_if(pattern.begin(), pattern.end(), [](char c) { return c != '*' && c != '_'; });
}

}  // namespace

bool Covers(std::string_view pattern, std::string_view name) {
  // The prefix identifies the family: `*_DIR` belongs to no project, and `A*` to all. Two words at
  // the end identify it, too: `<INSTANCE>_API_KEY`.
  if (pattern.empty() || OwnLetters(pattern) < 2) return false;
  if (pattern.front() == '*' && std::count(pattern.begin(), pattern.end(), '_') < 2) return false;
  return Matches(pattern, name);
}

bool MayMake(std::string_view pattern, std::string_view name) {
  constexpr long kMinEnding = 3;  // `*_X` ends anything
  if (pattern.empty() || OwnLetters(pattern) < 2) return false;
  if (pattern.front() == '*' && OwnLetters(pattern) < kMinEnding) return false;
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
