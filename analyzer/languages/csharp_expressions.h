// Expressions of C#: texts, members and calls, object creation, operators.
#pragma once

#include <string>

#include "analyzer/languages/class_lowering.h"

namespace flagcensus {

class CSharpExpressions : public ClassLowering {
 public:
  using ClassLowering::ClassLowering;

 protected:
  // "a", @"a", a raw text
  TermId CSharpString(TSNode node);
  // $"{Prefix}_{name:x}"
  TermId Interpolated(TSNode node);
  // `a.B`, and `A.B` in a type
  TermId MemberAccess(TSNode node);
  TermId Qualified(TSNode node);
  // The object before a `?.` becomes a part of the member that binds it.
  TermId ConditionalAccess(TSNode node);
  TermId MemberBinding(TSNode node);
  // `a["X"]`, and after a `?.`
  TermId ElementAccess(TSNode node);
  TermId ElementBinding(TSNode node);
  // `name: value` is a pair.
  TermId Argument(TSNode node);
  // `f(x)`, with the meanings of Equals and nameof
  TermId Invocation(TSNode node);
  // `new T(x) { A = y }`
  TermId Creation(TSNode node);
  // `a ?? b`, `a + b`, `a == b`
  TermId CSharpBinary(TSNode node);
  // `x is null`, `x is "1" or "true"`; `x is { Length: > 0 }` tests whether it is set.
  TermId IsPattern(TSNode node);
  // `!a`, `-1`
  TermId PrefixUnary(TSNode node);
  // `a = b`, `a ??= b`
  TermId CSharpAssign(TSNode node);
  // `(T) a` and `a as T` are a.
  TermId Cast(TSNode node);
  TermId As(TSNode node);

 private:
  // A name without type arguments.
  std::string NameOf(TSNode name);
  // "int" for `GetValue<int>`.
  std::string TypeArgument(TSNode name);
  // The object before the `?.`, once.
  TermId TakeBound(TSNode node);
  // An index with the first of the subscripts.
  TermId IndexOf(TSNode node, TermId object, TSNode list);
  // A call of "new T".
  TermId NewOf(TSNode node, const std::string& type, Terms arguments);
  // `{ A = x, Environment = { ["X"] = "1" } }`
  void Initializer(TSNode list, const std::string& type, const std::string& member, Terms* out);

  TermId bound_ = kNoTerm;  // the object before a `?.`, until a member uses it
};

}  // namespace flagcensus
