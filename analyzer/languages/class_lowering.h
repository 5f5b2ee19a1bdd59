// What the lowerings of Java, Kotlin and C# share: functions are members of classes, variables have
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
  // A class of that name, with `before` and what its body holds; `base`: the class it extends.
  TermId AddClass(TSNode node, TSNode body, const std::string& name, const std::string& base,
                  Terms before = {});
  // A function of the parameters and the body; inside a class a method of it.
  TermId AddFunction(TSNode node, Terms parts, const std::string& name);
  TermId AddDeclaration(TSNode node, const std::string& name, TermId value, std::string type,
                        bool constant);
  // A comparison, or what `sign` makes of both.
  TermId AddBinary(TSNode node, std::string_view sign, TermId left, TermId right);
  // `value == null`, `"a".equals(value)`; the callee's object and the first argument.
  TermId AddEqual(TSNode node, TermId left, TermId right, bool same = true);
  // A number as other languages write it: `8_080L` is 8080.
  TermId AddNumber(TSNode node);
  // The value of a body that is an expression.
  TermId AddReturn(TSNode node, TermId value);
  // An annotation of a field or parameter; `arguments`: kPair, or values.
  TermId AddAnnotation(TSNode node, const std::string& name, const Terms& arguments,
                       const std::string& type, const std::string& field);
  // "Map" of `java.util.Map<String, String>[]?`.
  static std::string PlainType(std::string type);
  // The last of the package's parts that a wildcard import names.
  void AddWildcard(std::string path);
  // `equals` and its like, by which texts are compared.
  static bool IsEquals(std::string_view name);

  bool in_class_ = false;
};

}  // namespace flagcensus
