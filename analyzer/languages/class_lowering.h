// Shared by the lowerings of Java, Kotlin and C#: functions are members of classes, variables have
// types, fields have annotations.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/languages/lowering.h"

namespace flagcensus {

class ClassLowering : public TermLowering {
 public:
  using TermLowering::TermLowering;

 protected:
  // A class of that name, with `before` and the contents of its body; `base`: its base class.
  TermId AddClass(TSNode node, TSNode body, const std::string& name, const std::string& base,
                  Terms before = {});
  // A function of the parameters and the body; inside a class, a method of it.
  TermId AddFunction(TSNode node, Terms parts, const std::string& name);
  // A declaration with its type; `value` may be kNoTerm.
  TermId AddDeclaration(TSNode node, const std::string& name, TermId value, std::string type,
                        bool constant);
  // A comparison, or the result of operator `sign`.
  TermId AddBinary(TSNode node, std::string_view sign, TermId left, TermId right);
  // `value == null`, `"a".equals(value)`: the callee's object and the first argument.
  TermId AddEqual(TSNode node, TermId left, TermId right, bool same = true);
  // A number in the spelling of other languages: `8_080L` is 8080.
  TermId AddNumber(TSNode node);
  // The value of an expression body.
  TermId AddReturn(TSNode node, TermId value);
  // An annotation of a field or parameter; `arguments`: kPair, or values.
  TermId AddAnnotation(TSNode node, const std::string& name, const Terms& arguments,
                       const std::string& type, const std::string& field);
  // "Map" for `java.util.Map<String, String>[]?`.
  static std::string PlainType(std::string type);
  // Adds the package or class that a wildcard import names to Program::wildcards.
  void AddWildcard(std::string path);
  // Whether `name` is a text comparison, `equals` or the like.
  static bool IsEquals(std::string_view name);

  // Whether the lowered node is inside a class: a function there is a method.
  bool in_class_ = false;
};

}  // namespace flagcensus
