// Which bodies are kept: a function is relevant where a given word stands in it (outside comments
// and docstrings). What a relevant function, or a relevant assignment, is called makes the
// functions that name it relevant too, until nothing new is found: so a wrapper's callers in the
// same file are kept with it. Other files are found by a search for the wrapper's name (resolve/).
#include "analyzer/code/python_parser.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/code/docstring.h"
#include "analyzer/code/python_lower.h"

extern "C" const TSLanguage* tree_sitter_python();

namespace flagcensus {
namespace {

struct TreeDeleter {
  void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};
struct ParserDeleter {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};

// An outermost function (or method), with the name by which others reach it.
struct Unit {
  uint32_t begin = 0;
  uint32_t end = 0;
  std::string name;  // for __init__, __call__ and the like: the class
  int owner = -1;    // number of the class it is a method of
  std::string class_name;
  bool special = false;  // __init__ and the like
  bool relevant = false;
};

std::string_view TextOf(TSNode node, std::string_view text) {
  const uint32_t begin = std::min<uint32_t>(ts_node_start_byte(node), text.size());
  const uint32_t end = std::min<uint32_t>(ts_node_end_byte(node), text.size());
  return text.substr(begin, end - begin);
}

std::string_view NameOf(TSNode node, std::string_view text) {
  const TSNode name = ts_node_child_by_field_name(node, "name", 4);
  return ts_node_is_null(name) ? std::string_view() : TextOf(name, text);
}

std::vector<Unit> FindUnits(TSNode root, std::string_view text) {
  std::vector<Unit> units;
  struct Class {
    uint32_t end;
    std::string name;
    int number;
  };
  std::vector<Class> classes;  // those around the cursor
  int numbers = 0;
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  bool down = ts_tree_cursor_goto_first_child(&cursor);
  while (down) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    const std::string_view type = ts_node_type(node);
    while (!classes.empty() && classes.back().end <= ts_node_start_byte(node)) {
      classes.pop_back();
    }
    bool enter = false;
    if (type == "function_definition") {
      std::string name(NameOf(node, text));
      if (name.starts_with("__") && !classes.empty()) name = classes.back().name;
      Unit unit{ts_node_start_byte(node), ts_node_end_byte(node), name, -1, "", false, false};
      if (!classes.empty()) {
        unit.owner = classes.back().number;
        unit.class_name = classes.back().name;
        unit.special = name == unit.class_name;
      }
      units.push_back(std::move(unit));
    } else if (type == "class_definition") {
      classes.push_back({ts_node_end_byte(node), std::string(NameOf(node, text)), numbers++});
      enter = true;
    } else {
      enter = type.ends_with("_statement") || type.ends_with("_clause") || type == "block" ||
              type == "decorated_definition" || type == "ERROR" || type == "module";
      enter = enter && type != "expression_statement";
    }
    if (enter && ts_tree_cursor_goto_first_child(&cursor)) continue;
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      if (!ts_tree_cursor_goto_parent(&cursor)) {
        down = false;
        break;
      }
    }
  }
  ts_tree_cursor_delete(&cursor);
  return units;
}

// Calls found(offset) for each place where `word` stands as an identifier.
template <typename Found>
void EachWord(std::string_view text, std::string_view word, const Found& found) {
  if (word.empty()) return;
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if (at > 0 && IsIdentifierByte(static_cast<unsigned char>(text[at - 1]))) continue;
    if (end < text.size() && IsIdentifierByte(static_cast<unsigned char>(text[end]))) continue;
    found(static_cast<uint32_t>(at));
  }
}

// Marks the units that hold one of `offsets` and, by name, what leads to them.
void MarkRelevant(std::string_view text, const std::vector<uint32_t>& offsets,
                  std::vector<std::string> words, std::vector<Unit>* units) {
  const auto mark = [&](uint32_t offset, std::vector<std::string>* more) {
    auto at = std::upper_bound(units->begin(), units->end(), offset,
                               [](uint32_t o, const Unit& unit) { return o < unit.begin; });
    if (at == units->begin()) return;
    --at;
    if (offset >= at->end || at->relevant) return;
    at->relevant = true;
    more->push_back(at->name);
    if (at->owner < 0) return;
    // What a method does may hang on what the object was made with.
    more->push_back(at->class_name);
    for (Unit& unit : *units) {
      if (unit.owner == at->owner && unit.special) unit.relevant = true;
    }
  };
  for (const uint32_t offset : offsets) mark(offset, &words);
  std::set<std::string> done;
  while (!words.empty()) {
    const std::string word = std::move(words.back());
    words.pop_back();
    if (word == "main" || word == "self" || word == "_" || !done.insert(word).second) continue;
    EachWord(text, word, [&](uint32_t offset) { mark(offset, &words); });
  }
}

// The last identifier of an assignment's left side: x in `x = ...` and `self.x = ...`.
std::string_view TargetName(TSNode assignment, std::string_view text) {
  TSNode left = ts_node_child_by_field_name(assignment, "left", 4);
  if (ts_node_is_null(left)) return {};
  if (std::strcmp(ts_node_type(left), "attribute") == 0) {
    left = ts_node_child_by_field_name(left, "attribute", 9);
  }
  return std::strcmp(ts_node_type(left), "identifier") == 0 ? TextOf(left, text)
                                                            : std::string_view();
}

// What the byte at an offset is part of.
enum class Setting { kCode, kComment, kDocstring };

struct Context {
  Setting setting = Setting::kCode;
  TSNode docstring;                  // where setting is kDocstring
  std::string_view target;           // the name that the code around it is assigned to, if any
  std::vector<std::string> callees;  // functions that the code around it is an argument of
};

Context ContextOf(TSNode root, uint32_t offset, std::string_view text) {
  Context context;
  TSNode node = ts_node_descendant_for_byte_range(root, offset, offset + 1);
  if (std::strcmp(ts_node_type(node), "comment") == 0) {
    context.setting = Setting::kComment;
    return context;
  }
  bool code = false;
  for (int i = 0; i < 12 && !ts_node_is_null(node); ++i) {
    const std::string_view type = ts_node_type(node);
    if (type == "identifier") code = true;
    if (type == "string" && !code) {
      const TSNode parent = ts_node_parent(node);
      const bool bare = !ts_node_is_null(parent) &&
                        std::strcmp(ts_node_type(parent), "expression_statement") == 0;
      if (bare) {
        context.setting = Setting::kDocstring;
        context.docstring = node;
        return context;
      }
    }
    if (type == "argument_list") {
      TSNode callee = ts_node_child_by_field_name(ts_node_parent(node), "function", 8);
      if (!ts_node_is_null(callee) && std::strcmp(ts_node_type(callee), "attribute") == 0) {
        callee = ts_node_child_by_field_name(callee, "attribute", 9);
      }
      if (!ts_node_is_null(callee)) context.callees.emplace_back(TextOf(callee, text));
    }
    if (type == "assignment") {
      context.target = TargetName(node, text);
      return context;
    }
    if (type == "block" || type == "module" || type == "function_definition") break;
    node = ts_node_parent(node);
  }
  return context;
}

TSNode FirstError(TSNode root) {
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  TSNode found{};
  while (true) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    if (ts_node_is_error(node) || ts_node_is_missing(node)) {
      found = node;
      break;
    }
    if (ts_node_has_error(node) && ts_tree_cursor_goto_first_child(&cursor)) continue;
    bool more = true;
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      if (!ts_tree_cursor_goto_parent(&cursor)) {
        more = false;
        break;
      }
    }
    if (!more) break;
  }
  ts_tree_cursor_delete(&cursor);
  return found;
}

// Whether the module has a `__main__` part and nothing else that runs: definitions, imports,
// docstrings and assignments of constants prepare only.
bool IsMainOnly(const Syntax& syntax) {
  if (syntax.root == kNoNode) return false;
  bool main = false;
  for (size_t i = 0; i < syntax.count(syntax.root); ++i) {
    const NodeId statement = syntax.child(syntax.root, i);
    switch (syntax.kind(statement)) {
      case NodeKind::kIf: {
        const NodeId test = syntax.child(statement, 0);
        if (syntax.kind(test) == NodeKind::kCompare && syntax.count(test) == 2 &&
            syntax.text(syntax.child(test, 0)) == "__name__") {
          main = true;
        }
        break;
      }
      default:
        break;
    }
  }
  return main;
}

}  // namespace

PythonFile ParsePython(std::string_view text, const std::vector<uint32_t>& offsets,
                       bool everything) {
  PythonFile file;
  thread_local const std::unique_ptr<TSParser, ParserDeleter> parser = [] {
    std::unique_ptr<TSParser, ParserDeleter> made(ts_parser_new());
    ts_parser_set_language(made.get(), tree_sitter_python());
    return made;
  }();
  const std::unique_ptr<TSTree, TreeDeleter> tree(ts_parser_parse_string(
      parser.get(), nullptr, text.data(), static_cast<uint32_t>(text.size())));
  if (tree == nullptr) return file;
  const TSNode root = ts_tree_root_node(tree.get());

  if (ts_node_has_error(root)) {
    const TSNode error = FirstError(root);
    if (!ts_node_is_null(error)) {
      file.error_line = ts_node_start_point(error).row + 1;
      file.error_column = ts_node_start_point(error).column + 1;
    }
  }

  std::vector<uint32_t> code;
  std::vector<std::string> words;
  uint32_t docstring_end = 0;
  for (const uint32_t offset : offsets) {
    if (offset < docstring_end) continue;
    const Context context = ContextOf(root, offset, text);
    if (context.setting == Setting::kDocstring) {
      docstring_end = ts_node_end_byte(context.docstring);
      std::vector<PythonFile::CodeText> pieces = DocstringCode(
          TextOf(context.docstring, text), ts_node_start_point(context.docstring).row + 1);
      std::move(pieces.begin(), pieces.end(), std::back_inserter(file.docstring_code));
    } else if (context.setting == Setting::kCode) {
      code.push_back(offset);
      if (!context.target.empty()) words.emplace_back(context.target);
      words.insert(words.end(), context.callees.begin(), context.callees.end());
    }
  }

  std::vector<Unit> units = FindUnits(root, text);
  if (!everything) MarkRelevant(text, code, std::move(words), &units);
  file.complete = std::all_of(units.begin(), units.end(),
                              [&](const Unit& unit) { return everything || unit.relevant; });
  const auto keep = [&](uint32_t begin, uint32_t) {
    if (everything) return true;
    const auto at = std::lower_bound(units.begin(), units.end(), begin,
                                     [](const Unit& unit, uint32_t o) { return unit.begin < o; });
    return at != units.end() && at->begin == begin && at->relevant;
  };
  file.syntax = LowerPython(root, text, keep);
  file.main_only = IsMainOnly(file.syntax);
  return file;
}

}  // namespace flagcensus
