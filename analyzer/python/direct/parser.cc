// Text → Syntax, by the rules of the grammar over one cursor.
#include "analyzer/python/direct/parser.h"

#include <utility>

#include "analyzer/python/direct/blocks.h"
#include "analyzer/python/direct/cursor.h"
#include "analyzer/python/direct/expressions.h"
#include "analyzer/python/tree.h"

namespace flagcensus {
namespace {

// The rules of one text. They call one another as the grammar does.
struct PyGrammar {
  PyGrammar(std::string_view text, bool blank)
      : cursor(text, blank),
        strings(cursor, expressions),
        atoms(cursor, expressions, strings),
        expressions(cursor, atoms),
        definitions(cursor, expressions, blocks),
        statements(cursor, expressions, atoms, definitions),
        patterns(cursor, expressions, strings, blocks),
        blocks(cursor, expressions, atoms, statements, definitions, patterns) {}

  PyCursor cursor;
  PyStrings strings;
  PyAtoms atoms;
  PyExpressions expressions;
  PyDefinitions definitions;
  PyStatements statements;
  PyPatterns patterns;
  PyBlocks blocks;
};

}  // namespace

std::optional<Syntax> ParseDirectly(std::string_view text, uint32_t* stopped) {
  if (text.find('\0') != std::string_view::npos) return std::nullopt;
  const PythonHurdles hurdles = FindHurdles(text);
  if (hurdles.deepest) return std::nullopt;
  PyGrammar grammar(text, hurdles.comments);
  const NodeId root = grammar.blocks.Module();
  if (!grammar.cursor.failed()) {
    Syntax made = grammar.cursor.builder.Finish(root, text);
    made.comments = std::move(grammar.cursor.lexer.all_comments());
    return made;
  }
  if (stopped != nullptr) *stopped = grammar.cursor.Here();
  return std::nullopt;
}

}  // namespace flagcensus
