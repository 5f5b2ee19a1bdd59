// Operations over all sides of values: join where two branches meet, and whatever a language does
// with plain values, applied to each side of a facet and to each alternative.
//
// Facets are ordered by their variable's symbol, outermost first, so that one value has one form.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "analyzer/machine/value.h"

namespace flagcensus {

// `value` where it is known whether `variable` is set.
Val Restrict(ValuePool& pool, Val value, Symbol variable, bool set);

// What holds where two branches meet and nothing tells which was taken.
Val Join(ValuePool& pool, Val a, Val b);

// What holds after a branch on `test`: `then` on its true side, `otherwise` on its false one.
Val MergeByTest(ValuePool& pool, Val test, Val then, Val otherwise);

// Applies `operation` to each combination of the leaves of `values`. At most kMaxCombinations:
// beyond, alternatives count as unknown. A leaf that raises makes the result raise.
using LeafOperation = std::function<Val(const std::vector<Val>& leaves)>;
Val Lift(ValuePool& pool, const std::vector<Val>& values, const LeafOperation& operation);

// The same of one value and of two.
template <class Operation>
Val Lift1(ValuePool& pool, Val value, const Operation& operation) {
  if (value->kind != ValKind::kFacet && value->kind != ValKind::kAlternatives) {
    return value->kind == ValKind::kRaises ? value : operation(value);
  }
  return Lift(pool, {value}, [&](const std::vector<Val>& leaves) { return operation(leaves[0]); });
}
template <class Operation>
Val Lift2(ValuePool& pool, Val a, Val b, const Operation& operation) {
  const auto plain = [](Val v) {
    return v->kind != ValKind::kFacet && v->kind != ValKind::kAlternatives &&
           v->kind != ValKind::kRaises;
  };
  if (plain(a) && plain(b)) return operation(a, b);
  return Lift(pool, {a, b},
              [&](const std::vector<Val>& leaves) { return operation(leaves[0], leaves[1]); });
}

// Whether a value of the result is true or false; nullopt where it may be either or is a facet.
std::optional<bool> KnownTruth(Val value);

// A truth value turned around, side by side.
Val Negate(ValuePool& pool, Val truth);
// Both hold, side by side; operands are truth values.
Val Both(ValuePool& pool, Val a, Val b);

// `value` without its absent leaves; absent where it has no other.
Val WithoutAbsent(ValuePool& pool, Val value);

// `value` with `otherwise` in place of absent leaves.
Val FillAbsent(ValuePool& pool, Val value, Val otherwise);

bool HasAbsent(Val value);

// `value` with `otherwise` in place of leaves that raise, and with what `keep` makes of the others.
Val CatchRaises(ValuePool& pool, Val value, Val otherwise, const LeafOperation& keep = nullptr);

}  // namespace flagcensus
