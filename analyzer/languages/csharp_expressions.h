// Expressions of C#: texts, members and calls, object creation, operators.
#pragma once

#include <string>

#include "analyzer/languages/class_lowering.h"

namespace flagcensus {

class CSharpExpressions : public ClassLowering {
 public:
  using ClassLowering::ClassLowering;

 protected:
  TermId CSharpString(TSNode node);
  // $"{Prefix}_{name:x}"
  TermId Interpolated(TSNode node);
  TermId MemberAccess(TSNode node);
  TermId Qualified(TSNode node);
  // The object before a `?.` becomes a part of the member that binds it.
  TermId ConditionalAccess(TSNode node);
  TermId MemberBinding(TSNode node);
  TermId ElementAccess(TSNode node);
  TermId ElementBinding(TSNode node);
  // `name: value` is a pair.
  TermId Argument(TSNode node);
  TermId Invocation(TSNode node);
  TermId Creation(TSNode node);
  TermId CSharpBinary(TSNode node);
  // `x is null`, `x is "1" or "true"`; `x is { Length: > 0 }` tests whether it is set.
  TermId IsPattern(TSNode node);
  TermId PrefixUnary(TSNode node);
  TermId CSharpAssign(TSNode node);
  TermId Cast(TSNode node);
  TermId As(TSNode node);

 private:
  std::string NameOf(TSNode name);
  // "int" for `GetValue<int>`.
  std::string TypeArgument(TSNode name);
  TermId TakeBound(TSNode node);
  TermId IndexOf(TSNode node, TermId object, TSNode list);
  TermId NewOf(TSNode node, const std::string& type, Terms arguments);
  // `{ A = x, Environment = { ["X"] = "1" } }`
  void Initializer(TSNode list, const std::string& type, const std::string& member, Terms* out);

  TermId bound_ = kNoTerm;  // the object before a `?.`, until a member uses it
};

}  // namespace flagcensus
