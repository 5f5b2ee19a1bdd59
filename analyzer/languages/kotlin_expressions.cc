// expressions of tree-sitter-kotlin's tree ─→ terms
//
//   !a.b()              ─→ kNot of the call; the grammar has a call on `!a`
//   Config("X")         ─→ kCall of "new Config"
//   "A_$name"           ─→ kConcat of "A_" and kName name
//   x.let { it.f() }    ─→ kCall of kMember let with a kFunction
//
// The sign of `!a.b()` is moved to where it belongs. A call of a name that begins with a capital
// creates an object of that class; a function with such a name is not found.
#include "analyzer/languages/kotlin_expressions.h"

#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/python/node.h"

namespace flagcensus {
namespace {

// Calls and members that are searched for the sign before them; a longer chain keeps it inside.
constexpr int kLongestChain = 60;

}  // namespace

// The grammar has no nodes for these words.
TermId KotlinExpressions::Identifier(TSNode node) {
  std::string text = Source(node);
  if (text == "null") return Add(TermKind::kNothing, node);
  if (text == "true" || text == "false") return Add(TermKind::kLiteral, node, {}, text);
  if (text == "break" || text == "continue" || text == "return") {
    return Add(TermKind::kReturn, node);
  }
  if (text.size() > 2 && text.front() == '`') text = text.substr(1, text.size() - 2);
  return Add(TermKind::kName, node, {}, std::move(text));
}

// `"a$b.c ${d}"`; the grammar yields a `$` and the text after it.
TermId KotlinExpressions::KotlinString(TSNode node) {
  TextBuilder text(this, node);
  bool named = false;  // the text so far ends with a `$`
  Each(node, [&](TSNode child, std::string_view) {
    const std::string_view type = NodeType(child);
    const std::string source = Source(child);
    if (type == "interpolation") {
      text.AddValue([&] { return Wrap(child, All(child)); });
    } else if (type == "escape_sequence") {
      text.AddText(Unescape(source));
    } else if (named && !source.empty() && IsIdentifierByte(source[0])) {
      const size_t end = EndOfRun(source, 0, IsIdentifierByte);
      // The `$` before the name.
      text.DropLastByte();
      text.AddValue([&] { return Add(TermKind::kName, child, {}, source.substr(0, end)); });
      text.AddText(std::string_view(source).substr(end));
    } else {
      text.AddText(source);
    }
    named = type == "string_content" && source == "$";
  });
  return text.Done();
}

// The node of a sign before a chain of calls and members; a null node if there is no sign.
TSNode KotlinExpressions::SignBefore(TSNode node) {
  for (int i = 0; i < kLongestChain; ++i) {
    const std::string_view type = NodeType(node);
    if (type == "unary_expression") {
      const bool prefix = !IsNamed(NodeChild(node, 0));
      if (prefix) return node;
    } else if (type != "navigation_expression" && type != "call_expression" &&
               type != "index_expression") {
      return TSNode{};
    }
    if (NamedChildCount(node) == 0) return TSNode{};
    node = NamedChild(node, 0);
  }
  return TSNode{};
}

// The chain from its outermost node: only there the sign is handled, and marked as moved.
TermId KotlinExpressions::Chain(TSNode node) {
  const TSNode sign = SignBefore(node);
  if (ts_node_is_null(sign) || !moved_.insert(sign.id).second) return Link(node);
  const bool negates = text_.substr(StartByte(sign), 1) == "!";
  const TermId value = Link(node);
  return Add(negates ? TermKind::kNot : TermKind::kOther, node, {value});
}

// `a.b` ─→ kMember, `a[b]` ─→ kIndex; `A.Companion.b` is `A.b`.
TermId KotlinExpressions::Link(TSNode node) {
  const std::string_view type = NodeType(node);
  if (type == "call_expression") return Call(node);
  const TermId object = One(NamedChild(node, 0));
  const uint32_t count = NamedChildCount(node);
  if (type == "index_expression") {
    const TermId index = count > 1 ? One(NamedChild(node, 1)) : Add(TermKind::kOther, node);
    return Add(TermKind::kIndex, node, {object, index});
  }
  std::string name = count > 1 ? Source(NamedChild(node, count - 1)) : std::string();
  if (name == "Companion") return object;
  return Add(TermKind::kMember, node, {object}, std::move(name));
}

// `f(a, name = b)` ─→ a, kPair name: b
Terms KotlinExpressions::Arguments(TSNode list) {
  Terms out;
  Each(list, [&](TSNode child, std::string_view) {
    if (NodeType(child) != "value_argument") return;
    const uint32_t count = NamedChildCount(child);
    // `name = value`: the sign is the second child.
    const bool named = count > 1 && NodeType(NamedChild(child, 0)) == "identifier" &&
                       NodeType(NodeChild(child, 1)) == "=";
    if (!named) {
      out.push_back(Wrap(child, All(child)));
      return;
    }
    const TermId value = One(NamedChild(child, count - 1));
    out.push_back(Add(TermKind::kPair, child, {value}, Source(NamedChild(child, 0))));
  });
  return out;
}

// `f(a) { b }` is one call with both arguments.
TermId KotlinExpressions::Call(TSNode node) {
  TSNode callee = NamedChild(node, 0);
  TSNode lambda{};
  TSNode list{};
  Each(node, [&](TSNode child, std::string_view) {
    if (NodeType(child) == "annotated_lambda") lambda = child;
    if (NodeType(child) == "value_arguments") list = child;
  });
  // The grammar has an inner call `f(a)`, to which the lambda is applied.
  const bool outer =
      !ts_node_is_null(lambda) && ts_node_is_null(list) && NodeType(callee) == "call_expression";
  if (outer) {
    Each(callee, [&](TSNode child, std::string_view) {
      if (NodeType(child) == "value_arguments") list = child;
    });
    callee = NamedChild(callee, 0);
  }
  TermId function = One(callee);
  if (function == kNoTerm) function = Add(TermKind::kOther, node);
  Terms arguments = Arguments(list);
  if (!ts_node_is_null(lambda)) arguments.push_back(Wrap(lambda, All(lambda)));
  const std::string name = program_[function].text;
  const TermId object =
      program_.kind(function) == TermKind::kMember ? program_.part(function, 0) : kNoTerm;
  // `a.equals(b)`, `"%s_X".format(p)`
  if (object != kNoTerm && IsEquals(name) && !arguments.empty()) {
    return AddEqual(node, object, arguments[0]);
  }
  if (object != kNoTerm && name == "format" && program_.kind(object) == TermKind::kString) {
    const std::string form = program_[object].text;
    return Percent(node, form, arguments);
  }
  const bool bare = program_.kind(function) == TermKind::kName;
  // `run { x }` is x.
  const bool runs = bare && name == "run" && arguments.size() == 1;
  if (runs && program_.kind(arguments[0]) == TermKind::kFunction) return arguments[0];
  if (bare && BeginsWithUpper(name)) function = Add(TermKind::kName, callee, {}, "new " + name);
  arguments.insert(arguments.begin(), function);
  return Add(TermKind::kCall, node, std::move(arguments));
}

// `a!!` ─→ kRequired: it throws if a is null.
TermId KotlinExpressions::KotlinUnary(TSNode node) {
  Terms parts = All(node);
  if (parts.size() != 1 || moved_.contains(node.id)) return Wrap(node, std::move(parts));
  const std::string text = Source(node);
  if (text.ends_with("!!")) return Add(TermKind::kRequired, node, std::move(parts));
  if (text.starts_with("!")) return Add(TermKind::kNot, node, std::move(parts));
  const bool number = text.starts_with("-") && program_[parts[0]].kind == TermKind::kLiteral;
  return number ? AddNumber(node) : Add(TermKind::kOther, node, std::move(parts));
}

TermId KotlinExpressions::KotlinBinary(TSNode node) {
  const TermId left = Need(node, "left");
  return AddBinary(node, Source(NodeField(node, "operator")), left, Need(node, "right"));
}

// `key in map` ─→ kHas
TermId KotlinExpressions::In(TSNode node) {
  const TermId name = Need(node, "left");
  return Add(TermKind::kHas, node, {name, Need(node, "right")});
}

TermId KotlinExpressions::As(TSNode node) { return Need(node, "left"); }

// `Integer::parseInt`, `String::toInt`
TermId KotlinExpressions::Reference(TSNode node) {
  Terms parts = All(node);
  const std::string text = Source(node);
  const std::string name = text.substr(text.rfind(':') + 1);
  if (parts.size() < 2) return Add(TermKind::kName, node, {}, name);
  return Add(TermKind::kMember, node, {parts[0]}, name);
}

// `a = b`, `a += b`
TermId KotlinExpressions::KotlinAssign(TSNode node) {
  const TermId target = Need(node, "left");
  const TSNode sign = NodeField(node, "operator");
  return Add(TermKind::kAssign, node, {target, Need(node, "right")},
             ts_node_is_null(sign) ? "=" : Source(sign));
}

// `throw x`
TermId KotlinExpressions::KotlinThrow(TSNode node) {
  return Add(TermKind::kThrow, node, All(node));
}

// `return@label x`: the label is not a value.
TermId KotlinExpressions::KotlinReturn(TSNode node) {
  Terms parts;
  Each(node, [&](TSNode child, std::string_view field) {
    if (field != "label") parts.push_back(One(child));
  });
  return Add(TermKind::kReturn, node, std::move(parts));
}

}  // namespace flagcensus
