// Strings, numbers, long chains and long literals ─→ nodes.
//
//   f"a{b}c"                      ─→ kFormat(kString a, kName b, kString c)
//   "a" "b"                       ─→ kString ab
//   [1, 2, ... 6000 elements]     ─→ a call of something unknown with the elements that have
//   effects
#include <optional>
#include <string>

#include "analyzer/base/text.h"
#include "analyzer/python/chains.h"
#include "analyzer/python/lower_expressions.h"
#include "analyzer/python/string_nodes.h"
#include "analyzer/python/strings.h"

namespace flagcensus {
namespace {

constexpr const char* kLongChain =
    "a chain of more than 150 links: what is read in it is found, its value is not followed";

}  // namespace

NodeId LiteralLowering::IntegerOf(TSNode node) {
  // Any base; see PythonInteger.
  return nodes_.Make(NodeKind::kInteger, node, {}, PythonInteger(nodes_.TextOf(node)));
}

// Underscores have no meaning: 1_000.0.
NodeId LiteralLowering::FloatOf(TSNode node) {
  return nodes_.Make(NodeKind::kFloat, node, {}, ReplaceAll(nodes_.TextOf(node), "_", ""));
}

NodeId LiteralLowering::StringOf(TSNode node) {
  // Pieces of text between expressions are collected in `value`.
  std::string value;
  NodeIds parts;
  bool raw = false;
  TSNode start = node;
  const auto flush = [&] {
    // An empty piece makes no node.
    if (!value.empty()) parts.push_back(nodes_.Make(NodeKind::kString, node, {}, value));
    value.clear();
  };
  bool format = false;
  // The parts of the string, in order.
  for (const Child& child : ChildrenOf(node)) {
    const std::string_view type = NodeType(child.node);
    if (type == "string_start") {
      start = child.node;
      raw = IsRawPythonString(nodes_.TextOf(start));
    } else if (type == "string_content") {
      // In a format string, the grammar does not resolve "{{".
      std::string inner;
      DecodePythonString(nodes_.TextOf(child.node), raw, &inner);
      value += format || nodes_.TextOf(start).find_first_of("fF") <
                             nodes_.TextOf(start).find_first_of("\"'")
                   ? ReplaceAll(ReplaceAll(inner, "{{", "{"), "}}", "}")
                   : inner;
    } else if (type == "interpolation") {
      format = true;
      flush();
      parts.push_back(InterpolationOf(child.node));
    } else if (type == "string_end") {
      value += StringTail(start, child.node, nodes_.source);
    }
  }
  // Without expressions, the value is a constant.
  if (!format) return nodes_.Make(NodeKind::kString, node, {}, value);
  flush();
  return nodes_.Make(NodeKind::kFormat, node, parts);
}

// {value!r:>{width}}: a text that is padded by an unknown width is not the same text as the value.
NodeId LiteralLowering::InterpolationOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  // The value, and the expressions of its format.
  const NodeId value = expressions_.Field(children, "expression");
  NodeIds ids = {value == kNoNode ? nodes_.Opaque(node) : value};
  FormOf(children, &ids);
  if (ids.size() > 1) return nodes_.Spread(node, ids);
  std::string form;
  for (const Child& child : children) {
    const std::string_view type = NodeType(child.node);
    const bool spelled = !child.named && nodes_.TextOf(child.node) == "=";
    if (spelled || type == "type_conversion" || type == "format_specifier") {
      form += nodes_.TextOf(child.node);
    }
  }
  if (form.empty()) return ids[0];
  return nodes_.Make(NodeKind::kField, node, ids, std::string_view(form).substr(0, 80));
}

// The expressions in the format specification among `children`, which may contain others:
// {a:{b:{c}}}.
void LiteralLowering::FormOf(const std::vector<Child>& children, NodeIds* out) {
  for (const Child& child : children) {
    // Only format specifications contain nested expressions.
    if (NodeType(child.node) != "format_specifier") continue;
    if (nodes_.depth >= kMaxDepth) return nodes_.Cut(child.node, kTooDeep);
    ++nodes_.depth;
    for (const Child& part : ChildrenOf(child.node)) {
      const std::vector<Child> parts = ChildrenOf(part.node);
      const NodeId inner = expressions_.Field(parts, "expression");
      if (inner != kNoNode) out->push_back(inner);
      FormOf(parts, out);
    }
    --nodes_.depth;
  }
}

NodeId LiteralLowering::ConcatenatedOf(TSNode node) {
  // An f-string among the pieces makes the whole a kFormat.
  const std::vector<Child> children = ChildrenOf(node);
  const bool many = children.size() > kMaxElements;
  // Whether all pieces are constant.
  bool plain = true;
  std::string value;
  NodeIds parts;
  for (const Child& child : children) {
    if (!child.named) continue;
    const std::optional<std::string> piece = PlainString(child.node, nodes_.source);
    if (!piece && many) return LongLiteral(node);
    // One text, or the first f-string among too many pieces.
    if (many) {
      value += *piece;  // one text, however many lines it has
    } else if (!piece) {
      plain = false;
      parts.push_back(StringOf(child.node));
    } else {
      value += *piece;
      parts.push_back(nodes_.Make(NodeKind::kString, child.node, {}, *piece));
    }
  }
  if (plain) return nodes_.Make(NodeKind::kString, node, {}, value);
  return nodes_.Make(NodeKind::kFormat, node, parts);
}

// A chain of one operator that may be grouped in any way is split into halves, so its depth is
// logarithmic.
NodeId LiteralLowering::ChainOf(TSNode node) {
  const Chain chain = ReadChain(node, nodes_.source);
  NodeIds ids;
  // Operands are lowered before the operators, which makes them children.
  for (const TSNode operand : chain.operands) ids.push_back(expressions_.Expression(operand));
  if (chain.grouped.empty()) {
    nodes_.Cut(node, kLongChain);
    return nodes_.Spread(node, ids);
  }
  const NodeKind kind = chain.grouped == "or"    ? NodeKind::kOr
                        : chain.grouped == "and" ? NodeKind::kAnd
                                                 : NodeKind::kBinary;
  const std::string_view text = kind == NodeKind::kBinary ? chain.grouped : std::string_view();
  // Pairs of neighbours, until one node is left.
  while (ids.size() > 1) {
    NodeIds halves;
    for (size_t i = 0; i + 1 < ids.size(); i += 2) {
      halves.push_back(nodes_.Make(kind, chain.operands[0], {ids[i], ids[i + 1]}, text));
    }
    if (ids.size() % 2 == 1) halves.push_back(ids.back());
    ids = std::move(halves);
  }
  return ids[0];
}

// Data: plain elements have no effects, and are dropped.
NodeId LiteralLowering::LongLiteral(TSNode node) {
  nodes_.Cut(node, kTooLongLiteral);
  NodeIds ids;
  // Plain elements have no effects, and are skipped.
  const auto add = [&](TSNode part) {
    if (!IsPlainElement(part)) ids.push_back(expressions_.Expression(part));
  };
  // A pair's key and value are separate elements.
  for (const Child& child : ChildrenOf(node)) {
    if (!child.named) continue;
    if (NodeType(child.node) != "pair") {
      add(child.node);
      continue;
    }
    for (const Child& part : ChildrenOf(child.node)) {
      if (part.named) add(part.node);
    }
  }
  return nodes_.Spread(node, ids);
}

}  // namespace flagcensus
