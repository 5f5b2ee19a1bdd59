// Common syntax directly (direct/), everything else by tree-sitter.
#include "analyzer/python/parser.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <cstring>

#include "analyzer/python/direct/parser.h"
#include "analyzer/python/lower.h"
#include "analyzer/python/node.h"
#include "analyzer/python/tree.h"

namespace flagcensus {
namespace {

// The first error or missing token in the text, without recursion.
TSNode FirstError(TSNode root) {
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  // Depth first, into nodes that contain an error.
  TSNode found{};
  while (true) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    if (ts_node_is_error(node) || ts_node_is_missing(node)) {
      found = node;
      break;
    }
    // Only subtrees with an error are searched.
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

// Whether the module has a `__main__` part, at the top level. Other statements are not examined, so
// a module that also runs code when it is imported counts, too.
bool IsMainOnly(const Syntax& syntax) {
  if (syntax.root == kNoNode) return false;
  bool main = false;
  // Statements of the module, not of blocks in it.
  for (size_t i = 0; i < syntax.count(syntax.root); ++i) {
    const NodeId statement = syntax.child(syntax.root, i);
    switch (syntax.kind(statement)) {
      case NodeKind::kIf: {
        const NodeId test = syntax.child(statement, 0);
        const bool equal = syntax.kind(test) == NodeKind::kCompare && syntax.count(test) == 2 &&
                           Trim(syntax.text(test)) == "==";
        const auto compares = [&](size_t name, size_t text) {
          return syntax.text(syntax.child(test, name)) == "__name__" &&
                 syntax.text(syntax.child(test, text)) == "__main__";
        };
        main = main || (equal && (compares(0, 1) || compares(1, 0)));
        break;
      }
      default:
        break;
    }
  }
  return main;
}

// Parses by tree-sitter, which accepts any bytes. False if that exceeds the limits.
bool ParseByGrammar(std::string_view text, PythonFile* file) {
  // A null tree means that the bounds were reached.
  const PythonTree parsed = ParsePythonTree(text);
  if (parsed.tree == nullptr) return false;
  const TSNode root = ts_tree_root_node(parsed.tree.get());
  file->syntax = LowerPython(root, text);
  // The lines from that row on are missing in the tree.
  if (const std::optional<uint32_t> row = parsed.unparsed_from) {
    file->syntax.cuts.push_back({file->syntax.lines[*row],
                                 "more than 380 levels of indentation: deeper lines are skipped"});
  }
  // A missing token counts as an error, as does skipped text.
  if (!ts_node_has_error(root)) return true;
  const TSNode error = FirstError(root);
  if (ts_node_is_null(error)) return true;
  const TSPoint at = StartPoint(error);
  file->error_line = at.row + 1;
  file->error_column = at.column + 1;
  return true;
}

}  // namespace

Place PlaceIn(const PythonFile& parsed, const std::string& file, uint32_t line, uint32_t column) {
  // A file without cells has no other positions.
  Place place{file, static_cast<int>(line), static_cast<int>(column)};
  // The last cell that begins at or before the line.
  const auto after = std::upper_bound(
      parsed.cells.begin(), parsed.cells.end(), line,
      [](uint32_t at, const NotebookCell& cell) { return at < cell.first_row + 1; });
  if (after == parsed.cells.begin()) return place;
  // The line in the cell, and the cell in the name of the file.
  const NotebookCell& cell = *(after - 1);
  place.file += ":cell " + std::to_string(cell.number);
  place.line = static_cast<int>(line - cell.first_row);
  return place;
}

PythonFile ParsePython(std::string_view text) {
  PythonFile file;
  // Text that ParseWithErrors does not know for certain is not an error yet: the grammar decides.
  std::optional<uint32_t> error;
  if (std::optional<Syntax> syntax = ParseWithErrors(text, &error)) {
    file.syntax = std::move(*syntax);
    if (error) file.error_line = file.syntax.LineOf(*error);
    if (error) file.error_column = file.syntax.ColumnOf(*error);
  } else if (!ParseByGrammar(text, &file)) {
    file.gave_up = true;
    return file;
  }
  // Both parsers give the same nodes.
  file.main_only = IsMainOnly(file.syntax);
  return file;
}

}  // namespace flagcensus
