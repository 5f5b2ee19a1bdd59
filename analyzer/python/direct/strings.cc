// Strings, with the expressions in them → nodes.
//
//   "a" 'b'           ─→ kString ab
//   f"a{b!r:>{c}}"    ─→ kFormat(kString a, a call of something unknown with b and c)
#include "analyzer/python/strings.h"

#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/python/direct/expressions.h"

namespace flagcensus {

// One string, or several adjacent ones.
NodeId PyStrings::Strings() {
  const uint32_t at = cursor_.Here();
  Piece first = String();
  // The node of a piece, from its own first byte to its last.
  const auto made = [&](const Piece& piece) {
    return piece.expressions
               ? cursor_.MakeTo(piece.end, NodeKind::kFormat, piece.begin, piece.parts)
               : cursor_.MakeTo(piece.end, NodeKind::kString, piece.begin, {}, piece.decoded);
  };
  if (cursor_.failed()) return 0;
  // A single string: `{{` is resolved. In adjacent ones it is not, as in LowerPython.
  if (cursor_.Kind() != PyToken::kString) {
    if (!first.expressions) return cursor_.Make(NodeKind::kString, at, {}, first.said);
    return made(first);
  }
  std::string text;
  bool plain = true;
  PyIds parts;
  std::vector<Piece> pieces = {std::move(first)};
  while (!cursor_.failed() && cursor_.Kind() == PyToken::kString) pieces.push_back(String());
  // One f-string with expressions makes the whole a kFormat.
  for (const Piece& piece : pieces) plain = plain && !piece.expressions;
  // Adjacent plain strings are one text of any length.
  if (cursor_.failed() || (!plain && pieces.size() > PyCursor::kMaxParts)) return cursor_.Fail();
  for (const Piece& piece : pieces) {
    if (plain) {
      text += piece.decoded;
    } else {
      parts.push_back(made(piece));
    }
  }
  return plain ? cursor_.Make(NodeKind::kString, at, {}, text)
               : cursor_.Make(NodeKind::kFormat, at, parts);
}

// One literal: its prefix, its quotes, and the text between, decoded.
PyStrings::Piece PyStrings::String() {
  const PyLexeme token = cursor_.lexer.token();
  const std::string_view all = cursor_.Text();
  Piece out;
  out.begin = token.begin;
  out.end = token.end;
  // The prefix is everything before the first quote.
  const size_t quote = all.find_first_of("\"'");
  const std::string_view prefix = all.substr(0, quote);
  const bool raw = prefix.find_first_of("rR") != std::string_view::npos;
  const bool format = prefix.find_first_of("fF") != std::string_view::npos;
  // Three quotes at the beginning of a token of at least six bytes are those of a triple-quoted
  // string.
  const bool triple =
      all.size() >= quote + 6 && all[quote + 1] == all[quote] && all[quote + 2] == all[quote];
  const size_t mark = triple ? 3 : 1;
  const std::string_view inner = all.substr(quote + mark, all.size() - quote - 2 * mark);
  if (format && inner.find_first_of("{}") != std::string_view::npos) {
    Interpolations(token, token.begin + quote + mark, token.end - mark, raw, &out);
  }
  // Without expressions, the value is constant.
  if (cursor_.failed()) return out;
  if (!out.expressions) {
    DecodePythonString(inner, raw, &out.decoded);
    out.said = format ? ReplaceAll(ReplaceAll(out.decoded, "{{", "{"), "}}", "}") : out.decoded;
  }
  cursor_.Advance();
  return out;
}

// The offset after an expression in braces of a format specification, with its `{` at `open`, and
// the specification of that expression. Adds the expressions to `out`.
size_t PyStrings::PastInner(size_t open, size_t end, PyIds* out) {
  // The lexer is moved into the string, and back afterwards.
  const PyLexer::State before = cursor_.lexer.Inside(open + 1, end);
  const uint32_t last_end = cursor_.last_end;
  // A dictionary in an expression would begin with the same brace as an escaped one.
  if (cursor_.Kind() == PyToken::kBad || cursor_.Is("{") || cursor_.IsWord("yield")) cursor_.Fail();
  if (!cursor_.failed()) out->push_back(expressions_.ExpressionList());
  if (!cursor_.failed() && cursor_.Is("=")) cursor_.Advance();
  if (!cursor_.failed() && !cursor_.Is("}") && !cursor_.Is(":") && !cursor_.Is("!")) cursor_.Fail();
  const size_t form = cursor_.lexer.token().begin;
  // A line end in it: the grammar may read it differently.
  if (cursor_.lexer.text().substr(open, form - open).find('\n') < form) cursor_.Fail();
  cursor_.lexer.Resume(before);
  cursor_.last_end = last_end;
  return PastForm(form, end, out) + 1;
}

// The offset of the '}' after the conversion and the format specification that begin at `at`. Adds
// the expressions in them to `out`.
size_t PyStrings::PastForm(size_t at, size_t end, PyIds* out) {
  // Up to the closing brace; nested expressions are skipped as a whole.
  while (!cursor_.failed() && at < end && cursor_.lexer.text()[at] != '}') {
    // A backslash or line end in a specification is read in two ways.
    const char c = cursor_.lexer.text()[at];
    if (c == '\n' || c == '\\') cursor_.Fail();
    at = c == '{' ? PastInner(at, end, out) : at + 1;
  }
  if (at >= end) cursor_.Fail();
  return at;
}

// Adds the pieces of a format string between `begin` and `end`: texts, and the expressions in
// braces.
void PyStrings::Interpolations(const PyLexeme& token, size_t begin, size_t end, bool raw,
                               Piece* out) {
  const std::string_view text = cursor_.lexer.text();
  std::string value;
  // A piece of text has the range of the whole string, as in LowerPython.
  const auto flush = [&] {
    if (!value.empty()) {
      out->parts.push_back(cursor_.MakeTo(token.end, NodeKind::kString, token.begin, {}, value));
    }
    value.clear();
  };
  size_t from = begin;  // of the current text
  const auto take = [&](size_t to) {
    std::string decoded;
    // Text between expressions, with {{ and }} resolved.
    DecodePythonString(text.substr(from, to - from), raw, &decoded);
    value += ReplaceAll(ReplaceAll(decoded, "{{", "{"), "}}", "}");
  };
  for (size_t at = begin; at < end && !cursor_.failed();) {
    const char c = text[at];
    // \N{...} contains braces that are not an expression; an escaped brace does not end the text.
    if (c == '\\') {
      const char next = at + 1 < end ? text[at + 1] : '\0';
      if (next == 'N' && !raw) {
        at = PastNamedCharacter(text.substr(0, end), at);
        if (at == 0) cursor_.Fail();
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
      out->expressions = true;
      const auto brace = static_cast<uint32_t>(at);
      // The lexer reads the expression inside the string, and then returns to the string's own
      // token.
      const PyLexer::State before = cursor_.lexer.Inside(at + 1, end);
      const uint32_t last_end = cursor_.last_end;
      if (cursor_.Kind() == PyToken::kBad) cursor_.Fail();
      // yield is allowed in an expression of an f-string, and is left to the grammar.
      if (!cursor_.failed())
        out->parts.push_back(cursor_.IsWord("yield") ? cursor_.Fail()
                                                     : expressions_.ExpressionList());
      const bool spelled = !cursor_.failed() && cursor_.Is("=");  // {x=}
      if (spelled) cursor_.Advance();
      if (!cursor_.failed() && !cursor_.Is("}") && !cursor_.Is(":") && !cursor_.Is("!"))
        cursor_.Fail();
      size_t close = cursor_.lexer.token().begin;
      const size_t after_value = close;
      cursor_.lexer.Resume(before);
      cursor_.last_end = last_end;
      if (cursor_.failed()) return;
      PyIds inside;
      close = PastForm(close, end, &inside);
      if (cursor_.failed()) return;
      // With expressions in its format specification, the result is not the value: a call of
      // something unknown with all of them, as in NodeMaker::Spread.
      if (!inside.empty()) {
        const std::string_view whole = text.substr(at, close + 1 - at).substr(0, 80);
        const auto after = static_cast<uint32_t>(close + 1);
        const NodeId opaque = cursor_.MakeTo(after, NodeKind::kOpaque, brace, {}, whole);
        inside.insert(inside.begin(), {opaque, out->parts.back()});
        out->parts.back() = cursor_.MakeTo(after, NodeKind::kCall, brace, inside);
      } else if (spelled || close > after_value) {
        std::string form = spelled ? "=" : "";
        form += text.substr(after_value, close - after_value);
        const PyIds value = {out->parts.back()};
        out->parts.back() = cursor_.MakeTo(static_cast<uint32_t>(close + 1), NodeKind::kField,
                                           brace, value, std::string_view(form).substr(0, 80));
      }
      at = close + 1;
      from = at;
    }
  }
  if (cursor_.failed()) return;
  if (out->expressions) {
    take(end);
    flush();
  }
}

}  // namespace flagcensus
