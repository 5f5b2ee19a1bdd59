// Tokens → logical lines (Python Language Reference, 2.1), by the lexer of the direct parser.
#include "analyzer/python/logical_lines.h"

#include "analyzer/python/direct/tokens.h"

namespace flagcensus {
namespace {

LogicalLine::Kind KindOfLine(const PyLexer& lexer) {
  const std::string_view word = lexer.TextOf(lexer.token());
  if (word == "def") return LogicalLine::Kind::kFunction;
  return word == "class" ? LogicalLine::Kind::kClass : LogicalLine::Kind::kOther;
}

// Reads the line whose first token is at hand up to its end; false if its tokens are unknown.
bool ReadLine(PyLexer& lexer, LogicalLine* line) {
  line->begin = lexer.token().begin;
  line->row = lexer.token().at.row;
  line->kind = KindOfLine(lexer);
  line->string = true;
  bool async = lexer.TextOf(lexer.token()) == "async";
  for (; lexer.token().kind != PyToken::kLineEnd; lexer.Next()) {
    const PyToken kind = lexer.token().kind;
    if (kind == PyToken::kBad || kind == PyToken::kEnd) return false;
    line->string = line->string && kind == PyToken::kString;
    line->opens = kind == PyToken::kOperator && lexer.TextOf(lexer.token()) == ":";
    if (async && lexer.token().begin > line->begin) {
      if (KindOfLine(lexer) == LogicalLine::Kind::kFunction) line->kind = KindOfLine(lexer);
      async = false;
    }
  }
  line->end = lexer.token().begin;
  line->end_row = lexer.token().at.row;
  return true;
}

}  // namespace

std::optional<std::vector<LogicalLine>> FindLogicalLines(std::string_view text) {
  PyLexer lexer(text, true);
  std::vector<LogicalLine> lines;
  constexpr size_t kUsual = 40;  // bytes a line
  lines.reserve(text.size() / kUsual);
  for (PyLine next = lexer.NextLine(); !next.end; next = lexer.NextLine()) {
    LogicalLine line;
    line.indent = next.indent;
    if (!ReadLine(lexer, &line)) return std::nullopt;
    lines.push_back(line);
  }
  return lines;
}

}  // namespace flagcensus
