// The operations of lattice.h. All of them recurse on the outermost variable of their operands:
//
//   Join(F(A, 1, 2), F(B, 3, 4))
//     ─→ F(A, Join(1, F(B, 3, 4)), Join(2, F(B, 3, 4)))
//     ─→ F(A, F(B, 1|3, 1|4), F(B, 2|3, 2|4))
#include "analyzer/machine/lattice.h"

#include <algorithm>
#include <array>

namespace flagcensus {
namespace {

// Maximum for combinations of the operands' alternatives, as in f"{a}_{b}". As many as one value
// may have.
constexpr size_t kMaxCombinations = 24;

// The variable of the outermost facet among `values`; nullopt if there is no facet.
std::optional<Symbol> OutermostVariable(std::span<const Val> values) {
  std::optional<Symbol> out;
  for (Val value : values) {
    const FacetVal* facet = AsFacet(value);
    if (facet != nullptr && (!out || facet->variable < *out)) out = facet->variable;
  }
  return out;
}

std::vector<Val> RestrictAll(ValuePool& pool, const std::vector<Val>& values, Symbol variable,
                             bool set) {
  std::vector<Val> out;
  out.reserve(values.size());
  for (Val value : values) out.push_back(Restrict(pool, value, variable, set));
  return out;
}

// Runs `operation` for each combination of alternatives and joins the results. `values` is changed
// during the run and the same afterwards.
Val LiftAlternatives(ValuePool& pool, std::vector<Val>& values, const LeafOperation& operation) {
  for (size_t i = 0; i < values.size(); ++i) {
    Val all = values[i];
    const AlternativesVal* several = AsAlternatives(all);
    if (several == nullptr) continue;
    Val out = nullptr;
    // An empty slot on one branch is not an operand. If all are empty, the result is unknown.
    for (Val item : several->items) {
      if (IsAbsent(item)) continue;
      values[i] = item;
      // Alternative i is fixed; the recursion goes on with the next value that has several.
      Val result = LiftAlternatives(pool, values, operation);
      out = out == nullptr ? result : Join(pool, out, result);
    }
    values[i] = all;
    return out == nullptr ? pool.unknown() : out;
  }
  // Only single values are in the list here. Python evaluates operands in order: the first one that
  // raises wins.
  for (Val value : values) {
    if (IsRaises(value)) return value;
  }
  return operation(values);
}

}  // namespace

// A facet may occur below others, so both sides are searched.
Val Restrict(ValuePool& pool, Val value, Symbol variable, bool set) {
  const FacetVal* facet = AsFacet(value);
  if (facet == nullptr) return value;
  if (facet->variable == variable) {
    return Restrict(pool, set ? facet->set : facet->unset, variable, set);
  }
  Val on = Restrict(pool, facet->set, variable, set);
  Val off = Restrict(pool, facet->unset, variable, set);
  // Pointers suffice: Restrict returns its argument if it changes nothing.
  if (on == facet->set && off == facet->unset) return value;
  return pool.Facet(facet->variable, on, off);
}

// Both operands are split by their outermost variable, until only plain values remain.
Val Join(ValuePool& pool, Val a, Val b) {
  if (SameVal(a, b)) return a;
  if (const std::optional<Symbol> variable = OutermostVariable(std::array{a, b})) {
    Val set = Join(pool, Restrict(pool, a, *variable, true), Restrict(pool, b, *variable, true));
    Val unset =
        Join(pool, Restrict(pool, a, *variable, false), Restrict(pool, b, *variable, false));
    return pool.Facet(*variable, set, unset);
  }
  // Each side has at most kMaxAlternatives leaves, since neither is a facet here.
  std::array<Val, 2 * ValuePool::kMaxAlternatives> items;  // of no facets
  size_t count = 0;
  ForEachLeaf(a, [&](Val leaf) { items[count++] = leaf; });
  ForEachLeaf(b, [&](Val leaf) { items[count++] = leaf; });
  return pool.Alternatives({items.data(), count});
}

std::optional<bool> KnownTruth(Val value) {
  const ConstantVal* constant = AsConstant(value);
  if (constant == nullptr || constant->type != ConstantType::kBool) return std::nullopt;
  return constant->integer != 0;
}

// A facet as test: each of its sides decides for itself.
Val MergeByTest(ValuePool& pool, Val test, Val then, Val otherwise) {
  if (const FacetVal* facet = AsFacet(test)) {
    const Symbol variable = facet->variable;
    Val set = MergeByTest(pool, facet->set, Restrict(pool, then, variable, true),
                          Restrict(pool, otherwise, variable, true));
    Val unset = MergeByTest(pool, facet->unset, Restrict(pool, then, variable, false),
                            Restrict(pool, otherwise, variable, false));
    return pool.Facet(variable, set, unset);
  }
  if (IsRaises(test)) return test;
  const std::optional<bool> known = KnownTruth(test);
  if (known) return *known ? then : otherwise;
  return Join(pool, then, otherwise);
}

// First by variables, then by alternatives.
Val Lift(ValuePool& pool, std::vector<Val> values, const LeafOperation& operation) {
  if (const std::optional<Symbol> variable = OutermostVariable(values)) {
    Val set = Lift(pool, RestrictAll(pool, values, *variable, true), operation);
    Val unset = Lift(pool, RestrictAll(pool, values, *variable, false), operation);
    return pool.Facet(*variable, set, unset);
  }
  // The product is capped, so many operands with many alternatives do not overflow.
  size_t combinations = 1;
  for (Val value : values) {
    if (const AlternativesVal* several = AsAlternatives(value)) {
      combinations = std::min<size_t>(combinations * several->items.size(), 1000000);
    }
  }
  if (combinations == 1 || combinations <= kMaxCombinations) {
    return LiftAlternatives(pool, values, operation);
  }
  // Too many combinations. Two-way alternatives, often one of a branch, are kept if the total is at
  // most 1000; all others become unknown, but keep the reads from which they are made.
  for (Val& value : values) {
    const AlternativesVal* several = AsAlternatives(value);
    if (several == nullptr || (combinations <= 1000 && several->items.size() <= 2)) continue;
    value = pool.Unknown(-1, 0, ValueType::kUnknown, EventsOf(value));
  }
  return LiftAlternatives(pool, values, operation);
}

Val Negate(ValuePool& pool, Val truth) {
  return Lift1(pool, truth, [&](Val leaf) -> Val {
    const std::optional<bool> known = KnownTruth(leaf);
    return known ? pool.boolean(!*known) : pool.unknown();
  });
}

// `a and b` of truth values.
Val Both(ValuePool& pool, Val a, Val b) {
  if (const std::optional<Symbol> variable = OutermostVariable(std::array{a, b})) {
    const auto side = [&](bool set) {
      return Both(pool, Restrict(pool, a, *variable, set), Restrict(pool, b, *variable, set));
    };
    return pool.Facet(*variable, side(true), side(false));
  }
  // Not a Lift2: false and x is false even if x raises.
  if (KnownTruth(a) == false) return a;  // the second is not asked, and does not raise
  return Lift2(pool, a, b, [&](Val x, Val y) -> Val {
    if (KnownTruth(x) == false || KnownTruth(y) == false) return pool.boolean(false);
    // If y is true, the conjunction is x; otherwise y is unknown, and so is the
    // conjunction.
    return KnownTruth(y) == true ? x : y;
  });
}

bool HasAbsent(Val value) {
  bool found = false;
  ForEachLeaf(value, [&](Val leaf) { found = found || IsAbsent(leaf); });
  return found;
}

// Used after a read of a variable that some branch did not set.
Val WithoutAbsent(ValuePool& pool, Val value) {
  if (!HasAbsent(value)) return value;
  if (const FacetVal* facet = AsFacet(value)) {
    Val set = WithoutAbsent(pool, facet->set);
    Val unset = WithoutAbsent(pool, facet->unset);
    // Without the side on which the slot is empty, no test of the variable remains.
    if (IsAbsent(set)) return unset;
    if (IsAbsent(unset)) return set;
    return pool.Facet(facet->variable, set, unset);
  }
  if (const AlternativesVal* several = AsAlternatives(value)) {
    std::vector<Val> items;
    for (Val item : several->items) {
      if (!IsAbsent(item)) items.push_back(item);
    }
    return items.empty() ? pool.absent() : pool.Alternatives(items);
  }
  return value;
}

// `otherwise` is what the name denotes where the slot is empty, such as a global variable.
Val FillAbsent(ValuePool& pool, Val value, Val otherwise) {
  if (IsAbsent(value)) return otherwise;
  if (!HasAbsent(value)) return value;
  // Each side on its own: only the unset side may be empty, e.g. `if "V" in os.environ: x = 1`.
  if (const FacetVal* facet = AsFacet(value)) {
    return pool.Facet(facet->variable, FillAbsent(pool, facet->set, otherwise),
                      FillAbsent(pool, facet->unset, otherwise));
  }
  return Join(pool, WithoutAbsent(pool, value), otherwise);
}

// The value of a `try`: `otherwise` is that of the handler.
Val CatchRaises(ValuePool& pool, Val value, Val otherwise, const LeafOperation& keep) {
  if (IsRaises(value)) return otherwise;
  if (const FacetVal* facet = AsFacet(value)) {
    return pool.Facet(facet->variable, CatchRaises(pool, facet->set, otherwise, keep),
                      CatchRaises(pool, facet->unset, otherwise, keep));
  }
  return keep ? Lift(pool, {value}, keep) : value;
}

}  // namespace flagcensus
