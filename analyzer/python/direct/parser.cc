// Text → Syntax, by the rules of the grammar over one cursor.
#include "analyzer/python/direct/parser.h"

#include <utility>

#include "analyzer/python/direct/blocks.h"
#include "analyzer/python/direct/cursor.h"
#include "analyzer/python/direct/expressions.h"
#include "analyzer/python/tree.h"

namespace flagcensus {
namespace {

// The rules of one text. They call each other as the grammar does, so each has references to those
// that it needs.
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

std::optional<Syntax> Parse(std::string_view text, PyErrors* errors) {
  // Text that the two parsers could read differently: a NUL ends it for one of them.
  if (text.find('\0') != std::string_view::npos) return std::nullopt;
  const PythonHurdles hurdles = FindHurdles(text);
  // Too many levels of indentation: ParsePythonTree skips lines.
  if (hurdles.deepest) return std::nullopt;
  PyGrammar grammar(text, hurdles.comments);
  PyCursor& cursor = grammar.cursor;
  cursor.errors = *errors;
  const NodeId root = grammar.blocks.Module();
  *errors = cursor.errors;
  errors->stopped = cursor.Here();
  if (cursor.failed()) return std::nullopt;
  Syntax made = cursor.builder.Finish(root, text);
  made.comments = std::move(cursor.lexer.all_comments());
  made.cuts = std::move(cursor.cuts);
  return made;
}

}  // namespace

std::optional<Syntax> ParseDirectly(std::string_view text, uint32_t* stopped) {
  PyErrors errors;
  errors.allowed = 0;
  std::optional<Syntax> made = Parse(text, &errors);
  if (!made && stopped != nullptr) *stopped = errors.stopped;
  return made;
}

std::optional<Syntax> ParseWithErrors(std::string_view text, std::optional<uint32_t>* error) {
  PyErrors errors;
  std::optional<Syntax> made = Parse(text, &errors);
  *error = errors.first;
  return made;
}

}  // namespace flagcensus
