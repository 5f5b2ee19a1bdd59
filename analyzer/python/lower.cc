// Lowering follows the node types of tree-sitter-python 0.25 (its node-types.json). Each handler
// turns one concrete node into one abstract node of Python's `ast`; what has no handler becomes
// kOpaque (an expression) or kPass (a statement), so unknown syntax costs itself and nothing else.
#include "analyzer/python/lower.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/python/chains.h"
#include "analyzer/python/strings.h"

extern "C" const TSLanguage* tree_sitter_python();

namespace flagcensus {
namespace {

constexpr int kMaxDepth = 200;
constexpr size_t kMaxElements = 5000;  // of one literal; a longer one is data, not configuration
constexpr int kChainDepth = 150;       // of a chain, in a statement that is not deep itself
constexpr size_t kMaxArms = 100;       // of an if, one in the other
constexpr size_t kMaxCuts = 20;        // that are told of one file

constexpr const char* kTooDeep =
    "nested deeper than 200 levels: what stands deeper inside is left out";
constexpr const char* kTooLong =
    "a literal of more than 5000 elements: what is read in it is found, its values are not "
    "followed";
constexpr const char* kLongChain =
    "a chain of more than 150 links: what is read in it is found, its value is not followed";

struct Child {
  TSNode node;
  std::string_view field;  // "" where the grammar names none
  bool named = false;
};

// The integer literal in decimal; as written where it does not fit.
std::string Decimal(std::string_view written) {
  std::string digits;
  for (const char c : written) {
    if (c != '_') digits += c;
  }
  int base = 10;
  size_t from = 0;
  if (digits.size() > 2 && digits[0] == '0') {
    const char mark = static_cast<char>(digits[1] | 0x20);
    base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 10;
    if (base != 10) from = 2;
  }
  if (base == 10) return digits;
  unsigned long long value = 0;
  for (const char c : digits.substr(from)) {
    const int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
    if (digit < 0 || digit >= base || value > (~0ULL >> 1) / static_cast<unsigned>(base)) {
      return digits;
    }
    value = value * static_cast<unsigned>(base) + static_cast<unsigned>(digit);
  }
  return std::to_string(value);
}

class Lowering {
 public:
  Lowering(std::string_view text, const std::function<bool(uint32_t, uint32_t)>& keep,
           const std::vector<uint32_t>& rows)
      : text_(text), keep_(keep), rows_(rows) {}

  Syntax Run(TSNode module) {
    const NodeId root = Statements(module, NodeKind::kModule);
    Syntax made = builder_.Finish(root);
    made.cuts = std::move(cuts_);
    return made;
  }

 private:
  using Ids = std::vector<NodeId>;

  std::string_view TextOf(TSNode node) const {
    const uint32_t begin = std::min<uint32_t>(ts_node_start_byte(node), text_.size());
    const uint32_t end = std::min<uint32_t>(ts_node_end_byte(node), text_.size());
    return text_.substr(begin, end - begin);
  }

  static std::vector<Child> ChildrenOf(TSNode node) {
    std::vector<Child> out;
    TSTreeCursor cursor = ts_tree_cursor_new(node);
    if (ts_tree_cursor_goto_first_child(&cursor)) {
      do {
        const TSNode child = ts_tree_cursor_current_node(&cursor);
        if (ts_node_is_extra(child)) continue;
        const char* field = ts_tree_cursor_current_field_name(&cursor);
        out.push_back({child, field == nullptr ? "" : field, ts_node_is_named(child)});
      } while (ts_tree_cursor_goto_next_sibling(&cursor));
    }
    ts_tree_cursor_delete(&cursor);
    return out;
  }

  uint32_t RowOf(TSPoint point) const {
    return point.row < rows_.size() ? rows_[point.row] : point.row;
  }

  NodeId Make(NodeKind kind, TSNode at, const Ids& children = {}, std::string_view text = {},
              uint8_t flag = 0) {
    const TSPoint start = ts_node_start_point(at);
    Node node;
    node.kind = kind;
    node.flag = flag;
    node.line = RowOf(start) + 1;
    node.column = start.column + 1;
    node.end_line = RowOf(ts_node_end_point(at)) + 1;
    node.text = builder_.Intern(text);
    return builder_.Add(node, children);
  }

  void Cut(TSNode at, const char* what) {
    const TSPoint start = ts_node_start_point(at);
    if (cuts_.size() > kMaxCuts) return;
    cuts_.push_back({RowOf(start) + 1, start.column + 1, what});
    if (cuts_.size() > kMaxCuts) cuts_.back().what = "so at further places of this file";
  }

  // What cannot be kept as it is, as the call of something unknown: what is done in its parts is
  // done, and nothing is known of its value.
  NodeId Spread(TSNode at, const Ids& parts) {
    Ids ids = {Opaque(at)};
    ids.insert(ids.end(), parts.begin(), parts.end());
    return Make(NodeKind::kCall, at, ids);
  }

  NodeId Opaque(TSNode at) { return Make(NodeKind::kOpaque, at, {}, TextOf(at).substr(0, 80)); }

  NodeId Field(const std::vector<Child>& children, std::string_view field) {
    for (const Child& child : children) {
      if (child.field == field && child.named) return Expression(child.node);
    }
    return kNoNode;
  }

  static const Child* Find(const std::vector<Child>& children, std::string_view field) {
    for (const Child& child : children) {
      if (child.field == field) return &child;
    }
    return nullptr;
  }

  // Expression of each named child, in order.
  Ids Expressions(TSNode node) {
    Ids out;
    for (const Child& child : ChildrenOf(node)) {
      if (child.named) out.push_back(Expression(child.node));
    }
    return out;
  }

  NodeId Expression(TSNode node) {
    if (depth_ >= kMaxDepth) {
      if (ts_node_named_child_count(node) > 0) Cut(node, kTooDeep);
      return Opaque(node);
    }
    ++depth_;
    const auto most = static_cast<size_t>(std::max(kMaxDepth / 10, kChainDepth - depth_));
    const NodeId id = IsLongChain(node, most) ? ChainOf(node) : ExpressionOf(node);
    --depth_;
    return id;
  }

  NodeId ChainOf(TSNode node);
  NodeId LongLiteral(TSNode node);

  NodeId ExpressionOf(TSNode node);
  NodeId StringOf(TSNode node);
  NodeId ConcatenatedOf(TSNode node);
  NodeId CallOf(TSNode node);
  NodeId ComprehensionOf(TSNode node, std::string_view kind);
  NodeId ParametersOf(TSNode node);

  NodeId Statements(TSNode node, NodeKind kind);
  void Statement(TSNode node, Ids* out);
  NodeId FunctionOf(TSNode node, const Ids& decorators);
  NodeId ClassOf(TSNode node, const Ids& decorators);
  NodeId IfOf(TSNode node);
  NodeId TryOf(TSNode node);
  bool TakesAll(TSNode clause);
  void Captures(TSNode pattern, int depth, Ids* names);
  NodeId CaseOf(TSNode clause, NodeId block);
  NodeId WithOf(TSNode node);
  NodeId AssignOf(TSNode node);
  void ImportOf(TSNode node, Ids* out);

  NodeId BlockField(const std::vector<Child>& children, std::string_view field) {
    const Child* child = Find(children, field);
    return child == nullptr ? kNoNode : Statements(child->node, NodeKind::kBlock);
  }

  NodeId EmptyBlock(TSNode at, uint8_t flag = 0) {
    return Make(NodeKind::kBlock, at, {}, {}, flag);
  }

  std::string_view text_;
  const std::function<bool(uint32_t, uint32_t)>& keep_;
  const std::vector<uint32_t>& rows_;
  SyntaxBuilder builder_;
  std::vector<SyntaxCut> cuts_;
  int depth_ = 0;
  int kept_functions_ = 0;  // > 0 inside a function whose body is kept
};

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
    const char* type = ts_node_type(child.node);
    if (std::strcmp(type, "string_start") == 0) {
      start = child.node;
      raw = IsRawPythonString(TextOf(start));
    } else if (std::strcmp(type, "string_content") == 0) {
      // In a format string the grammar leaves "{{" to us.
      std::string inner;
      DecodePythonString(TextOf(child.node), raw, &inner);
      value += format || TextOf(start).find_first_of("fF") < TextOf(start).find_first_of("\"'")
                   ? ReplaceAll(ReplaceAll(inner, "{{", "{"), "}}", "}")
                   : inner;
    } else if (std::strcmp(type, "interpolation") == 0) {
      format = true;
      flush();
      const NodeId inner = Field(ChildrenOf(child.node), "expression");
      parts.push_back(inner == kNoNode ? Opaque(child.node) : inner);
    }
  }
  if (!format) return Make(NodeKind::kString, node, {}, value);
  flush();
  return Make(NodeKind::kFormat, node, parts);
}

NodeId Lowering::ConcatenatedOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  if (children.size() > kMaxElements) return LongLiteral(node);
  bool plain = true;
  std::string value;
  Ids parts;
  for (const Child& child : children) {
    if (!child.named) continue;
    bool raw = false;
    bool format = false;
    std::string piece;
    for (const Child& part : ChildrenOf(child.node)) {
      const char* type = ts_node_type(part.node);
      if (std::strcmp(type, "string_start") == 0) raw = IsRawPythonString(TextOf(part.node));
      if (std::strcmp(type, "string_content") == 0) {
        DecodePythonString(TextOf(part.node), raw, &piece);
      }
      if (std::strcmp(type, "interpolation") == 0) format = true;
    }
    if (format) {
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
    if (std::strcmp(ts_node_type(child.node), "pair") != 0) {
      add(child.node);
      continue;
    }
    for (const Child& part : ChildrenOf(child.node)) {
      if (part.named) add(part.node);
    }
  }
  return Spread(node, ids);
}

NodeId Lowering::CallOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  Ids ids;
  const NodeId callee = Field(children, "function");
  ids.push_back(callee == kNoNode ? Opaque(node) : callee);
  const Child* arguments = Find(children, "arguments");
  if (arguments != nullptr) {
    if (std::strcmp(ts_node_type(arguments->node), "generator_expression") == 0) {
      ids.push_back(Expression(arguments->node));
    } else {
      for (const Child& argument : ChildrenOf(arguments->node)) {
        if (argument.named) ids.push_back(Expression(argument.node));
      }
    }
  }
  return Make(NodeKind::kCall, node, ids);
}

NodeId Lowering::ComprehensionOf(TSNode node, std::string_view kind) {
  Ids ids;
  Ids clauses;
  Ids open;  // children of the clause being built
  TSNode at = node;
  const auto close = [&] {
    if (!open.empty()) clauses.push_back(Make(NodeKind::kClause, at, open));
    open.clear();
  };
  for (const Child& child : ChildrenOf(node)) {
    if (!child.named) continue;
    const char* type = ts_node_type(child.node);
    if (std::strcmp(type, "for_in_clause") == 0) {
      close();
      at = child.node;
      const std::vector<Child> parts = ChildrenOf(child.node);
      const NodeId target = Field(parts, "left");
      const NodeId iterable = Field(parts, "right");
      open = {target == kNoNode ? Opaque(node) : target,
              iterable == kNoNode ? Opaque(node) : iterable};
    } else if (std::strcmp(type, "if_clause") == 0) {
      const Ids condition = Expressions(child.node);
      if (!open.empty()) open.insert(open.end(), condition.begin(), condition.end());
    } else if (child.field == "body") {
      ids.push_back(Expression(child.node));
    }
  }
  close();
  if (ids.empty()) return Opaque(node);
  ids.insert(ids.end(), clauses.begin(), clauses.end());
  return Make(NodeKind::kComprehension, node, ids, kind);
}

NodeId Lowering::ParametersOf(TSNode node) {
  Ids ids;
  for (const Child& child : ChildrenOf(node)) {
    if (!child.named) continue;
    const std::string_view type = ts_node_type(child.node);
    TSNode name = child.node;
    NodeId annotation = kNoNode;
    NodeId value = kNoNode;
    uint8_t flag = 0;
    if (type == "default_parameter" || type == "typed_default_parameter") {
      const std::vector<Child> parts = ChildrenOf(child.node);
      if (const Child* found = Find(parts, "name")) name = found->node;
      annotation = Field(parts, "type");
      value = Field(parts, "value");
    } else if (type == "typed_parameter") {
      const std::vector<Child> parts = ChildrenOf(child.node);
      annotation = Field(parts, "type");
      if (!parts.empty()) name = parts.front().node;
    }
    const std::string_view inner = ts_node_type(name);
    if (inner == "list_splat_pattern") flag = 1;
    if (inner == "dictionary_splat_pattern") flag = 2;
    if (type == "keyword_separator") flag = 1;  // a bare *
    std::string_view text = TextOf(name);
    while (!text.empty() && text.front() == '*') text.remove_prefix(1);
    if (type == "positional_separator") continue;
    Ids parts = {annotation == kNoNode ? Make(NodeKind::kOpaque, child.node) : annotation};
    if (value != kNoNode) parts.push_back(value);
    ids.push_back(Make(NodeKind::kParameter, child.node, parts, Trim(text), flag));
  }
  return Make(NodeKind::kParameters, node, ids);
}

NodeId Lowering::ExpressionOf(TSNode node) {
  static const std::unordered_map<std::string_view, NodeKind> kSimple = {
      {"identifier", NodeKind::kName},       {"true", NodeKind::kTrue},
      {"false", NodeKind::kFalse},           {"none", NodeKind::kNone},
      {"ellipsis", NodeKind::kEllipsis},     {"tuple", NodeKind::kTuple},
      {"expression_list", NodeKind::kTuple}, {"pattern_list", NodeKind::kTuple},
      {"tuple_pattern", NodeKind::kTuple},   {"list", NodeKind::kList},
      {"list_pattern", NodeKind::kList},     {"set", NodeKind::kSet},
      {"dictionary", NodeKind::kDict},       {"dictionary_splat", NodeKind::kDoubleSplat},
      {"list_splat", NodeKind::kSplat},      {"list_splat_pattern", NodeKind::kSplat},
      {"not_operator", NodeKind::kNot},      {"await", NodeKind::kAwait},
      {"yield", NodeKind::kYield},           {"slice", NodeKind::kSlice},
  };
  const std::string_view type = ts_node_type(node);
  const auto simple = kSimple.find(type);
  if (simple != kSimple.end()) {
    switch (simple->second) {
      case NodeKind::kName:
        return Make(NodeKind::kName, node, {}, TextOf(node));
      case NodeKind::kTrue:
      case NodeKind::kFalse:
      case NodeKind::kNone:
      case NodeKind::kEllipsis:
        return Make(simple->second, node);
      case NodeKind::kSlice:
        return Make(NodeKind::kSlice, node, {}, TextOf(node).substr(0, 80));
      default:
        break;
    }
    if (ts_node_named_child_count(node) > kMaxElements) return LongLiteral(node);
    return Make(simple->second, node, Expressions(node));
  }
  if (type == "string") return StringOf(node);
  if (type == "concatenated_string") return ConcatenatedOf(node);
  if (type == "call") return CallOf(node);
  if (type == "integer") return Make(NodeKind::kInteger, node, {}, Decimal(TextOf(node)));
  if (type == "float") {
    return Make(NodeKind::kFloat, node, {}, ReplaceAll(TextOf(node), "_", ""));
  }
  if (type == "parenthesized_expression" || type == "type" || type == "as_pattern_target") {
    for (const Child& child : ChildrenOf(node)) {
      if (child.named) return Expression(child.node);
    }
    return Opaque(node);
  }
  const std::vector<Child> children = ChildrenOf(node);
  const auto make = [&](NodeKind kind, std::initializer_list<std::string_view> fields,
                        std::string_view text = {}) {
    Ids ids;
    for (const std::string_view field : fields) {
      const NodeId id = Field(children, field);
      ids.push_back(id == kNoNode ? Opaque(node) : id);
    }
    return Make(kind, node, ids, text);
  };
  const auto field_text = [&](std::string_view field) -> std::string_view {
    const Child* child = Find(children, field);
    return child == nullptr ? std::string_view() : TextOf(child->node);
  };
  if (type == "attribute") return make(NodeKind::kAttribute, {"object"}, field_text("attribute"));
  if (type == "subscript") {
    Ids index;
    for (const Child& child : children) {
      if (child.field == "subscript" && child.named) index.push_back(Expression(child.node));
    }
    const NodeId object = Field(children, "value");
    const NodeId inner = index.size() == 1 ? index[0] : Make(NodeKind::kTuple, node, index);
    return Make(NodeKind::kSubscript, node, {object == kNoNode ? Opaque(node) : object, inner});
  }
  if (type == "keyword_argument") return make(NodeKind::kKeyword, {"value"}, field_text("name"));
  if (type == "pair") return make(NodeKind::kPair, {"key", "value"});
  if (type == "binary_operator") {
    return make(NodeKind::kBinary, {"left", "right"}, field_text("operator"));
  }
  if (type == "boolean_operator") {
    return make(field_text("operator") == "and" ? NodeKind::kAnd : NodeKind::kOr,
                {"left", "right"});
  }
  if (type == "unary_operator") {
    return make(NodeKind::kUnary, {"argument"}, field_text("operator"));
  }
  if (type == "named_expression") return make(NodeKind::kWalrus, {"name", "value"});
  if (type == "comparison_operator") {
    std::string operators;
    Ids ids;
    for (const Child& child : children) {
      if (child.named) {
        ids.push_back(Expression(child.node));
        continue;
      }
      // "not in" and "is not" are one operator each.
      if (!operators.empty()) operators += ',';
      bool space = false;
      for (const char c : TextOf(child.node)) {
        if (c == ' ' || c == '\t' || c == '\n' || c == '\\' || c == '\r') {
          space = true;
        } else {
          if (space) operators += ' ';
          space = false;
          operators += c;
        }
      }
    }
    return Make(NodeKind::kCompare, node, ids, operators);
  }
  if (type == "conditional_expression") {
    const Ids ids = Expressions(node);
    if (ids.size() != 3) return Opaque(node);
    return Make(NodeKind::kConditional, node, {ids[1], ids[0], ids[2]});
  }
  if (type == "lambda") {
    const Child* parameters = Find(children, "parameters");
    const NodeId list =
        parameters == nullptr ? Make(NodeKind::kParameters, node) : ParametersOf(parameters->node);
    const NodeId body = Field(children, "body");
    return Make(NodeKind::kLambda, node, {list, body == kNoNode ? Opaque(node) : body});
  }
  if (type == "list_comprehension") return ComprehensionOf(node, "list");
  if (type == "set_comprehension") return ComprehensionOf(node, "set");
  if (type == "dictionary_comprehension") return ComprehensionOf(node, "dict");
  if (type == "generator_expression") return ComprehensionOf(node, "generator");
  if (type == "generic_type") {  // in annotations: list[int]
    const Ids ids = Expressions(node);
    return ids.empty() ? Opaque(node) : Make(NodeKind::kSubscript, node, {ids[0], ids.back()});
  }
  if (type == "type_parameter") {
    const Ids ids = Expressions(node);
    if (ids.empty()) return Opaque(node);
    return ids.size() == 1 ? ids[0] : Make(NodeKind::kTuple, node, ids);
  }
  if (type == "assignment") return AssignOf(node);
  return Opaque(node);
}

NodeId Lowering::AssignOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  const NodeId target = Field(children, "left");
  const Child* annotation = Find(children, "type");
  const Child* right = Find(children, "right");
  if (target == kNoNode) return Opaque(node);
  if (annotation != nullptr) {
    Ids ids = {target, Expression(annotation->node)};
    if (right != nullptr) ids.push_back(Expression(right->node));
    return Make(NodeKind::kAnnotated, node, ids);
  }
  if (right == nullptr) return Opaque(node);
  // a = b = value is an assignment whose right side is an assignment.
  Ids targets = {target};
  TSNode value = right->node;
  for (int i = 0; i < kMaxDepth && std::strcmp(ts_node_type(value), "assignment") == 0; ++i) {
    const std::vector<Child> inner = ChildrenOf(value);
    const NodeId next = Field(inner, "left");
    const Child* next_value = Find(inner, "right");
    if (next == kNoNode || next_value == nullptr) break;
    targets.push_back(next);
    value = next_value->node;
  }
  Ids ids = {Expression(value)};
  ids.insert(ids.end(), targets.begin(), targets.end());
  return Make(NodeKind::kAssign, node, ids);
}

NodeId Lowering::Statements(TSNode node, NodeKind kind) {
  Ids out;
  if (depth_ >= kMaxDepth) Cut(node, kTooDeep);
  if (depth_ < kMaxDepth) {
    ++depth_;
    for (const Child& child : ChildrenOf(node)) {
      if (child.named) Statement(child.node, &out);
    }
    --depth_;
  }
  return Make(kind, node, out);
}

NodeId Lowering::FunctionOf(TSNode node, const Ids& decorators) {
  const std::vector<Child> children = ChildrenOf(node);
  const Child* name = Find(children, "name");
  const Child* parameters = Find(children, "parameters");
  const Child* body = Find(children, "body");
  const bool async = !children.empty() && TextOf(children.front().node) == "async";
  Ids ids = {parameters == nullptr ? Make(NodeKind::kParameters, node)
                                   : ParametersOf(parameters->node)};
  const bool keep = kept_functions_ > 0 || keep_(ts_node_start_byte(node), ts_node_end_byte(node));
  if (body == nullptr) {
    ids.push_back(EmptyBlock(node));
  } else if (!keep) {
    ids.push_back(EmptyBlock(body->node, 1));
  } else {
    ++kept_functions_;
    ids.push_back(Statements(body->node, NodeKind::kBlock));
    --kept_functions_;
  }
  ids.insert(ids.end(), decorators.begin(), decorators.end());
  return Make(NodeKind::kFunction, node, ids,
              name == nullptr ? std::string_view() : TextOf(name->node), async ? 1 : 0);
}

NodeId Lowering::ClassOf(TSNode node, const Ids& decorators) {
  const std::vector<Child> children = ChildrenOf(node);
  const Child* name = Find(children, "name");
  const NodeId body = BlockField(children, "body");
  Ids ids = {body == kNoNode ? EmptyBlock(node) : body};
  ids.insert(ids.end(), decorators.begin(), decorators.end());
  if (const Child* bases = Find(children, "superclasses")) {
    for (const NodeId base : Expressions(bases->node)) ids.push_back(base);
  }
  return Make(NodeKind::kClass, node, ids,
              name == nullptr ? std::string_view() : TextOf(name->node));
}

NodeId Lowering::IfOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  const auto or_opaque = [&](NodeId id) { return id == kNoNode ? Opaque(node) : id; };
  const auto or_empty = [&](NodeId id) { return id == kNoNode ? EmptyBlock(node) : id; };
  // `elif` chains are nested from the last to the first.
  struct Arm {
    TSNode at;
    NodeId test;
    NodeId block;
  };
  std::vector<Arm> arms;
  NodeId otherwise = kNoNode;
  arms.push_back({node, or_opaque(Field(children, "condition")),
                  or_empty(BlockField(children, "consequence"))});
  for (const Child& child : children) {
    if (child.field != "alternative") continue;
    const std::vector<Child> inner = ChildrenOf(child.node);
    if (std::strcmp(ts_node_type(child.node), "elif_clause") == 0) {
      arms.push_back({child.node, or_opaque(Field(inner, "condition")),
                      or_empty(BlockField(inner, "consequence"))});
    } else {
      otherwise = BlockField(inner, "body");
    }
  }
  // Those behind the first hundred stand side by side in the last of these: all arms are taken.
  if (arms.size() > kMaxArms) {
    Ids rest;
    for (size_t i = kMaxArms; i < arms.size(); ++i) {
      Ids ids = {arms[i].test, arms[i].block};
      if (i + 1 == arms.size() && otherwise != kNoNode) ids.push_back(otherwise);
      rest.push_back(Make(NodeKind::kIf, arms[i].at, ids));
    }
    otherwise = Make(NodeKind::kBlock, arms[kMaxArms].at, rest);
    arms.erase(arms.begin() + kMaxArms, arms.end());
  }
  for (size_t i = arms.size(); i-- > 0;) {
    Ids ids = {arms[i].test, arms[i].block};
    if (otherwise != kNoNode) ids.push_back(otherwise);
    const NodeId made = Make(NodeKind::kIf, arms[i].at, ids);
    if (i == 0) return made;
    otherwise = Make(NodeKind::kBlock, arms[i].at, {made});
  }
  return Opaque(node);
}

// The names that a pattern binds: `[first, *others]`, `{"key": value}`, `Point(x=px)`, `1 as one`.
void Lowering::Captures(TSNode pattern, int depth, Ids* names) {
  constexpr int kMaxPattern = 50;  // patterns in patterns
  constexpr size_t kMaxCaptures = 200;
  if (depth > kMaxPattern || names->size() > kMaxCaptures) return;
  const std::string_view type = ts_node_type(pattern);
  const std::vector<Child> children = ChildrenOf(pattern);
  const auto bind = [&](TSNode name) {
    if (TextOf(name) != "_") names->push_back(Make(NodeKind::kName, name, {}, TextOf(name)));
  };
  if (type == "dotted_name") {
    if (TextOf(pattern).find('.') == std::string_view::npos) bind(pattern);
    return;
  }
  bool first = true;
  for (const Child& child : children) {
    if (!child.named) continue;
    const bool skipped =
        (first && (type == "class_pattern" || type == "keyword_pattern")) || child.field == "key";
    first = false;
    if (skipped) continue;  // what is compared with
    if (std::string_view(ts_node_type(child.node)) == "identifier") {
      bind(child.node);
    } else {
      Captures(child.node, depth + 1, names);
    }
  }
}

// The block of a case, in which the names of its patterns are bound to what nobody knows.
NodeId Lowering::CaseOf(TSNode clause, NodeId block) {
  Ids targets;
  for (const Child& child : ChildrenOf(clause)) {
    if (std::string_view(ts_node_type(child.node)) != "case_pattern") continue;
    Captures(child.node, 0, &targets);
  }
  if (targets.empty()) return block;
  Ids assigned = {Opaque(clause)};
  assigned.insert(assigned.end(), targets.begin(), targets.end());
  return Make(NodeKind::kBlock, clause, {Make(NodeKind::kAssign, clause, assigned), block});
}

// `case _:`, `case name:`: takes all that no case before it does.
bool Lowering::TakesAll(TSNode clause) {
  const std::vector<Child> children = ChildrenOf(clause);
  if (Find(children, "guard") != nullptr) return false;
  size_t patterns = 0;
  bool name = false;
  for (const Child& child : children) {
    if (std::strcmp(ts_node_type(child.node), "case_pattern") != 0) continue;
    ++patterns;
    const std::string_view text = TextOf(child.node);
    name = !text.empty() && (text[0] < '0' || text[0] > '9') &&
           std::all_of(text.begin(), text.end(),
                       [](char c) { return IsIdentifierByte(static_cast<unsigned char>(c)); }) &&
           text != "None" && text != "True" && text != "False";
  }
  return patterns == 1 && name;
}

NodeId Lowering::TryOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  const NodeId body = BlockField(children, "body");
  Ids ids = {body == kNoNode ? EmptyBlock(node) : body};
  Ids tail;
  uint8_t otherwise = 0;
  for (const Child& child : children) {
    const std::string_view type = ts_node_type(child.node);
    if (type == "except_clause" || type == "except_group_clause") {
      NodeId caught = kNoNode;
      NodeId block = kNoNode;
      std::string_view alias;
      for (const Child& part : ChildrenOf(child.node)) {
        if (!part.named) continue;
        const std::string_view inner = ts_node_type(part.node);
        if (inner == "block") {
          block = Statements(part.node, NodeKind::kBlock);
        } else if (inner == "as_pattern") {
          const std::vector<Child> pattern = ChildrenOf(part.node);
          if (!pattern.empty()) caught = Expression(pattern.front().node);
          if (const Child* found = Find(pattern, "alias")) alias = TextOf(found->node);
        } else if (part.field == "alias") {
          alias = TextOf(part.node);
        } else if (caught == kNoNode) {
          caught = Expression(part.node);
        }
      }
      ids.push_back(Make(NodeKind::kExcept, child.node,
                         {caught == kNoNode ? Make(NodeKind::kOpaque, child.node) : caught,
                          block == kNoNode ? EmptyBlock(child.node) : block},
                         alias));
    } else if (type == "else_clause") {
      const NodeId block = BlockField(ChildrenOf(child.node), "body");
      if (block != kNoNode) {
        tail.push_back(block);
        otherwise = 1;
      }
    } else if (type == "finally_clause") {
      for (const Child& part : ChildrenOf(child.node)) {
        if (std::strcmp(ts_node_type(part.node), "block") == 0) {
          tail.push_back(Statements(part.node, NodeKind::kBlock));
        }
      }
    }
  }
  ids.insert(ids.end(), tail.begin(), tail.end());
  return Make(NodeKind::kTry, node, ids, {}, otherwise);
}

NodeId Lowering::WithOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  Ids ids;
  for (const Child& child : children) {
    if (std::strcmp(ts_node_type(child.node), "with_clause") != 0) continue;
    for (const Child& part : ChildrenOf(child.node)) {
      if (!part.named) continue;
      const Child* value = nullptr;
      const std::vector<Child> inner = ChildrenOf(part.node);
      value = Find(inner, "value");
      const TSNode at = value == nullptr ? part.node : value->node;
      if (std::strcmp(ts_node_type(at), "as_pattern") == 0) {
        const std::vector<Child> pattern = ChildrenOf(at);
        const Child* alias = Find(pattern, "alias");
        Ids parts;
        parts.push_back(pattern.empty() ? Opaque(at) : Expression(pattern.front().node));
        if (alias != nullptr) parts.push_back(Expression(alias->node));
        ids.push_back(Make(NodeKind::kWithItem, part.node, parts));
      } else {
        ids.push_back(Make(NodeKind::kWithItem, part.node, {Expression(at)}));
      }
    }
  }
  const NodeId body = BlockField(children, "body");
  ids.push_back(body == kNoNode ? EmptyBlock(node) : body);
  return Make(NodeKind::kWith, node, ids);
}

void Lowering::ImportOf(TSNode node, Ids* out) {
  const std::vector<Child> children = ChildrenOf(node);
  Ids aliases;
  std::string module;
  for (const Child& child : children) {
    if (!child.named) continue;
    const std::string_view type = ts_node_type(child.node);
    if (child.field == "module_name") {
      for (const char c : TextOf(child.node)) {
        if (c != ' ' && c != '\t') module += c;
      }
    } else if (type == "wildcard_import") {
      aliases.push_back(Make(NodeKind::kAlias, child.node, {}, "*"));
    } else if (type == "aliased_import") {
      const std::vector<Child> parts = ChildrenOf(child.node);
      const Child* name = Find(parts, "name");
      const NodeId alias = Field(parts, "alias");
      Ids ids;
      if (alias != kNoNode) ids.push_back(alias);
      aliases.push_back(Make(NodeKind::kAlias, child.node, ids,
                             name == nullptr ? std::string_view() : TextOf(name->node)));
    } else if (child.field == "name") {
      aliases.push_back(Make(NodeKind::kAlias, child.node, {}, TextOf(child.node)));
    }
  }
  const bool from = std::strcmp(ts_node_type(node), "import_from_statement") == 0;
  out->push_back(Make(from ? NodeKind::kImportFrom : NodeKind::kImport, node, aliases, module));
}

void Lowering::Statement(TSNode node, Ids* out) {
  const std::string_view type = ts_node_type(node);
  if (type == "expression_statement") {
    const std::vector<Child> children = ChildrenOf(node);
    if (children.empty()) return;
    const TSNode inner = children.front().node;
    const std::string_view kind = ts_node_type(inner);
    if (kind == "assignment") {
      out->push_back(AssignOf(inner));
    } else if (kind == "augmented_assignment") {
      const std::vector<Child> parts = ChildrenOf(inner);
      const NodeId target = Field(parts, "left");
      const NodeId value = Field(parts, "right");
      const Child* op = Find(parts, "operator");
      if (target == kNoNode || value == kNoNode || op == nullptr) return;
      std::string_view text = TextOf(op->node);
      if (!text.empty()) text.remove_suffix(1);
      out->push_back(Make(NodeKind::kAugmented, inner, {target, value}, text));
    } else {
      Ids ids;
      for (const Child& child : children) {
        if (child.named) ids.push_back(Expression(child.node));
      }
      if (!ids.empty()) {
        const NodeId value = ids.size() == 1 ? ids[0] : Make(NodeKind::kTuple, node, ids);
        out->push_back(Make(NodeKind::kExpression, node, {value}));
      }
    }
  } else if (type == "function_definition") {
    out->push_back(FunctionOf(node, {}));
  } else if (type == "class_definition") {
    out->push_back(ClassOf(node, {}));
  } else if (type == "decorated_definition") {
    Ids decorators;
    for (const Child& child : ChildrenOf(node)) {
      if (std::strcmp(ts_node_type(child.node), "decorator") == 0) {
        decorators.push_back(Make(NodeKind::kDecorator, child.node, Expressions(child.node)));
      } else if (child.field == "definition") {
        const bool function = std::strcmp(ts_node_type(child.node), "function_definition") == 0;
        out->push_back(function ? FunctionOf(child.node, decorators)
                                : ClassOf(child.node, decorators));
      }
    }
  } else if (type == "if_statement") {
    out->push_back(IfOf(node));
  } else if (type == "try_statement") {
    out->push_back(TryOf(node));
  } else if (type == "with_statement") {
    out->push_back(WithOf(node));
  } else if (type == "for_statement" || type == "while_statement") {
    const std::vector<Child> children = ChildrenOf(node);
    const bool loop = type == "for_statement";
    Ids ids;
    for (const std::string_view field : loop ? std::vector<std::string_view>{"left", "right"}
                                             : std::vector<std::string_view>{"condition"}) {
      const NodeId id = Field(children, field);
      ids.push_back(id == kNoNode ? Opaque(node) : id);
    }
    const NodeId body = BlockField(children, "body");
    ids.push_back(body == kNoNode ? EmptyBlock(node) : body);
    if (const Child* otherwise = Find(children, "alternative")) {
      const NodeId block = BlockField(ChildrenOf(otherwise->node), "body");
      if (block != kNoNode) ids.push_back(block);
    }
    out->push_back(Make(loop ? NodeKind::kFor : NodeKind::kWhile, node, ids));
  } else if (type == "return_statement") {
    out->push_back(Make(NodeKind::kReturn, node, Expressions(node)));
  } else if (type == "raise_statement") {
    out->push_back(Make(NodeKind::kRaise, node, Expressions(node)));
  } else if (type == "assert_statement") {
    out->push_back(Make(NodeKind::kAssert, node, Expressions(node)));
  } else if (type == "delete_statement") {
    Ids ids = Expressions(node);
    out->push_back(Make(NodeKind::kDelete, node, ids));
  } else if (type == "global_statement" || type == "nonlocal_statement") {
    out->push_back(Make(NodeKind::kGlobal, node, Expressions(node)));
  } else if (type == "import_statement" || type == "import_from_statement") {
    ImportOf(node, out);
  } else if (type == "match_statement") {
    const std::vector<Child> children = ChildrenOf(node);
    const NodeId subject = Field(children, "subject");
    Ids ids = {subject == kNoNode ? Opaque(node) : subject};
    uint8_t rest = 0;
    if (const Child* body = Find(children, "body")) {
      for (const Child& clause : ChildrenOf(body->node)) {
        if (!clause.named) continue;
        const NodeId block = BlockField(ChildrenOf(clause.node), "consequence");
        if (block == kNoNode) continue;
        ids.push_back(CaseOf(clause.node, block));
        if (TakesAll(clause.node)) rest = 1;
      }
    }
    out->push_back(Make(NodeKind::kMatch, node, ids, {}, rest));
  } else if (type == "break_statement" || type == "continue_statement") {
    out->push_back(Make(type[0] == 'b' ? NodeKind::kBreak : NodeKind::kContinue, node));
  } else if (type == "ERROR") {
    // What stands inside an error is often whole: keep its statements, and its expressions too.
    for (const Child& child : ChildrenOf(node)) {
      if (!child.named) continue;
      if (depth_ >= kMaxDepth) {
        Cut(child.node, kTooDeep);
        break;
      }
      ++depth_;
      const size_t before = out->size();
      Statement(child.node, out);
      if (out->size() == before) {
        const NodeId id = Expression(child.node);
        out->push_back(Make(NodeKind::kExpression, child.node, {id}));
      }
      --depth_;
    }
  } else if (type == "block") {
    out->push_back(Statements(node, NodeKind::kBlock));
  }
}

}  // namespace

Syntax LowerPython(TSNode module, std::string_view text,
                   const std::function<bool(uint32_t, uint32_t)>& keep,
                   const std::vector<uint32_t>& rows) {
  return Lowering(text, keep, rows).Run(module);
}

}  // namespace flagcensus
