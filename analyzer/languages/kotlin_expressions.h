// Expressions of Kotlin: texts, chains of calls and members, operators.
#pragma once

#include <set>
#include <string>

#include "analyzer/languages/class_lowering.h"

namespace flagcensus {

class KotlinExpressions : public ClassLowering {
 public:
  using ClassLowering::ClassLowering;

 protected:
  // Also null, true, false and jumps, which have no nodes in the grammar.
  TermId Identifier(TSNode node);
  // `"a$b.c ${d}"`; the grammar yields a `$` and the text after it.
  TermId KotlinString(TSNode node);
  // `a.b(c)[d]`, with a sign before it: `!a.b()`.
  TermId Chain(TSNode node);
  // The arguments of a call; `name = value` is a pair.
  Terms Arguments(TSNode list);
  // `!a`, `a!!`, `-1`
  TermId KotlinUnary(TSNode node);
  // `a ?: b`, `a + b`, `a == b`
  TermId KotlinBinary(TSNode node);
  // `key in map`
  TermId In(TSNode node);
  // `a as T` is a.
  TermId As(TSNode node);
  // `Integer::parseInt`, `String::toInt`
  TermId Reference(TSNode node);
  TermId KotlinAssign(TSNode node);
  TermId KotlinThrow(TSNode node);
  TermId KotlinReturn(TSNode node);

 private:
  // The node of a sign before a chain of calls and members; null if there is none.
  static TSNode SignBefore(TSNode node);
  // A single step of a chain: a call, an index or a member.
  TermId Link(TSNode node);
  // `f(a) { b }` is a single call.
  TermId Call(TSNode node);

  std::set<const void*> moved_;  // signs that are lowered at their proper place
};

}  // namespace flagcensus
