// nodes of Java, Kotlin and C# ─→ terms, as far as the three have them in common
//
//   "a".equals(x)       ─→ AddEqual: kEqual x, "a"
//   x.length > 0        ─→ AddBinary: kEqual x.length, 0, "!="
//   8_080L              ─→ AddNumber: kLiteral "8080"
//   Map<String, X>[]?   ─→ PlainType: "Map"
#include "analyzer/languages/class_lowering.h"

#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/python/node.h"

namespace flagcensus {
namespace {

// Usual files have a few wildcard imports, and each costs a lookup for every unknown name.
constexpr size_t kMaxWildcards = 200;  // of a file

}  // namespace

TermId ClassLowering::AddClass(TSNode node, TSNode body, const std::string& name,
                               const std::string& base, Terms before) {
  const bool outside = std::exchange(in_class_, true);
  for (const TermId id : All(body)) before.push_back(id);
  in_class_ = outside;
  return Add(TermKind::kClass, node, std::move(before), name, base);
}

TermId ClassLowering::AddFunction(TSNode node, Terms parts, const std::string& name) {
  return Add(TermKind::kFunction, node, std::move(parts), name,
             in_class_ && !name.empty() ? "this" : "");
}

TermId ClassLowering::AddDeclaration(TSNode node, const std::string& name, TermId value,
                                     std::string type, bool constant) {
  const TermId id = Add(TermKind::kDeclare, node, {value}, name, std::move(type));
  At(id).constant = constant;
  return id;
}

TermId ClassLowering::AddEqual(TSNode node, TermId left, TermId right, bool same) {
  // A constant on the left is moved to the right: the reader of comparisons expects the value
  // first.
  const TermKind kind = program_[left].kind;
  const bool turned = kind == TermKind::kString || kind == TermKind::kNothing;
  Terms parts = turned ? Terms{right, left} : Terms{left, right};
  return Add(TermKind::kEqual, node, std::move(parts), same ? "==" : "!=");
}

// The operators that the readers of terms know; any other becomes kOther with both operands.
TermId ClassLowering::AddBinary(TSNode node, std::string_view sign, TermId left, TermId right) {
  if (sign == "||" || sign == "??" || sign == "?:") {
    return Add(TermKind::kOr, node, {left, right});
  }
  if (sign == "&&") return Add(TermKind::kBoth, node, {left, right});
  if (sign == "+") return Add(TermKind::kConcat, node, {left, right});
  if (sign == "==" || sign == "===") return AddEqual(node, left, right);
  if (sign == "!=" || sign == "!==") return AddEqual(node, left, right, false);
  // `x.length > 0` tests the same as `!= 0`.
  if (sign == ">" && program_[right].text == "0") return AddEqual(node, left, right, false);
  return Add(TermKind::kOther, node, {left, right});
}

// A number as other languages spell it, so a default compares equal to that of a page.
TermId ClassLowering::AddNumber(TSNode node) {
  std::string text = Source(node);
  std::erase(text, '_');
  // The suffix letters are digits in a hexadecimal number.
  const bool plain = !text.starts_with("0x") && !text.starts_with("0X");
  while (plain && text.size() > 1 &&
         std::string_view("lLfFdDmMuU").find(text.back()) != std::string_view::npos) {
    text.pop_back();
  }
  return Add(TermKind::kLiteral, node, {}, text);
}

// `=> value` ─→ kReturn; a body that is a statement stays as it is.
TermId ClassLowering::AddReturn(TSNode node, TermId value) {
  if (value == kNoTerm) return kNoTerm;
  const TermKind kind = program_[value].kind;
  // A statement as body returns nothing.
  const bool value_itself = kind != TermKind::kReturn && kind != TermKind::kThrow &&
                            kind != TermKind::kIf && kind != TermKind::kDeclare &&
                            kind != TermKind::kAssign;
  return value_itself ? Add(TermKind::kReturn, node, {value}) : value;
}

// @Value("x") on `int port` ─→ kTag "@Value", more "port": kOther "int", kPair value: "x"
TermId ClassLowering::AddAnnotation(TSNode node, const std::string& name, const Terms& arguments,
                                    const std::string& type, const std::string& field) {
  Terms parts = {Add(TermKind::kOther, node, {}, type)};
  for (const TermId argument : arguments) {
    const bool named = program_[argument].kind == TermKind::kPair;
    // The only argument without a name is `value`.
    parts.push_back(named ? argument : Add(TermKind::kPair, node, {argument}, "value"));
  }
  return Add(TermKind::kTag, node, std::move(parts), "@" + name, field);
}

std::string ClassLowering::PlainType(std::string type) {
  type = type.substr(0, type.find_first_of("<[?"));
  return std::string(Trim(type));
}

void ClassLowering::AddWildcard(std::string path) {
  if (program_.wildcards.size() < kMaxWildcards) program_.wildcards.push_back(std::move(path));
}

bool ClassLowering::IsEquals(std::string_view name) {
  return name == "equals" || name == "equalsIgnoreCase" || name == "contentEquals" ||
         name == "Equals";
}

}  // namespace flagcensus
