// expressions of tree-sitter-c-sharp's tree ─→ terms
//
//   a?.B                                  ─→ kMember B of a
//   $"{Prefix}_X"                         ─→ kConcat of Prefix and "_X"
//   new P { Environment = { ["X"] = "1" } }
//               ─→ kObject: the call "new P", and kAssign of P's member Environment, index X
//
// An object initializer is lowered as assignments to a new object.
#include "analyzer/languages/csharp_expressions.h"

#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/python/node.h"

namespace flagcensus {

// "a", @"a""b" (quotes are doubled), a raw text of three quotes or more, "a"u8
TermId CSharpExpressions::CSharpString(TSNode node) {
  std::string text = Source(node);
  const std::string_view type = NodeType(node);
  // A literal of UTF-8 bytes.
  if (text.ends_with("u8")) text.resize(text.size() - 2);
  if (type == "raw_string_literal") {
    const size_t quotes = std::min(text.find_first_not_of('"'), text.size() / 2);
    return Add(TermKind::kString, node, {},
               std::string(Trim(text.substr(quotes, text.size() - 2 * quotes))));
  }
  // The opening `@"` or `"`.
  const size_t begin = type == "verbatim_string_literal" ? 2 : 1;
  text = text.size() > begin ? text.substr(begin, text.size() - begin - 1) : std::string();
  return Add(TermKind::kString, node, {},
             begin == 2 ? ReplaceAll(text, "\"\"", "\"") : Unescape(text));
}

// $"{Prefix}_{name:x}": the format after the colon makes no difference.
TermId CSharpExpressions::Interpolated(TSNode node) {
  Terms parts;
  Each(node, [&](TSNode child, std::string_view) {
    const std::string_view type = NodeType(child);
    if (type == "interpolation") {
      Terms inner;
      Each(child, [&](TSNode one, std::string_view) {
        // Formats and alignments are not part of the value.
        const std::string_view kind = NodeType(one);
        if (kind.starts_with("interpolation_")) return;
        for (const TermId id : Of(one)) inner.push_back(id);
      });
      parts.push_back(Wrap(child, std::move(inner)));
    } else if (type == "escape_sequence" || type == "string_content") {
      // "{{" is a brace of the text.
      const std::string text = ReplaceAll(ReplaceAll(Source(child), "{{", "{"), "}}", "}");
      parts.push_back(Add(TermKind::kString, child, {}, Unescape(text)));
    }
  });
  if (parts.empty()) return Add(TermKind::kString, node);
  return Add(TermKind::kConcat, node, std::move(parts));
}

std::string CSharpExpressions::NameOf(TSNode name) { return PlainType(Source(name)); }

// `a.GetValue<int>` ─→ kMember GetValue, more "int"
TermId CSharpExpressions::MemberAccess(TSNode node) {
  const TermId object = Need(node, "expression");
  const TSNode name = NodeField(node, "name");
  const TermId id = Add(TermKind::kMember, node, {object}, NameOf(name));
  if (NodeType(name) == "generic_name") At(id).more = TypeArgument(name);
  return id;
}

// "int" of `GetValue<int>`.
std::string CSharpExpressions::TypeArgument(TSNode name) {
  const std::string text = Source(name);
  const size_t open = text.find('<');
  const size_t close = text.rfind('>');
  if (open == std::string::npos || close == std::string::npos || close < open) return "";
  return text.substr(open + 1, close - open - 1);
}

// `A.B` as a type or namespace.
TermId CSharpExpressions::Qualified(TSNode node) {
  const TermId object = Need(node, "qualifier");
  return Add(TermKind::kMember, node, {object}, NameOf(NodeField(node, "name")));
}

// The object before a `?.` becomes a part of the member that binds it.
TermId CSharpExpressions::ConditionalAccess(TSNode node) {
  const TermId object = Need(node, "condition");
  const TermId before = std::exchange(bound_, object);
  const uint32_t count = NamedChildCount(node);
  const TermId value = count > 1 ? One(NamedChild(node, count - 1)) : object;
  // A member has used the object.
  const bool used = bound_ == kNoTerm;
  bound_ = before;
  // A value without a binding keeps the object as a part.
  return used || value == object ? value : Add(TermKind::kOther, node, {object, value});
}

TermId CSharpExpressions::TakeBound(TSNode node) {
  const TermId object = std::exchange(bound_, kNoTerm);
  return object == kNoTerm ? Add(TermKind::kOther, node) : object;
}

TermId CSharpExpressions::MemberBinding(TSNode node) {
  const TermId object = TakeBound(node);
  return Add(TermKind::kMember, node, {object}, NameOf(NodeField(node, "name")));
}

// `a[x, y]`: only the first index is used.
TermId CSharpExpressions::IndexOf(TSNode node, TermId object, TSNode list) {
  Terms index = All(list);
  return Add(TermKind::kIndex, node,
             {object, index.empty() ? Add(TermKind::kOther, node) : index[0]});
}

TermId CSharpExpressions::ElementAccess(TSNode node) {
  const TermId object = Need(node, "expression");
  return IndexOf(node, object, NodeField(node, "subscript"));
}

TermId CSharpExpressions::ElementBinding(TSNode node) {
  const TermId object = TakeBound(node);
  return IndexOf(node, object, node);
}

// `name: value` is a pair.
TermId CSharpExpressions::Argument(TSNode node) {
  const TSNode name = NodeField(node, "name");
  Terms parts;
  Each(node, [&](TSNode child, std::string_view field) {
    if (field != "name") parts.push_back(One(child));
  });
  if (ts_node_is_null(name)) return Wrap(node, std::move(parts));
  return Add(TermKind::kPair, node, std::move(parts), Source(name));
}

// `a.Equals(b)`, `string.Equals(a, b)` ─→ kEqual; `nameof(X)` ─→ kString "X"
TermId CSharpExpressions::Invocation(TSNode node) {
  const TermId callee = Need(node, "function");
  Terms arguments = All(NodeField(node, "arguments"));
  const Term& term = program_[callee];
  const std::string name = term.text;
  const TermId object = term.kind == TermKind::kMember ? term.parts[0] : kNoTerm;
  if (object != kNoTerm && IsEquals(name) && !arguments.empty()) {
    const std::string& of = program_[object].text;
    const bool both = (of == "string" || of == "String") && arguments.size() > 1 &&
                      program_[object].kind == TermKind::kName;
    return both ? AddEqual(node, arguments[0], arguments[1]) : AddEqual(node, object, arguments[0]);
  }
  if (term.kind == TermKind::kName && name == "nameof" && arguments.size() == 1) {
    return Add(TermKind::kString, node, {}, program_[arguments[0]].text);
  }
  arguments.insert(arguments.begin(), callee);
  return Add(TermKind::kCall, node, std::move(arguments));
}

// `new T(x)` ─→ kCall of kName "new T"
TermId CSharpExpressions::NewOf(TSNode node, const std::string& type, Terms arguments) {
  arguments.insert(arguments.begin(), Add(TermKind::kName, node, {}, "new " + type));
  return Add(TermKind::kCall, node, std::move(arguments));
}

// `new T(x)` is a call; with an initializer it is an object with the call as its first part.
TermId CSharpExpressions::Creation(TSNode node) {
  const std::string type = PlainType(Source(NodeField(node, "type")));
  Terms parts = {NewOf(node, type, All(NodeField(node, "arguments")))};
  Initializer(NodeField(node, "initializer"), type, "", &parts);
  if (parts.size() == 1) return parts[0];
  // The created object is the first part.
  return Add(TermKind::kObject, node, std::move(parts));
}

// `{ A = x, Environment = { ["X"] = "1" } }`: one level of inner initializers is followed.
void CSharpExpressions::Initializer(TSNode list, const std::string& type, const std::string& member,
                                    Terms* out) {
  Each(list, [&](TSNode child, std::string_view) {
    if (NodeType(child) != "assignment_expression") {
      out->push_back(One(child));
      return;
    }
    const TSNode left = NodeField(child, "left");
    const TSNode right = NodeField(child, "right");
    // `Environment = { ... }`: additions to a member.
    if (NodeType(right) == "initializer_expression" && member.empty()) {
      return Initializer(right, type, Source(left), out);
    }
    TermId object = NewOf(child, type, {});
    if (!member.empty()) object = Add(TermKind::kMember, child, {object}, member);
    if (NodeType(left) == "element_binding_expression") {
      object = IndexOf(left, object, left);
    } else {
      object = Add(TermKind::kMember, left, {object}, Source(left));
    }
    out->push_back(Add(TermKind::kAssign, child, {object, One(right)}, "="));
  });
}

// `a ?? b` ─→ kOr, `a == b` ─→ kEqual: AddBinary
TermId CSharpExpressions::CSharpBinary(TSNode node) {
  const TermId left = Need(node, "left");
  return AddBinary(node, Source(NodeField(node, "operator")), left, Need(node, "right"));
}

// `x is null`, `x is "1" or "true"`; `x is { Length: > 0 }` tests whether it is set.
TermId CSharpExpressions::IsPattern(TSNode node) {
  const TermId value = Need(node, "expression");
  TSNode pattern = NodeField(node, "pattern");
  const bool negated = NodeType(pattern) == "negated_pattern";
  if (negated) pattern = NamedChild(pattern, 0);
  // Any other pattern only matches a value that is not null.
  if (NodeType(pattern) != "constant_pattern") {
    const TermId nothing = Add(TermKind::kNothing, pattern);
    return Add(TermKind::kEqual, node, {value, nothing}, negated ? "==" : "!=");
  }
  return AddEqual(node, value, One(pattern), !negated);
}

// `!a` ─→ kNot; `-1` ─→ kLiteral
TermId CSharpExpressions::PrefixUnary(TSNode node) {
  Terms parts = All(node);
  const std::string_view sign = text_.substr(StartByte(node), 1);
  if (parts.size() != 1) return Wrap(node, std::move(parts));
  if (sign == "!") return Add(TermKind::kNot, node, std::move(parts));
  const bool number = sign == "-" && program_[parts[0]].kind == TermKind::kLiteral;
  return number ? AddNumber(node) : Add(TermKind::kOther, node, std::move(parts));
}

TermId CSharpExpressions::CSharpAssign(TSNode node) {
  const TermId target = Need(node, "left");
  return Add(TermKind::kAssign, node, {target, Need(node, "right")},
             Source(NodeField(node, "operator")));
}

TermId CSharpExpressions::Cast(TSNode node) { return Need(node, "value"); }

TermId CSharpExpressions::As(TSNode node) { return Need(node, "left"); }

}  // namespace flagcensus
