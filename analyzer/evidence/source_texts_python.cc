// accesses of one Python file ─→ its syntax tree ─→ what stands around each
//
// From the access outwards, up to its statement: arguments called help of the calls that it is the
// default or the name of; behind the lines and above them, comments; below the statement, a string;
// around it, the docstring of a function that reads this one variable and gives its value back.
#include <tree_sitter/api.h>

#include <algorithm>
#include <map>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/evidence/source_texts.h"
#include "analyzer/python/strings.h"
#include "analyzer/python/tree.h"

namespace flagcensus {
namespace {

constexpr size_t kMostComment = 30;  // lines of one

std::string_view TypeOf(TSNode node) { return ts_node_is_null(node) ? "" : ts_node_type(node); }

TSNode Field(TSNode node, std::string_view name) {
  return ts_node_child_by_field_name(node, name.data(), static_cast<uint32_t>(name.size()));
}

bool IsFunction(TSNode node) { return TypeOf(node) == "function_definition"; }

// A tree with the text and the lines that it was made of.
class Source {
 public:
  explicit Source(std::string_view text)
      : text_(text), lines_(Split(text, '\n')), tree_(ParsePythonTree(text)) {}

  bool parsed() const { return tree_.tree != nullptr; }
  std::string_view TextOf(TSNode node) const {
    return text_.substr(ts_node_start_byte(node),
                        ts_node_end_byte(node) - ts_node_start_byte(node));
  }
  std::string_view Line(size_t row) const {
    return row < lines_.size() ? lines_[row] : std::string_view();
  }
  TSNode At(const Place& place) const {
    const TSPoint point{static_cast<uint32_t>(std::max(place.line, 1) - 1),
                        static_cast<uint32_t>(std::max(place.column, 1) - 1)};
    return ts_node_descendant_for_point_range(ts_tree_root_node(tree_.tree.get()), point, point);
  }

  // The value of a string, of strings side by side, or of such in parentheses; "" of others.
  std::string StringOf(TSNode node) const {
    const std::string_view type = TypeOf(node);
    std::string out;
    if (type == "string") {
      const std::string_view written = TextOf(node);
      const bool raw = IsRawPythonString(written);
      for (uint32_t i = 0; i < ts_node_child_count(node); ++i) {
        const TSNode part = ts_node_child(node, i);
        if (TypeOf(part) == "interpolation") return {};
        if (TypeOf(part) == "string_content") DecodePythonString(TextOf(part), raw, &out);
      }
    } else if (type == "concatenated_string" || type == "parenthesized_expression") {
      for (uint32_t i = 0; i < ts_node_named_child_count(node); ++i) {
        out += StringOf(ts_node_named_child(node, i));
      }
    }
    return out;
  }

  // The string that the body of a function begins with.
  std::string DocstringOf(TSNode function) const {
    const TSNode body = Field(function, "body");
    for (uint32_t i = 0; !ts_node_is_null(body) && i < ts_node_named_child_count(body); ++i) {
      const TSNode first = ts_node_named_child(body, i);
      if (TypeOf(first) == "comment") continue;
      return TypeOf(first) == "expression_statement" ? StringOf(ts_node_named_child(first, 0))
                                                     : std::string();
    }
    return {};
  }

  // Whether nothing but blanks stands before the node on its line.
  bool BeginsLine(TSNode node) const {
    const TSPoint start = ts_node_start_point(node);
    return Trim(Line(start.row).substr(0, start.column)).empty();
  }

  // The lines of comment that stand right above `row`, without their marks.
  std::string CommentAbove(size_t row) const {
    std::vector<std::string_view> found;
    while (row > 0 && found.size() < kMostComment) {
      const std::string_view line = Trim(Line(--row));
      if (!line.starts_with('#')) break;
      found.push_back(line.substr(std::min(line.find_first_not_of('#'), line.size())));
    }
    std::reverse(found.begin(), found.end());
    return CommentAsDescription(found);
  }

  // The comment that stands behind code on `row`.
  std::string CommentBehind(size_t row) const {
    const std::string_view line = Line(row);
    for (size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1)) {
      const TSPoint point{static_cast<uint32_t>(row), static_cast<uint32_t>(at)};
      const TSNode node =
          ts_node_descendant_for_point_range(ts_tree_root_node(tree_.tree.get()), point, point);
      if (TypeOf(node) != "comment" || ts_node_start_point(node).column != at) continue;
      return Trim(line.substr(0, at)).empty() ? std::string()
                                              : CommentAsDescription({line.substr(at + 1)});
    }
    return {};
  }

 private:
  std::string_view text_;
  std::vector<std::string_view> lines_;
  PythonTree tree_;
};

// A docstring up to its sections, as one line.
std::string Summary(const std::string& docstring) {
  std::string out;
  for (const std::string_view raw : Split(docstring, '\n')) {
    const std::string_view line = Trim(raw);
    const std::string lower = ToLower(line);
    const auto& heads = Phrases("descriptions", "docstring_sections");
    if (std::any_of(heads.begin(), heads.end(), [&](const std::string& head) {
          return lower == head ||
                 (head.size() > 1 && !head.ends_with('s') && lower.starts_with(head));
        })) {
      break;
    }
    out += line;
    out += ' ';
  }
  return FoldText(out);
}

// The first list of strings in `node`, a few levels down.
std::vector<std::string> StringsIn(const Source& source, TSNode node, int depth) {
  const std::string_view type = TypeOf(node);
  std::vector<std::string> out;
  const bool arguments = type == "argument_list";
  // Choice(["a", "b"]) holds a list; what other calls are given is no list of values.
  if (arguments && source.TextOf(Field(ts_node_parent(node), "function")).find("Choice") ==
                       std::string_view::npos) {
    return out;
  }
  if (type == "list" || type == "tuple" || type == "set" || arguments) {
    for (uint32_t i = 0; i < ts_node_named_child_count(node); ++i) {
      const TSNode item = ts_node_named_child(node, i);
      if (TypeOf(item) == "comment") continue;
      if (TypeOf(item) != "string") {
        out.clear();
        break;
      }
      out.push_back(source.StringOf(item));
    }
    if (out.size() > 1) return out;
    out.clear();
  }
  for (uint32_t i = 0; depth > 0 && i < ts_node_named_child_count(node) && out.empty(); ++i) {
    out = StringsIn(source, ts_node_named_child(node, i), depth - 1);
  }
  return out;
}

// What a call's arguments or a dictionary's pairs say of the access inside: `inner` is the argument
// or pair that it stands in (null: the call is the access itself).
void TakeArguments(const Source& source, TSNode holder, TSNode inner, SourceText& out) {
  const bool dictionary = TypeOf(holder) == "dictionary";
  const auto key_of = [&](TSNode node) {
    if (dictionary) return source.StringOf(Field(node, "key"));
    const TSNode name = Field(node, "name");
    return ts_node_is_null(name) ? std::string() : std::string(source.TextOf(name));
  };
  const bool named = TypeOf(inner) == "keyword_argument" || TypeOf(inner) == "pair";
  const std::string_view keys = dictionary ? "default_keys" : "default";
  if (named && !IsPhrase("descriptions", keys, ToLower(key_of(inner)))) return;
  if (dictionary && !named) return;
  for (uint32_t i = 0; i < ts_node_named_child_count(holder); ++i) {
    const TSNode argument = ts_node_named_child(holder, i);
    if (TypeOf(argument) != (dictionary ? "pair" : "keyword_argument")) continue;
    const std::string key = ToLower(key_of(argument));
    const TSNode value = Field(argument, "value");
    if (out.help.empty() && IsPhrase("descriptions", "help", key)) {
      out.help = FoldText(source.StringOf(value));
    } else if (out.values.empty() && !dictionary && IsPhrase("descriptions", "choices", key)) {
      constexpr int kDeep = 3;
      out.values = StringsIn(source, value, kDeep);
    }
  }
}

// A text of several words that a wrapper's call is given beside name and default.
std::string PlainHelp(const Source& source, TSNode arguments, const Access& access) {
  constexpr long kWords = 3;
  for (uint32_t i = 1; i < ts_node_named_child_count(arguments); ++i) {
    const std::string text = source.StringOf(ts_node_named_child(arguments, i));
    if (std::count(text.begin(), text.end(), ' ') + 1 < kWords || text == access.default_text ||
        text.find("%s") != std::string::npos) {
      continue;
    }
    return FoldText(text);
  }
  return {};
}

// Of a declarator's call, flag("app_x", read("APP_X"), "what it is for"), the text behind the read.
std::string HelpBehind(const Source& source, TSNode arguments, TSNode inner) {
  constexpr long kBlanks = 3;
  const std::string name = source.StringOf(ts_node_named_child(arguments, 0));
  if (name.empty() || name.find(' ') != std::string::npos) return {};
  TSNode next = ts_node_is_null(inner) ? inner : ts_node_next_named_sibling(inner);
  while (TypeOf(next) == "comment") next = ts_node_next_named_sibling(next);
  if (ts_node_is_null(next)) return {};
  const std::string text = source.StringOf(next);
  const bool words =
      std::count(text.begin(), text.end(), ' ') >= kBlanks && text.find("%s") == std::string::npos;
  return words ? FoldText(text) : std::string();
}

bool EndsStatement(TSNode node) {
  const std::string_view parent = TypeOf(ts_node_parent(node));
  return parent == "block" || parent == "module";
}

// From the access to its statement: help texts, comments. The statement.
TSNode TakeInside(const Source& source, const Access& access, SourceText& out) {
  const TSNode leaf = source.At(access.place);
  TSNode node = leaf;
  bool own = true;  // the innermost call is the access itself
  while (!ts_node_is_null(node)) {
    const TSNode parent = ts_node_parent(node);
    if (TypeOf(node) == "call") {
      const TSNode arguments = Field(node, "arguments");
      TSNode inner = leaf;
      while (!ts_node_is_null(inner) && !ts_node_eq(ts_node_parent(inner), arguments)) {
        inner = ts_node_eq(inner, node) ? TSNode{} : ts_node_parent(inner);
        if (ts_node_is_null(inner)) break;
      }
      TakeArguments(source, arguments, inner, out);
      if (own && out.help.empty() && !access.chain.empty()) {
        out.help = PlainHelp(source, arguments, access);
      } else if (!own && out.help.empty() && TypeOf(inner) == "call") {
        out.help = HelpBehind(source, arguments, inner);
      }
      own = false;
    } else if (TypeOf(node) == "pair") {
      TakeArguments(source, parent, node, out);
    }
    const bool statement = EndsStatement(node);
    if (out.comment.empty() && (statement || source.BeginsLine(node))) {
      out.comment = source.CommentBehind(ts_node_end_point(node).row);
      if (out.comment.empty()) out.comment = source.CommentAbove(ts_node_start_point(node).row);
    }
    if (statement) return node;
    node = parent;
  }
  return node;
}

TSNode FunctionOf(TSNode node) {
  while (!ts_node_is_null(node) && !IsFunction(node)) node = ts_node_parent(node);
  return node;
}

// Whether a `return` of the function's own gives `name` back.
bool Returns(const Source& source, TSNode node, std::string_view name, int depth) {
  constexpr int kDeep = 30;
  if (depth > kDeep) return false;
  for (uint32_t i = 0; i < ts_node_named_child_count(node); ++i) {
    const TSNode child = ts_node_named_child(node, i);
    if (IsFunction(child)) continue;
    if (TypeOf(child) == "return_statement") {
      const std::string_view text = source.TextOf(child);
      for (size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
        const size_t end = at + name.size();
        if ((at == 0 || !IsIdentifierByte(static_cast<unsigned char>(text[at - 1]))) &&
            (end == text.size() || !IsIdentifierByte(static_cast<unsigned char>(text[end])))) {
          return true;
        }
      }
    } else if (Returns(source, child, name, depth + 1)) {
      return true;
    }
  }
  return false;
}

// Whether the function gives back what `statement`, which holds the access, reads.
bool GivesBack(const Source& source, TSNode function, TSNode statement, const Access& access) {
  if (TypeOf(statement) == "return_statement") return true;
  if (access.bound_kind == BoundKind::kReturn) return true;
  const TSNode first = ts_node_named_child(statement, 0);
  if (TypeOf(first) != "assignment") return false;
  const TSNode left = Field(first, "left");
  return TypeOf(left) == "identifier" &&
         Returns(source, Field(function, "body"), source.TextOf(left), 0);
}

// Whether the function is little more than the read: what it is for is what the variable is for.
bool IsSmall(TSNode function) {
  constexpr uint32_t kRows = 8;  // of its body, the docstring left out
  const TSNode body = Field(function, "body");
  const TSNode docstring = ts_node_named_child(body, 0);
  return ts_node_end_point(body).row - ts_node_end_point(docstring).row <= kRows;
}

// The string that stands below an assignment of a module or class.
std::string StringBelow(const Source& source, TSNode statement) {
  if (TypeOf(statement) != "expression_statement" ||
      TypeOf(ts_node_named_child(statement, 0)) != "assignment") {
    return {};
  }
  const TSNode next = ts_node_next_named_sibling(statement);
  if (TypeOf(next) != "expression_statement" ||
      ts_node_start_point(next).row > ts_node_end_point(statement).row + 1) {
    return {};
  }
  return Summary(source.StringOf(ts_node_named_child(next, 0)));
}

}  // namespace

void FindPythonTexts(std::string_view text, const std::vector<const Access*>& accesses,
                     std::vector<SourceText>& out) {
  const Source source(text);
  if (!source.parsed()) return;
  // The variables that each function reads: a docstring of one that reads several describes none.
  std::map<const void*, std::set<std::string_view>> read_in;
  std::vector<TSNode> statements;
  for (size_t i = 0; i < accesses.size(); ++i) {
    statements.push_back(TakeInside(source, *accesses[i], out[i]));
    const TSNode function = FunctionOf(statements.back());
    if (!ts_node_is_null(function)) read_in[function.id].insert(*accesses[i]->name);
  }
  for (size_t i = 0; i < accesses.size(); ++i) {
    if (ts_node_is_null(statements[i])) continue;
    const TSNode function = FunctionOf(statements[i]);
    if (ts_node_is_null(function)) {
      out[i].doc = StringBelow(source, statements[i]);
    } else if (read_in[function.id].size() == 1) {
      const std::string words = Summary(source.DocstringOf(function));
      const bool its = words.find(*accesses[i]->name) != std::string::npos || IsSmall(function) ||
                       GivesBack(source, function, statements[i], *accesses[i]);
      if (its) out[i].doc = words;
    }
  }
}

}  // namespace flagcensus
