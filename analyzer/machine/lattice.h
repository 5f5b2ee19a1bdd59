// Operations over all sides of values: the join after two branches, and operations on plain values,
// applied to each side of a facet and to each alternative. F(V, a, b) is a if V is set, otherwise
// b.
//
//   Join(1, 2)                                  ─→ alternatives 1, 2
//   MergeByTest(F(V, true, false), 1, 2)        ─→ F(V, 1, 2)
//   Lift1(F(V, "a", "b"), upper)                ─→ F(V, "A", "B")
//   Restrict(F(V, 1, F(W, 2, 3)), W, true)      ─→ F(V, 1, 2)
//
// Facets are ordered by the symbol of their variable, outermost first, so each value has one
// form.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "analyzer/machine/value.h"

namespace flagcensus {

// `value` under the condition that `variable` is set or unset.
Val Restrict(ValuePool& pool, Val value, Symbol variable, bool set);

// The value after two branches if it is unknown which one runs.
Val Join(ValuePool& pool, Val a, Val b);

// The value after a branch on `test`: `then` on its true side, `otherwise` on its false one.
Val MergeByTest(ValuePool& pool, Val test, Val then, Val otherwise);

// Applies `operation` to each combination of the leaves of `values`, at most kMaxCombinations (24).
// With more, alternatives count as unknown. A leaf that raises makes the result raise.
using LeafOperation = std::function<Val(const std::vector<Val>& leaves)>;
Val Lift(ValuePool& pool, std::vector<Val> values, const LeafOperation& operation);

// The same for one value and for two, without lists of values.
template <class Operation>
Val Lift1(ValuePool& pool, Val value, const Operation& operation) {
  if (const FacetVal* facet = AsFacet(value)) {
    const Symbol variable = facet->variable;
    Val set = Lift1(pool, Restrict(pool, facet->set, variable, true), operation);
    Val unset = Lift1(pool, Restrict(pool, facet->unset, variable, false), operation);
    return pool.Facet(variable, set, unset);
  }
  const AlternativesVal* several = AsAlternatives(value);
  if (several == nullptr) return IsRaises(value) ? value : operation(value);
  Val out = nullptr;
  for (Val item : several->items) {
    if (IsAbsent(item)) continue;
    Val one = IsRaises(item) ? item : operation(item);
    out = out == nullptr ? one : Join(pool, out, one);
  }
  return out == nullptr ? pool.unknown() : out;
}
template <class Operation>
Val Lift2(ValuePool& pool, Val a, Val b, const Operation& operation) {
  const auto single = [](Val v) {
    return v->kind != ValKind::kFacet && v->kind != ValKind::kAlternatives;
  };
  if (!single(a) || !single(b)) {
    return Lift(pool, {a, b},
                [&](const std::vector<Val>& leaves) { return operation(leaves[0], leaves[1]); });
  }
  if (IsRaises(a)) return a;
  return IsRaises(b) ? b : operation(a, b);
}

// The result if it is a boolean constant; nullopt if it may be either or is a facet. A number or a
// text is not a truth value: the caller converts it.
std::optional<bool> KnownTruth(Val value);

// The negation of a truth value, side by side.
Val Negate(ValuePool& pool, Val truth);
// The conjunction of truth values, side by side. If the first is false, the second is not
// evaluated.
Val Both(ValuePool& pool, Val a, Val b);

// `value` without its absent leaves; absent if it has no others.
Val WithoutAbsent(ValuePool& pool, Val value);

// `value` with absent leaves replaced by `otherwise`.
Val FillAbsent(ValuePool& pool, Val value, Val otherwise);

bool HasAbsent(Val value);

// `value` with leaves that raise replaced by `otherwise`, and the others passed through `keep`.
Val CatchRaises(ValuePool& pool, Val value, Val otherwise, const LeafOperation& keep = nullptr);

}  // namespace flagcensus
