// What is assumed of `#if` that nothing decides: conjunctions of literals.
//
//     #if A && B      A's and B's literals, and that of the whole
//     #elif C         not the whole, C
//     #else           not the whole, not C
//
// After SuperC (Gazzillo and Grimm, PLDI 2012) and TypeChef (Kästner et al., OOPSLA 2011), which
// keep every configuration by formulas that they solve. A conjunction of literals says less than a
// formula, costs its length, and suffices to tell that two places never meet.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/cpp/token.h"

namespace flagcensus {

// Literals, ascending: the number of the atom twice, one more where it is negated. Empty: always.
using PpCondition = std::vector<uint32_t>;

// Whether no configuration has both.
bool Excludes(const PpCondition& a, const PpCondition& b);
// Whether `a` holds only where `b` does.
bool Implies(const PpCondition& a, const PpCondition& b);
// Both together, at most 64 literals; what is beyond is dropped, so that more is assumed possible.
PpCondition Both(const PpCondition& a, const PpCondition& b);

// The atoms of one unit, by what they say and when: `defined(A)` before and after `#define A` are
// two.
class PpAtoms {
 public:
  // What the tokens of an #if say where it is true, and where it is false.
  std::pair<PpCondition, PpCondition> Of(const PpTokens& expression, uint64_t epoch);
  std::pair<PpCondition, PpCondition> OfDefined(std::string_view name, uint64_t epoch);
  // As it would stand behind an #if; "" for none. Long ones end in "...".
  std::string Text(const PpCondition& condition) const;

 private:
  uint32_t Literal(const std::string& text, uint64_t epoch, bool negated);
  void Split(const PpTokens& t, size_t begin, size_t end, uint64_t epoch, bool negated, int depth,
             PpCondition* out);

  std::vector<std::string> texts_;
  std::map<std::pair<std::string, uint64_t>, uint32_t> known_;
};

}  // namespace flagcensus
