// The text is scanned for its outline first, what cannot matter is left out, and the rest is
// parsed.
//
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

#include "analyzer/code/docstring.h"
#include "analyzer/code/python_lower.h"
#include "analyzer/code/python_outline.h"

extern "C" const TSLanguage* tree_sitter_python();

namespace flagcensus {
namespace {

struct TreeDeleter {
  void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};
struct ParserDeleter {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};

// The functions of an outline, and which of them are kept.
struct Selection {
  std::vector<OutlineFunction> functions;
  std::vector<bool> kept;
};

// The function that the byte is in, or null.
const OutlineFunction* FunctionAt(const std::vector<LogicalLine>& lines,
                                  const std::vector<OutlineFunction>& functions, uint32_t offset) {
  const auto after = std::upper_bound(functions.begin(), functions.end(), offset,
                                      [&](uint32_t o, const OutlineFunction& function) {
                                        return o < lines[function.header].begin;
                                      });
  if (after == functions.begin()) return nullptr;
  const OutlineFunction& at = *(after - 1);
  return offset < lines[at.last].end ? &at : nullptr;
}

// Marks the functions that hold one of `offsets` and, by name, what leads to them.
void MarkRelevant(std::string_view text, const std::vector<LogicalLine>& lines,
                  const std::vector<uint32_t>& offsets, std::vector<std::string> words,
                  Selection* selection) {
  const std::vector<OutlineFunction>& functions = selection->functions;
  std::vector<bool>& kept = selection->kept;
  const auto mark = [&](uint32_t offset, std::vector<std::string>* more) {
    const OutlineFunction* found = FunctionAt(lines, functions, offset);
    if (found == nullptr) return;
    const size_t at = static_cast<size_t>(found - functions.data());
    if (kept[at]) return;
    kept[at] = true;
    more->push_back(functions[at].name);
    if (functions[at].owner < 0) return;
    // What a method does may hang on what the object was made with.
    more->push_back(functions[at].class_name);
    for (size_t i = 0; i < functions.size(); ++i) {
      if (functions[i].owner == functions[at].owner && functions[i].special) kept[i] = true;
    }
  };
  for (const uint32_t offset : offsets) mark(offset, &words);
  if (words.empty()) return;
  WordIndex index(text);
  for (const OutlineFunction& function : functions) {
    for (size_t i = function.header; i <= function.last; ++i) {
      if (!lines[i].string) index.Add(lines[i].begin, lines[i].end);
    }
  }
  index.Finish();
  std::set<std::string> done;
  while (!words.empty()) {
    const std::string word = std::move(words.back());
    words.pop_back();
    if (word.empty() || word == "main" || word == "self" || word == "_") continue;
    if (!done.insert(word).second) continue;
    index.Each(word, [&](uint32_t offset) { mark(offset, &words); });
  }
}

// The pieces of code in a docstring that hold one of the offsets first..last.
void AddDocstring(std::string_view text, const LogicalLine& line,
                  std::vector<uint32_t>::const_iterator first,
                  std::vector<uint32_t>::const_iterator last, PythonFile* file) {
  std::vector<PythonFile::CodeText> pieces =
      DocstringCode(text.substr(line.begin, line.end - line.begin), line.row + 1);
  if (pieces.empty()) return;
  std::set<uint32_t> hits;
  uint32_t row = line.row + 1;
  size_t counted = line.begin;
  for (; first != last; ++first) {
    for (; counted < *first; ++counted) row += text[counted] == '\n' ? 1 : 0;
    hits.insert(row);
  }
  for (PythonFile::CodeText& piece : pieces) {
    const auto length =
        static_cast<uint32_t>(std::count(piece.text.begin(), piece.text.end(), '\n'));
    const auto hit = hits.lower_bound(piece.line);
    if (hit != hits.end() && *hit < piece.line + length) {
      file->docstring_code.push_back(std::move(piece));
    }
  }
}

// Chooses the functions whose bodies are kept, and takes the code out of docstrings.
Selection Select(std::string_view text, const std::vector<LogicalLine>& lines,
                 const std::vector<uint32_t>& offsets, PythonFile* file) {
  Selection selection;
  selection.functions = FindFunctions(text, lines);
  selection.kept.resize(selection.functions.size());
  std::set<std::string_view> defined;
  for (const OutlineFunction& function : selection.functions) defined.insert(function.name);
  std::vector<uint32_t> code;
  std::vector<std::string> words;
  for (auto at = offsets.begin(); at != offsets.end();) {
    const auto after =
        std::upper_bound(lines.begin(), lines.end(), *at,
                         [](uint32_t o, const LogicalLine& l) { return o < l.begin; });
    const auto next = std::lower_bound(
        at, offsets.end(), after == lines.begin() ? lines.front().begin : (after - 1)->end);
    if (after == lines.begin() || next == at) {  // a comment between lines
      ++at;
      continue;
    }
    const LogicalLine& line = *(after - 1);
    if (line.string) {
      AddDocstring(text, line, at, next, file);
    } else {
      const std::vector<uint32_t> inside(at, next);
      const bool local = FunctionAt(lines, selection.functions, line.begin) != nullptr;
      const std::vector<LineContext> contexts = ContextsOf(text, line, inside);
      for (size_t i = 0; i < contexts.size(); ++i) {
        if (contexts[i].comment) continue;
        code.push_back(inside[i]);
        for (const std::string& target : contexts[i].targets) {
          if (!local || target.starts_with('.')) words.push_back(target);
        }
        for (const std::string& callee : contexts[i].callees) {
          if (defined.count(callee) > 0) words.push_back(callee);
        }
      }
    }
    at = next;
  }
  MarkRelevant(text, lines, code, std::move(words), &selection);
  return selection;
}

// A text with parts left out, and where its rows come from.
struct Reduced {
  std::string text;
  std::vector<uint32_t> rows;    // the row of the original that each row is
  std::vector<uint32_t> begins;  // offsets in `text` of the functions whose bodies are kept

  // Adds original bytes that begin on `row`.
  void Copy(std::string_view part, uint32_t row) {
    if (rows.empty()) rows.push_back(row);
    text += part;
    for (size_t at = part.find('\n'); at != std::string_view::npos; at = part.find('\n', at + 1)) {
      rows.push_back(++row);
    }
  }
};

// Leaves out the bodies of the functions that are not kept.
Reduced Reduce(std::string_view text, const std::vector<LogicalLine>& lines,
               const Selection& selection) {
  Reduced out;
  out.text.reserve(text.size() / 2);
  size_t copied = 0;
  uint32_t row = 0;
  for (size_t i = 0; i < selection.functions.size(); ++i) {
    const OutlineFunction& function = selection.functions[i];
    const LogicalLine& header = lines[function.header];
    if (selection.kept[i]) {
      out.begins.push_back(static_cast<uint32_t>(out.text.size() + header.begin - copied));
      continue;
    }
    if (function.last == function.header) continue;
    const LogicalLine& first = lines[function.header + 1];
    const LogicalLine& last = lines[function.last];
    out.Copy(text.substr(copied, header.end - copied), row);
    out.Copy("\n", header.end_row);
    out.text.append(first.indent, ' ');
    out.text += "pass";
    copied = last.end;
    row = last.end_row;
  }
  out.Copy(text.substr(copied), row);
  return out;
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
  file.complete = true;
  Reduced reduced;
  bool whole = true;
  if (!everything) {
    const std::optional<std::vector<LogicalLine>> lines = FindLogicalLines(text);
    if (lines && !lines->empty()) {
      const Selection selection = Select(text, *lines, offsets, &file);
      file.complete =
          std::find(selection.kept.begin(), selection.kept.end(), false) == selection.kept.end();
      if (!file.complete) {
        reduced = Reduce(text, *lines, selection);
        text = reduced.text;
        whole = false;
      }
    }
  }

  thread_local const std::unique_ptr<TSParser, ParserDeleter> parser = [] {
    std::unique_ptr<TSParser, ParserDeleter> made(ts_parser_new());
    ts_parser_set_language(made.get(), tree_sitter_python());
    return made;
  }();
  const std::unique_ptr<TSTree, TreeDeleter> tree(ts_parser_parse_string(
      parser.get(), nullptr, text.data(), static_cast<uint32_t>(text.size())));
  if (tree == nullptr) return file;
  const TSNode root = ts_tree_root_node(tree.get());

  const auto keep = [&](uint32_t begin, uint32_t) {
    return whole || std::binary_search(reduced.begins.begin(), reduced.begins.end(), begin);
  };
  file.syntax = LowerPython(root, text, keep, reduced.rows);
  if (ts_node_has_error(root)) {
    const TSNode error = FirstError(root);
    if (!ts_node_is_null(error)) {
      const TSPoint at = ts_node_start_point(error);
      file.error_line = (at.row < reduced.rows.size() ? reduced.rows[at.row] : at.row) + 1;
      file.error_column = at.column + 1;
    }
  }
  file.main_only = IsMainOnly(file.syntax);
  return file;
}

}  // namespace flagcensus
