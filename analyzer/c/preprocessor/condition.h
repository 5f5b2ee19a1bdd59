// The assumptions under an undecided `#if`: conjunctions of literals.
//
//   #if A && B      ─→ literals of A and B, and that of the whole
//   #elif C         ─→ not the whole, C
//   #else           ─→ not the whole, not C
//
// After SuperC (Gazzillo and Grimm, PLDI 2012) and TypeChef (Kästner et al., OOPSLA 2011), which
// represent every configuration by formulas that they solve. A conjunction of literals is weaker
// than a formula, costs its length, and suffices to prove that two places exclude each other.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/c/preprocessor/token.h"

namespace flagcensus {

// Literals, ascending: twice the atom's number, plus one if negated. Empty: always true.
using PpCondition = std::vector<uint32_t>;

// Whether no configuration satisfies both.
bool Excludes(const PpCondition& a, const PpCondition& b);
// Whether `a` is true only if `b` is.
bool Implies(const PpCondition& a, const PpCondition& b);
// The conjunction, at most 64 literals; the rest is dropped, so more is assumed possible.
PpCondition Both(const PpCondition& a, const PpCondition& b);

// The atoms of one unit, by text and epoch: `defined(A)` before and after `#define A` are two.
class PpAtoms {
 public:
  // What the tokens of an #if imply if they are true, and if they are false.
  std::pair<PpCondition, PpCondition> Of(const PpTokens& expression, uint64_t epoch);
  std::pair<PpCondition, PpCondition> OfDefined(std::string_view name, uint64_t epoch);
  // As spelled after an #if; "" for the empty condition. Long ones end in "...".
  std::string Text(const PpCondition& condition) const;

 private:
  uint32_t Literal(const std::string& text, uint64_t epoch, bool negated);
  void Split(const PpTokens& t, size_t begin, size_t end, uint64_t epoch, bool negated, int depth,
             PpCondition* out);

  std::vector<std::string> texts_;
  std::map<std::pair<std::string, uint64_t>, uint32_t> known_;
};

}  // namespace flagcensus
