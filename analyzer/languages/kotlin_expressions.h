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
  TermId Chain(TSNode node);
  Terms Arguments(TSNode list);
  TermId KotlinUnary(TSNode node);
  TermId KotlinBinary(TSNode node);
  TermId In(TSNode node);
  TermId As(TSNode node);
  // `Integer::parseInt`, `String::toInt`
  TermId Reference(TSNode node);
  TermId KotlinAssign(TSNode node);
  TermId KotlinThrow(TSNode node);
  TermId KotlinReturn(TSNode node);

 private:
  // The node of a sign before a chain of calls and members; null if there is none.
  static TSNode SignBefore(TSNode node);
  TermId Link(TSNode node);
  // `f(a) { b }` is a single call.
  TermId Call(TSNode node);

  std::set<const void*> moved_;  // signs that are lowered at their proper place
};

}  // namespace flagcensus
