// strings, numbers, long chains and long literals ─→ nodes
#include <string>

#include "analyzer/base/text.h"
#include "analyzer/python/chains.h"
#include "analyzer/python/lowering.h"
#include "analyzer/python/strings.h"

namespace flagcensus {
namespace {

constexpr const char* kTooLong =
    "a literal of more than 5000 elements: what is read in it is found, its values are not "
    "followed";
constexpr const char* kLongChain =
    "a chain of more than 150 links: what is read in it is found, its value is not followed";

}  // namespace

NodeId Lowering::IntegerOf(TSNode node) {
  return Make(NodeKind::kInteger, node, {}, PythonInteger(TextOf(node)));
}

NodeId Lowering::FloatOf(TSNode node) {
  return Make(NodeKind::kFloat, node, {}, ReplaceAll(TextOf(node), "_", ""));
}

// What the end of a raw string has before its quotes: the grammar gives it the escaped backslashes
// and quotes right before them, as in r'\\'.
std::string_view Lowering::TailOf(TSNode start, TSNode end) const {
  std::string_view mark = TextOf(start);
  mark.remove_prefix(std::min(mark.find_first_of("\"'"), mark.size()));
  std::string_view tail = TextOf(end);
  if (mark.empty() || !tail.ends_with(mark)) return {};
  tail.remove_suffix(mark.size());
  return tail;
}

NodeId Lowering::StringOf(TSNode node) {
  std::string value;
  Ids parts;
  bool raw = false;
  TSNode start = node;
  const auto flush = [&] {
    if (!value.empty()) parts.push_back(Make(NodeKind::kString, node, {}, value));
    value.clear();
  };
  bool format = false;
  for (const Child& child : ChildrenOf(node)) {
    const std::string_view type = NodeType(child.node);
    if (type == "string_start") {
      start = child.node;
      raw = IsRawPythonString(TextOf(start));
    } else if (type == "string_content") {
      // In a format string the grammar leaves "{{" to us.
      std::string inner;
      DecodePythonString(TextOf(child.node), raw, &inner);
      value += format || TextOf(start).find_first_of("fF") < TextOf(start).find_first_of("\"'")
                   ? ReplaceAll(ReplaceAll(inner, "{{", "{"), "}}", "}")
                   : inner;
    } else if (type == "interpolation") {
      format = true;
      flush();
      parts.push_back(InterpolationOf(child.node));
    } else if (type == "string_end") {
      value += TailOf(start, child.node);
    }
  }
  if (!format) return Make(NodeKind::kString, node, {}, value);
  flush();
  return Make(NodeKind::kFormat, node, parts);
}

// {value!r:>{width}}: padded by what only the run knows, it is another text than the value.
NodeId Lowering::InterpolationOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  const NodeId value = Field(children, "expression");
  Ids ids = {value == kNoNode ? Opaque(node) : value};
  FormOf(children, &ids);
  return ids.size() == 1 ? ids[0] : Spread(node, ids);
}

// The expressions in the form among `children`, which may have forms themselves: {a:{b:{c}}}.
void Lowering::FormOf(const std::vector<Child>& children, Ids* out) {
  for (const Child& child : children) {
    if (NodeType(child.node) != "format_specifier") continue;
    if (depth_ >= kMaxDepth) return Cut(child.node, kTooDeep);
    ++depth_;
    for (const Child& part : ChildrenOf(child.node)) {
      const std::vector<Child> parts = ChildrenOf(part.node);
      const NodeId inner = Field(parts, "expression");
      if (inner != kNoNode) out->push_back(inner);
      FormOf(parts, out);
    }
    --depth_;
  }
}

NodeId Lowering::ConcatenatedOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  const bool many = children.size() > kMaxElements;
  bool plain = true;
  std::string value;
  Ids parts;
  for (const Child& child : children) {
    if (!child.named) continue;
    bool raw = false;
    bool format = false;
    std::string piece;
    TSNode start = child.node;
    for (const Child& part : ChildrenOf(child.node)) {
      const std::string_view type = NodeType(part.node);
      if (type == "string_start") {
        start = part.node;
        raw = IsRawPythonString(TextOf(start));
      } else if (type == "string_content") {
        DecodePythonString(TextOf(part.node), raw, &piece);
      } else if (type == "string_end") {
        piece += TailOf(start, part.node);
      } else if (type == "interpolation") {
        format = true;
      }
    }
    if (format && many) return LongLiteral(node);
    if (many) {
      value += piece;  // a text, however many lines it has
    } else if (format) {
      plain = false;
      parts.push_back(StringOf(child.node));
    } else {
      value += piece;
      parts.push_back(Make(NodeKind::kString, child.node, {}, piece));
    }
  }
  if (plain) return Make(NodeKind::kString, node, {}, value);
  return Make(NodeKind::kFormat, node, parts);
}

// Operators that do not mind are grouped by halves.
NodeId Lowering::ChainOf(TSNode node) {
  const Chain chain = ReadChain(node, text_);
  Ids ids;
  for (const TSNode operand : chain.operands) ids.push_back(Expression(operand));
  if (chain.grouped.empty()) {
    Cut(node, kLongChain);
    return Spread(node, ids);
  }
  const NodeKind kind = chain.grouped == "or"    ? NodeKind::kOr
                        : chain.grouped == "and" ? NodeKind::kAnd
                                                 : NodeKind::kBinary;
  const std::string_view text = kind == NodeKind::kBinary ? chain.grouped : std::string_view();
  while (ids.size() > 1) {
    Ids halves;
    for (size_t i = 0; i + 1 < ids.size(); i += 2) {
      halves.push_back(Make(kind, chain.operands[0], {ids[i], ids[i + 1]}, text));
    }
    if (ids.size() % 2 == 1) halves.push_back(ids.back());
    ids = std::move(halves);
  }
  return ids[0];
}

NodeId Lowering::LongLiteral(TSNode node) {
  Cut(node, kTooLong);
  Ids ids;
  const auto add = [&](TSNode part) {
    if (!IsPlainElement(part)) ids.push_back(Expression(part));
  };
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
  return Spread(node, ids);
}

}  // namespace flagcensus
