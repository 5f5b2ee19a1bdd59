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
  // The grammar has no words of its own for these.
  TermId Identifier(TSNode node);
  // `"a$b.c ${d}"`; the grammar gives a `$` and the text behind it.
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
  // The node of a sign before a chain of calls and members; null: there is none.
  static TSNode SignBefore(TSNode node);
  TermId Link(TSNode node);
  // `f(a) { b }` is one call of both.
  TermId Call(TSNode node);

  std::set<const void*> moved_;  // signs that are lowered where they belong
};

}  // namespace flagcensus
