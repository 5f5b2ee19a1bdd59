// Strings, with the expressions in them → nodes.
#include "analyzer/python/strings.h"

#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/python/direct/grammar.h"

namespace flagcensus {

// One string, or several one behind the other.
NodeId PyGrammar::Strings() {
  const PyPosition at = Here();
  Piece first = String();
  const auto made = [&](const Piece& piece) {
    return piece.expressions
               ? MakeTo(piece.end_row, NodeKind::kFormat, piece.at, piece.parts)
               : MakeTo(piece.end_row, NodeKind::kString, piece.at, {}, piece.decoded);
  };
  if (failed_) return 0;
  if (Kind() != PyToken::kString) {
    if (!first.expressions) return Make(NodeKind::kString, at, {}, first.said);
    return made(first);
  }
  std::string text;
  bool plain = true;
  Ids parts;
  std::vector<Piece> pieces = {std::move(first)};
  while (!failed_ && Kind() == PyToken::kString) pieces.push_back(String());
  for (const Piece& piece : pieces) plain = plain && !piece.expressions;
  if (failed_ || (!plain && pieces.size() > kMaxParts)) return Fail();
  for (const Piece& piece : pieces) {
    if (plain) {
      text += piece.decoded;
    } else {
      parts.push_back(made(piece));
    }
  }
  return plain ? Make(NodeKind::kString, at, {}, text) : Make(NodeKind::kFormat, at, parts);
}

PyGrammar::Piece PyGrammar::String() {
  const PyLexeme token = lexer_.token();
  const std::string_view all = Text();
  Piece out;
  out.at = token.at;
  out.end_row = token.end_row;
  const size_t quote = all.find_first_of("\"'");
  const std::string_view prefix = all.substr(0, quote);
  const bool raw = prefix.find_first_of("rR") != std::string_view::npos;
  const bool format = prefix.find_first_of("fF") != std::string_view::npos;
  const bool triple =
      all.size() >= quote + 6 && all[quote + 1] == all[quote] && all[quote + 2] == all[quote];
  const size_t mark = triple ? 3 : 1;
  const std::string_view inner = all.substr(quote + mark, all.size() - quote - 2 * mark);
  if (format && inner.find_first_of("{}") != std::string_view::npos) {
    Interpolations(token, token.begin + quote + mark, token.end - mark, raw, &out);
  }
  if (failed_) return out;
  if (!out.expressions) {
    DecodePythonString(inner, raw, &out.decoded);
    out.said = format ? ReplaceAll(ReplaceAll(out.decoded, "{{", "{"), "}}", "}") : out.decoded;
  }
  Advance();
  return out;
}

// Past the expression in braces of a form, `{` of which is at `open`, with its own form.
size_t PyGrammar::PastInner(size_t open, size_t end, uint32_t row, size_t line_begin, Ids* out) {
  const PyLexer::State before = lexer_.Inside(open + 1, end, row, line_begin);
  const uint32_t last_row = end_row_;
  if (Kind() == PyToken::kBad || Is("{") || IsWord("yield")) failed_ = true;
  if (!failed_) out->push_back(ExpressionList());
  if (!failed_ && Is("=")) Advance();
  if (!failed_ && !Is("}") && !Is(":") && !Is("!")) failed_ = true;
  const size_t form = lexer_.token().begin;
  if (lexer_.row() != row) failed_ = true;
  lexer_.Resume(before);
  end_row_ = last_row;
  return PastForm(form, end, row, line_begin, out) + 1;
}

// To the '}' behind the conversion and the form that begin at `at`; the expressions in them.
size_t PyGrammar::PastForm(size_t at, size_t end, uint32_t row, size_t line_begin, Ids* out) {
  while (!failed_ && at < end && lexer_.text()[at] != '}') {
    const char c = lexer_.text()[at];
    if (c == '\n' || c == '\\') failed_ = true;
    at = c == '{' ? PastInner(at, end, row, line_begin, out) : at + 1;
  }
  if (at >= end) failed_ = true;
  return at;
}

// The pieces of a format string between `begin` and `end`: texts, and the expressions in braces.
void PyGrammar::Interpolations(const PyLexeme& token, size_t begin, size_t end, bool raw,
                               Piece* out) {
  const std::string_view text = lexer_.text();
  uint32_t row = token.at.row;
  size_t line_begin = token.begin - token.at.column;
  const auto lines = [&](size_t from, size_t to) {
    const std::string_view until = text.substr(0, to);  // the next line end may be far
    for (size_t i = until.find('\n', from); i < to; i = until.find('\n', i + 1)) {
      ++row;
      line_begin = i + 1;
    }
  };
  lines(token.begin, begin);
  std::string value;
  const auto flush = [&] {
    if (!value.empty()) {
      out->parts.push_back(MakeTo(token.end_row, NodeKind::kString, token.at, {}, value));
    }
    value.clear();
  };
  size_t from = begin;  // of the text at hand
  const auto take = [&](size_t to) {
    std::string decoded;
    DecodePythonString(text.substr(from, to - from), raw, &decoded);
    value += ReplaceAll(ReplaceAll(decoded, "{{", "{"), "}}", "}");
  };
  for (size_t at = begin; at < end && !failed_;) {
    const char c = text[at];
    if (c == '\\') {
      const char next = at + 1 < end ? text[at + 1] : '\0';
      if (next == 'N' && !raw) {
        at = PastNamedCharacter(text.substr(0, end), at);
        if (at == 0) failed_ = true;
        continue;
      }
      at += next == '{' || next == '}' ? 1 : 2;
    } else if ((c == '{' || c == '}') && at + 1 < end && text[at + 1] == c) {
      at += 2;
    } else if (c != '{') {
      ++at;
    } else {
      take(at);
      flush();
      lines(from, at);
      out->expressions = true;
      const PyPosition brace = {row, static_cast<uint32_t>(at - line_begin)};
      const PyLexer::State before = lexer_.Inside(at + 1, end, row, line_begin);
      const uint32_t last_row = end_row_;
      if (Kind() == PyToken::kBad) failed_ = true;
      if (!failed_) out->parts.push_back(IsWord("yield") ? Fail() : ExpressionList());
      if (!failed_ && Is("=")) Advance();
      if (!failed_ && !Is("}") && !Is(":") && !Is("!")) failed_ = true;
      size_t close = lexer_.token().begin;
      lexer_.Resume(before);
      end_row_ = last_row;
      if (failed_) return;
      lines(at, close);
      Ids inside;
      close = PastForm(close, end, row, line_begin, &inside);
      if (failed_) return;
      if (!inside.empty()) {
        const std::string_view whole = text.substr(at, close + 1 - at).substr(0, 80);
        const NodeId opaque = MakeTo(row, NodeKind::kOpaque, brace, {}, whole);
        inside.insert(inside.begin(), {opaque, out->parts.back()});
        out->parts.back() = MakeTo(row, NodeKind::kCall, brace, inside);
      }
      at = close + 1;
      from = at;
    }
  }
  if (failed_) return;
  if (out->expressions) {
    take(end);
    flush();
  }
}

}  // namespace flagcensus
