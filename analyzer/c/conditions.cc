#include "analyzer/c/conditions.h"

#include <algorithm>

namespace flagcensus {
namespace {

// Bounds on the texts, which users see with an access. The negations stop growing at kMaxCondition,
// a text ends in "..." after kMaxTogether, and beyond kMaxConditions all further conditions of the
// file are "...".
constexpr size_t kMaxNesting = 200;                 // of #if
constexpr size_t kMaxCondition = 1000;              // bytes of the negated conditions
constexpr size_t kMaxTogether = 4000;               // bytes of all conditions together
constexpr size_t kMaxConditions = size_t{8} << 20;  // bytes of all conditions of a file

// defined(A) ↔ !defined(A); any other condition is put into !(...).
std::string Negated(const std::string& condition) {
  if (condition.empty()) return "";
  if (condition.starts_with("!defined(") && condition.find(')') == condition.size() - 1) {
    return condition.substr(1);
  }
  if (condition.starts_with("defined(") && condition.find(')') == condition.size() - 1) {
    return "!" + condition;
  }
  return "!(" + condition + ")";
}

std::string Also(std::string before, const std::string& more) {
  return before + (before.empty() ? "" : " && ") + more;
}

// Only these spellings: `#if 0 && A` counts as possible.
bool IsZero(const std::string& condition) {
  return condition == "0" || condition == "(0)" || condition == "false";
}

bool IsOne(const std::string& condition) {
  return condition == "1" || condition == "(1)" || condition == "true";
}

}  // namespace

bool CConditions::Never() const {
  return std::any_of(levels_.begin(), levels_.end(), [](const Level& one) { return one.never; });
}

std::optional<CBranch::Kind> CConditions::Take(std::string_view word, const std::string& rest,
                                               bool first) {
  if (word == "if" || word == "ifdef" || word == "ifndef") {
    if (levels_.size() >= kMaxNesting) {
      ++deeper_;
      return CBranch::Kind::kIf;
    }
    Open(word, rest, first);
    SetCurrent();
    return CBranch::Kind::kIf;
  }
  // An #else or #endif without its #if is ignored.
  if (levels_.empty()) return std::nullopt;
  // Generated files of this depth lose conditions, not tokens.
  if (deeper_ > 0 && (word.starts_with("el") || word == "endif")) {
    if (word == "endif") --deeper_;
    return word == "endif" ? CBranch::Kind::kEnd : CBranch::Kind::kElse;
  }
  if (word == "else" || word == "elif" || word == "elifdef" || word == "elifndef") {
    Else(word, rest);
    SetCurrent();
    return CBranch::Kind::kElse;
  }
  if (word != "endif") return std::nullopt;
  levels_.pop_back();
  SetCurrent();
  return CBranch::Kind::kEnd;
}

// The level is pushed for a guard, too, so its #endif matches; its condition is empty.
void CConditions::Open(std::string_view word, const std::string& rest, bool first) {
  Level level;
  const bool guard = first && word == "ifndef";
  if (!guard) {
    level.condition =
        word == "if" ? rest : (word == "ifdef" ? "" : "!") + ("defined(" + rest + ")");
  }
  level.own = level.condition;
  level.never = IsZero(level.own);
  levels_.push_back(std::move(level));
}

void CConditions::Else(std::string_view word, const std::string& rest) {
  Level& level = levels_.back();
  level.taken = level.taken || IsOne(level.own);
  level.never = level.taken;
  const std::string negated = Negated(level.own);
  if (!negated.empty() && level.before.size() < kMaxCondition) {
    level.before = Also(level.before, negated);
  }
  level.condition = level.before;
  // An #else has no condition beyond the negated ones before it.
  if (word == "else") return;
  level.own = word == "elif"      ? rest
              : word == "elifdef" ? "defined(" + rest + ")"
                                  : "!defined(" + rest + ")";
  level.never = level.taken || IsZero(level.own);
  level.condition = Also(level.condition, level.own);
}

void CConditions::SetCurrent() {
  std::string all;
  for (const Level& level : levels_) {
    if (level.condition.empty()) continue;
    all = Also(std::move(all), level.condition);
    if (all.size() <= kMaxTogether) continue;
    all = all.substr(0, kMaxTogether) + "...";
    break;
  }
  if (all.empty()) {
    current_ = -1;
    return;
  }
  // An index for each different text: lines with the same condition share it.
  if (size_ > kMaxConditions) all = "...";
  const auto [at, added] = index_.try_emplace(all, static_cast<int>(texts_.size()));
  current_ = at->second;
  if (!added) return;
  size_ += all.size();
  texts_.push_back(std::move(all));
}

}  // namespace flagcensus
