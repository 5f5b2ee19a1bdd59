#include "analyzer/code/python_uses.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "analyzer/base/text.h"
#include "analyzer/code/python_outline.h"

extern "C" const TSLanguage* tree_sitter_python();

namespace flagcensus {
namespace {

std::string_view TypeOf(TSNode node) { return ts_node_is_null(node) ? "" : ts_node_type(node); }

std::string_view TextOf(TSNode node, std::string_view text) {
  if (ts_node_is_null(node)) return {};
  const uint32_t begin = std::min<uint32_t>(ts_node_start_byte(node), text.size());
  const uint32_t end = std::min<uint32_t>(ts_node_end_byte(node), text.size());
  return text.substr(begin, end - begin);
}

TSNode Field(TSNode node, std::string_view name) {
  return ts_node_child_by_field_name(node, name.data(), static_cast<uint32_t>(name.size()));
}

bool Within(TSNode inner, TSNode outer) {
  return !ts_node_is_null(outer) && ts_node_start_byte(inner) >= ts_node_start_byte(outer) &&
         ts_node_end_byte(inner) <= ts_node_end_byte(outer);
}

// What the identifier `node` is in its surroundings.
NameUse::Kind KindOf(TSNode node) {
  const TSNode parent = ts_node_parent(node);
  const std::string_view type = TypeOf(parent);
  if (type == "attribute" && ts_node_eq(Field(parent, "attribute"), node)) {
    return NameUse::Kind::kAttribute;
  }
  if (type == "keyword_argument" && ts_node_eq(Field(parent, "name"), node)) {
    return NameUse::Kind::kStore;
  }
  if (type == "function_definition" || type == "class_definition") return NameUse::Kind::kStore;
  if (type == "global_statement" || type == "nonlocal_statement") return NameUse::Kind::kGlobal;
  if (type == "parameters" || type == "lambda_parameters" || type == "typed_parameter") {
    return NameUse::Kind::kStore;
  }
  if ((type == "default_parameter" || type == "typed_default_parameter") &&
      ts_node_eq(Field(parent, "name"), node)) {
    return NameUse::Kind::kStore;
  }
  if (type == "dotted_name" || type == "aliased_import") return NameUse::Kind::kImport;
  if (type == "as_pattern_target" || type == "named_expression") {
    return type == "named_expression" && ts_node_eq(Field(parent, "value"), node)
               ? NameUse::Kind::kLoad
               : NameUse::Kind::kStore;
  }
  // A target, alone or in a tuple: of an assignment, a loop, del.
  TSNode at = node;
  for (TSNode up = parent; !ts_node_is_null(up); up = ts_node_parent(up)) {
    const std::string_view kind = TypeOf(up);
    if (kind == "assignment" || kind == "for_statement" || kind == "for_in_clause") {
      return Within(at, Field(up, "left"))                           ? NameUse::Kind::kStore
             : kind == "assignment" && Within(at, Field(up, "type")) ? NameUse::Kind::kStore
                                                                     : NameUse::Kind::kLoad;
    }
    if (kind == "augmented_assignment") {
      return Within(at, Field(up, "left")) ? NameUse::Kind::kStore : NameUse::Kind::kLoad;
    }
    if (kind == "delete_statement") return NameUse::Kind::kStore;
    if (kind == "type") return NameUse::Kind::kStore;  // an annotation
    if (kind != "pattern_list" && kind != "tuple_pattern" && kind != "list_pattern" &&
        kind != "expression_list" && kind != "tuple" && kind != "parenthesized_expression") {
      break;
    }
    at = up;
  }
  return NameUse::Kind::kLoad;
}

// Whether a load is nothing but a question: `if X`, `not X`, `X is None`.
bool IsTest(TSNode node) {
  TSNode at = node;
  for (TSNode up = ts_node_parent(node); !ts_node_is_null(up); up = ts_node_parent(up)) {
    const std::string_view type = TypeOf(up);
    if (type == "if_statement" || type == "elif_clause" || type == "while_statement" ||
        type == "conditional_expression") {
      const TSNode condition =
          type == "conditional_expression" ? ts_node_child(up, 2) : Field(up, "condition");
      return Within(at, condition);
    }
    if (type == "comparison_operator") {
      bool none = false;
      for (uint32_t i = 0; i < ts_node_child_count(up); ++i) {
        none = none || TypeOf(ts_node_child(up, i)) == "none";
      }
      if (!none) return false;
    } else if (type != "not_operator" && type != "parenthesized_expression" &&
               type != "boolean_operator") {
      return false;
    }
    at = up;
  }
  return false;
}

// The source of the element that a load's value is assigned to as it is: `env["A"] = X`.
std::string ElementOf(TSNode node, std::string_view text) {
  const TSNode up = ts_node_parent(node);
  if (TypeOf(up) != "assignment" || !ts_node_eq(Field(up, "right"), node)) return "";
  const TSNode left = Field(up, "left");
  return TypeOf(left) == "subscript" ? std::string(TextOf(left, text)) : "";
}

bool IsPlainStore(TSNode node, std::string_view text) {
  const TSNode up = ts_node_parent(node);
  const TSNode right = Field(up, "right");
  if (TypeOf(up) != "assignment" || !ts_node_eq(Field(up, "left"), node) ||
      ts_node_is_null(right) || TypeOf(ts_node_parent(up)) == "assignment") {
    return false;
  }
  // x = float(x) takes the old value.
  return TextOf(right, text).find(TextOf(node, text)) == std::string_view::npos;
}

// Whether a string stands in the list that is given to __all__.
bool IsExport(TSNode node, std::string_view text) {
  for (TSNode up = ts_node_parent(node); !ts_node_is_null(up); up = ts_node_parent(up)) {
    const std::string_view type = TypeOf(up);
    if (type == "assignment" || type == "augmented_assignment") {
      return TextOf(Field(up, "left"), text) == "__all__";
    }
    if (type.ends_with("_statement") || type == "block") return false;
  }
  return false;
}

std::string ImportAlias(TSNode node, std::string_view text) {
  for (TSNode up = ts_node_parent(node); !ts_node_is_null(up); up = ts_node_parent(up)) {
    if (TypeOf(up) == "aliased_import") return std::string(TextOf(Field(up, "alias"), text));
    if (TypeOf(up).ends_with("_statement")) break;
  }
  return std::string(TextOf(node, text));
}

// Whether a line begins like one that others may belong to: `if x: y` above `else: z`.
bool IsClause(std::string_view line) {
  for (const std::string_view word : {"if", "elif", "else", "try", "except", "finally", "for",
                                      "while", "with", "async", "match", "case"}) {
    if (line.starts_with(word) &&
        (line.size() == word.size() ||
         !IsIdentifierByte(static_cast<unsigned char>(line[word.size()])))) {
      return true;
    }
  }
  return false;
}

// The text with what has none of the places in it left out: functions, classes and simple
// statements become `pass` and spaces, so that every offset and line stays. Parsing costs far more
// than this.
std::string Reduced(std::string_view text,
                    const std::vector<std::pair<uint32_t, const std::string*>>& places) {
  std::string out(text);
  const std::optional<std::vector<LogicalLine>> lines = FindLogicalLines(text);
  if (!lines) return out;
  const auto holds = [&](uint32_t begin, uint32_t end) {
    const auto first =
        std::lower_bound(places.begin(), places.end(), begin,
                         [](const auto& place, uint32_t offset) { return place.first < offset; });
    return first != places.end() && first->first < end;
  };
  const auto blank = [&](uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; ++i) {
      if (out[i] != '\n' && out[i] != '\r') out[i] = ' ';
    }
    out.replace(begin, 4, "pass");
  };
  for (size_t i = 0; i < lines->size(); ++i) {
    const LogicalLine& line = (*lines)[i];
    const bool block = line.opens && line.kind != LogicalLine::Kind::kOther;
    size_t last = i;
    while (block && last + 1 < lines->size() && (*lines)[last + 1].indent > line.indent) ++last;
    const uint32_t end = (*lines)[last].end;
    if ((line.opens && !block) || holds(line.begin, end) || IsClause(text.substr(line.begin, 8))) {
      continue;
    }
    // A statement on the line of its header, or of another, ends with it.
    if (end - line.begin >= 4 && text.substr(line.begin, 4).find('\n') == std::string_view::npos) {
      blank(line.begin, end);
    }
    i = last;
  }
  return out;
}

}  // namespace

std::vector<NameUse> FindUses(std::string_view text, const std::vector<std::string>& names) {
  std::vector<NameUse> out;
  std::vector<std::pair<uint32_t, const std::string*>> places;
  for (const std::string& name : names) {
    for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
      const size_t end = at + name.size();
      if ((at > 0 && IsIdentifierByte(static_cast<unsigned char>(text[at - 1]))) ||
          (end < text.size() && IsIdentifierByte(static_cast<unsigned char>(text[end])))) {
        continue;
      }
      places.emplace_back(static_cast<uint32_t>(at), &name);
    }
  }
  constexpr std::string_view kStar = "import *";
  static const std::string kStarName = "*";
  for (size_t at = text.find(kStar); at != std::string_view::npos; at = text.find(kStar, at + 1)) {
    places.emplace_back(static_cast<uint32_t>(at + kStar.size() - 1), &kStarName);
  }
  if (places.empty()) return out;
  std::sort(places.begin(), places.end());
  const std::string reduced = Reduced(text, places);
  const std::unique_ptr<TSParser, void (*)(TSParser*)> parser(ts_parser_new(), ts_parser_delete);
  ts_parser_set_language(parser.get(), tree_sitter_python());
  const std::unique_ptr<TSTree, void (*)(TSTree*)> tree(
      ts_parser_parse_string(parser.get(), nullptr, reduced.data(),
                             static_cast<uint32_t>(reduced.size())),
      ts_tree_delete);
  if (tree == nullptr) return out;
  const TSNode root = ts_tree_root_node(tree.get());
  for (const auto& [at, word] : places) {
    const std::string& name = *word;
    const size_t end = at + name.size();
    const TSNode node = ts_node_descendant_for_byte_range(root, static_cast<uint32_t>(at),
                                                          static_cast<uint32_t>(end));
    const std::string_view type = TypeOf(node);
    NameUse use;
    use.name = name;
    use.line = ts_node_start_point(node).row + 1;
    use.offset = static_cast<uint32_t>(at);
    if (type == "identifier") {
      use.kind = KindOf(node);
      if (use.kind == NameUse::Kind::kAttribute) {
        const std::string_view object = TextOf(Field(ts_node_parent(node), "object"), text);
        const bool dotted = std::all_of(object.begin(), object.end(), [](char c) {
          return IsIdentifierByte(static_cast<unsigned char>(c)) || c == '.';
        });
        if (dotted) use.object = object;
        // self.X = ... stores it.
        const TSNode attribute = ts_node_parent(node);
        if (KindOf(attribute) == NameUse::Kind::kStore) use.kind = NameUse::Kind::kStore;
      }
      if (use.kind == NameUse::Kind::kImport) use.alias = ImportAlias(node, text);
      if (use.kind == NameUse::Kind::kStore) use.plain = IsPlainStore(node, text);
      if (use.kind == NameUse::Kind::kLoad) {
        use.written_to = ElementOf(node, text);
        if (IsTest(node)) use.kind = NameUse::Kind::kTest;
      }
    } else if (word == &kStarName) {
      if (type != "wildcard_import" && TypeOf(ts_node_parent(node)) != "wildcard_import") continue;
      use.kind = NameUse::Kind::kStar;
    } else if (type == "string_content" && TextOf(node, text) == name && IsExport(node, text)) {
      use.kind = NameUse::Kind::kExported;
    } else if (type == "string_content" && TextOf(node, text) == name) {
      // getattr(module, "X"), config.read("x"): an argument of a call that looks a name up.
      const TSNode call = ts_node_parent(ts_node_parent(ts_node_parent(node)));
      const std::string_view callee = TextOf(Field(call, "function"), text);
      const std::string_view last = callee.substr(callee.rfind('.') + 1);
      if (TypeOf(call) != "call" || (last != "getattr" && last != "attrgetter" && last != "read" &&
                                     last != "__getattr__" && last != "_read")) {
        continue;
      }
      use.kind = NameUse::Kind::kString;
    } else {
      continue;
    }
    // A function's own name belongs to what stands around it.
    TSNode from = ts_node_parent(node);
    if (TypeOf(from) == "function_definition" && ts_node_eq(Field(from, "name"), node)) {
      from = ts_node_parent(from);
    }
    for (TSNode up = from; !ts_node_is_null(up); up = ts_node_parent(up)) {
      if (TypeOf(up) == "function_definition") use.function = ts_node_start_point(up).row + 1;
      if (use.block == 0 && TypeOf(up) == "block") use.block = ts_node_start_byte(up);
    }
    out.push_back(std::move(use));
  }
  return out;
}

}  // namespace flagcensus
