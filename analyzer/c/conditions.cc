#include "analyzer/c/conditions.h"

#include <algorithm>

namespace flagcensus {
namespace {

constexpr size_t kMaxNesting = 200;                 // of #if
constexpr size_t kMaxCondition = 1000;              // bytes of what the branches before say
constexpr size_t kMaxTogether = 4000;               // bytes of what all the branches around say
constexpr size_t kMaxConditions = size_t{8} << 20;  // bytes of all conditions of a file

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
    Open(word, rest, first);
    SetCurrent();
    return CBranch::Kind::kIf;
  }
  if (levels_.empty()) return std::nullopt;
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

void CConditions::Open(std::string_view word, const std::string& rest, bool first) {
  if (levels_.size() >= kMaxNesting) return;
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
  if (size_ > kMaxConditions) all = "...";
  const auto [at, added] = index_.try_emplace(all, static_cast<int>(texts_.size()));
  current_ = at->second;
  if (!added) return;
  size_ += all.size();
  texts_.push_back(std::move(all));
}

}  // namespace flagcensus
