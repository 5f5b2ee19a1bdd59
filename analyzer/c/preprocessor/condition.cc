// Conditions as conjunctions of literals, each a number: 2n for an atom, 2n + 1 for its negation.
//
//   A && !defined(B)      ─→ {A, !defined(B)}
//   !(A || B)             ─→ {!A, !B}
//   A || B                ─→ {A || B}: one atom
#include "analyzer/c/preprocessor/condition.h"

#include <algorithm>
#include <iterator>

namespace flagcensus {
namespace {

// Bounds: a conjunction beyond 64 literals loses some, so fewer places exclude each other.
constexpr size_t kMaxLiterals = 64;
constexpr size_t kMaxText = 4000;
constexpr int kMaxSplits = 20;

// The bracket that closes t[open], or `end`.
size_t ClosingOf(const PpTokens& t, size_t open, size_t end) {
  int depth = 0;
  for (size_t i = open; i < end; ++i) {
    if (t[i].Is("(")) ++depth;
    if (t[i].Is(")") && --depth == 0) return i;
  }
  return end;
}

// The position of `operation` in begin..end outside of brackets; `end` if it does not occur, or if
// an operator that binds less does.
size_t OperatorIn(const PpTokens& t, size_t begin, size_t end, std::string_view operation) {
  size_t found = end;
  for (size_t i = begin; i < end; ++i) {
    if (t[i].Is("(")) i = ClosingOf(t, i, end);
    if (i >= end) break;
    if (t[i].Is("?") || t[i].Is(",") || (operation == "&&" && t[i].Is("||"))) return end;
    if (t[i].Is(operation) && found == end) found = i;
  }
  return found;
}

void Sort(PpCondition* condition) {
  std::sort(condition->begin(), condition->end());
  condition->erase(std::unique(condition->begin(), condition->end()), condition->end());
  if (condition->size() > kMaxLiterals) condition->resize(kMaxLiterals);
}

}  // namespace

// Both are sorted, and a literal differs from its negation in the lowest bit: one merge finds a
// pair.
//
//   {A, B} and {!A} ─→ true    {A} and {B} ─→ false    {X > 1} and {X < 1} ─→ false: not seen
bool Excludes(const PpCondition& a, const PpCondition& b) {
  for (size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    if ((a[i] ^ 1U) == b[k]) return true;
    a[i] < b[k] ? ++i : ++k;
  }
  return false;
}

// Only by containment: `a` may imply `b` for arithmetical reasons, which are not seen.
bool Implies(const PpCondition& a, const PpCondition& b) {
  return std::includes(a.begin(), a.end(), b.begin(), b.end());
}

PpCondition Both(const PpCondition& a, const PpCondition& b) {
  PpCondition out;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  if (out.size() > kMaxLiterals) out.resize(kMaxLiterals);
  return out;
}

// `epoch` separates equal texts before and after a #define that may change their value.
uint32_t PpAtoms::Literal(const std::string& text, uint64_t epoch, bool negated) {
  const auto [at, added] = known_.try_emplace({text, epoch}, static_cast<uint32_t>(texts_.size()));
  if (added) texts_.push_back(text);
  return 2 * at->second + (negated ? 1 : 0);
}

// The literals of the conjunction that begin..end is, or of its negation if `negated`.
void PpAtoms::Split(const PpTokens& t, size_t begin, size_t end, uint64_t epoch, bool negated,
                    int depth, PpCondition* out) {
  // `!(A || B)` is `!A && !B`: a negation is moved inwards, and brackets around the whole are
  // removed. `!A == B` negates only A.
  while (begin < end && (t[begin].Is("!") || t[begin].Is("("))) {
    if (t[begin].Is("(")) {
      if (ClosingOf(t, begin, end) + 1 != end) break;
      ++begin;
      --end;
      continue;
    }
    const bool all =
        begin + 1 < end && ((t[begin + 1].Is("(") && ClosingOf(t, begin + 1, end) + 1 == end) ||
                            t[begin + 1].Is("!") || begin + 2 == end ||
                            (t[begin + 1].IsName("defined") &&
                             (begin + 3 == end || (t[begin + 2].Is("(") && begin + 5 == end))));
    if (!all) break;
    negated = !negated;
    ++begin;
  }
  if (begin >= end) return;
  const size_t at = OperatorIn(t, begin, end, negated ? "||" : "&&");
  if (at < end && depth < kMaxSplits && out->size() < kMaxLiterals) {
    Split(t, begin, at, epoch, negated, depth + 1, out);
    Split(t, at + 1, end, epoch, negated, depth + 1, out);
    return;
  }
  if (t[begin].IsName("defined") && begin + 1 < end) {
    const bool bracket = t[begin + 1].Is("(") && begin + 4 == end;
    if (bracket || begin + 2 == end) {
      const std::string name(t[begin + (bracket ? 2 : 1)].text);
      out->push_back(Literal("defined(" + name + ")", epoch, negated));
      return;
    }
  }
  const PpTokens part(t.begin() + static_cast<long>(begin), t.begin() + static_cast<long>(end));
  out->push_back(Literal(PpText(part), epoch, negated));
}

std::pair<PpCondition, PpCondition> PpAtoms::Of(const PpTokens& expression, uint64_t epoch) {
  std::pair<PpCondition, PpCondition> out;
  Split(expression, 0, expression.size(), epoch, false, 0, &out.first);
  Split(expression, 0, expression.size(), epoch, true, 0, &out.second);
  // The negation of several literals is not a conjunction. The expression as a whole is one further
  // literal, which is negated.
  if (out.first.size() > 1) out.first.push_back(out.second[0] ^ 1U);
  if (out.second.size() > 1) out.second.push_back(out.first[0] ^ 1U);
  Sort(&out.first);
  Sort(&out.second);
  return out;
}

std::pair<PpCondition, PpCondition> PpAtoms::OfDefined(std::string_view name, uint64_t epoch) {
  const uint32_t literal = Literal("defined(" + std::string(name) + ")", epoch, false);
  return {{literal}, {literal ^ 1U}};
}

std::string PpAtoms::Text(const PpCondition& condition) const {
  std::string out;
  for (const uint32_t literal : condition) {
    const std::string& text = texts_[literal / 2];
    if (text.empty()) continue;
    if (out.size() + text.size() > kMaxText) return out + "...";
    const bool plain = text.find(' ') == std::string::npos;
    const bool negated = literal % 2 == 1;
    out += (out.empty() ? "" : " && ") + std::string(negated ? "!" : "") +
           (plain || !negated ? text : "(" + text + ")");
  }
  return out;
}

}  // namespace flagcensus
