// The algebra of abstract values: joins, facets, alternatives.
#include <gtest/gtest.h>

#include "analyzer/machine/lattice.h"

namespace flagcensus {
namespace {

struct Lattice : testing::Test {
  SymbolTable symbols;
  ValuePool pool;
  Symbol a = symbols.Intern("A");
  Symbol b = symbols.Intern("B");
  Val One() { return pool.Integer(1); }
  Val Two() { return pool.Integer(2); }
};

TEST_F(Lattice, AFacetOfTheSameSidesIsThatSide) {
  EXPECT_TRUE(SameVal(pool.Facet(a, One(), One()), One()));
  EXPECT_EQ(pool.Facet(a, One(), Two())->kind, ValKind::kFacet);
}

TEST_F(Lattice, ABranchOnAFacetTakesEachSideWhereItHolds) {
  Val test = pool.Facet(a, pool.boolean(true), pool.boolean(false));
  Val merged = MergeByTest(pool, test, One(), Two());
  EXPECT_TRUE(SameVal(Restrict(pool, merged, a, true), One()));
  EXPECT_TRUE(SameVal(UnsetSide(merged), Two()));
}

TEST_F(Lattice, NothingToldAboutATestGivesBoth) {
  Val merged = MergeByTest(pool, pool.unknown(), One(), Two());
  const AlternativesVal* both = AsAlternatives(merged);
  ASSERT_NE(both, nullptr);
  EXPECT_EQ(both->items.size(), 2u);
  EXPECT_EQ(AsAlternatives(MergeByTest(pool, pool.unknown(), One(), pool.Integer(1))), nullptr);
}

TEST_F(Lattice, WhatRaisesGivesNothingWhereAnotherBranchGoesOn) {
  EXPECT_TRUE(SameVal(Join(pool, pool.raises(), One()), One()));
  EXPECT_TRUE(IsRaises(Join(pool, pool.raises(), pool.raises())));
}

TEST_F(Lattice, OperationsKeepSidesApart) {
  Val x = pool.Facet(a, One(), Two());
  Val y = pool.Facet(b, pool.Integer(10), pool.Integer(20));
  Val sum = Lift2(pool, x, y, [&](Val p, Val q) -> Val {
    return pool.Integer(AsConstant(p)->integer + AsConstant(q)->integer);
  });
  const auto at = [&](bool set_a, bool set_b) {
    return AsConstant(Restrict(pool, Restrict(pool, sum, a, set_a), b, set_b))->integer;
  };
  EXPECT_EQ(at(true, true), 11);
  EXPECT_EQ(at(true, false), 21);
  EXPECT_EQ(at(false, true), 12);
  EXPECT_EQ(at(false, false), 22);
}

TEST_F(Lattice, TooManyAlternativesAreUnknown) {
  std::vector<Val> items;
  for (size_t i = 0; i <= ValuePool::kMaxAlternatives; ++i) {
    items.push_back(pool.Integer(static_cast<int64_t>(i)));
  }
  EXPECT_EQ(pool.Alternatives(items)->kind, ValKind::kUnknown);
  items.pop_back();
  EXPECT_EQ(pool.Alternatives(items)->kind, ValKind::kAlternatives);
}

TEST_F(Lattice, FourVariablesLeaveThree) {
  Val value = One();
  for (const char* name : {"A", "B", "C", "D"}) {
    value = pool.Facet(symbols.Intern(name), Two(), value);
  }
  EXPECT_EQ(AsFacet(value)->depth, ValuePool::kMaxFacets);
}

}  // namespace
}  // namespace flagcensus
