#include "analyzer/python/direct/tokens.h"

#include <algorithm>
#include <cstdint>

#include "analyzer/base/characters.h"

namespace flagcensus {
namespace {

constexpr int kMaxNested = 4;  // nested strings: f"{d[f'{x}']}"

// The length of the operator that begins with `c` and continues with `second` and `third` ('\0':
// the text ends); 0 if there is none.
size_t LengthOfOperator(char c, char second, char third) {
  switch (c) {
    case '*':
    case '/':
    case '<':
    case '>':
      if (second == c) return third == '=' ? 3 : 2;
      return second == '=' ? 2 : 1;
    case '-':
      return second == '=' || second == '>' ? 2 : 1;
    case '=':
    case '!':
    case '+':
    case '%':
    case '@':
    case '&':
    // Operators with an optional "=".
    case '|':
    case '^':
    case ':':
      return second == '=' ? 2 : 1;
    case '.':
      return second == '.' && third == '.' ? 3 : 1;
    case '(':
    case ')':
    case '[':
    case ']':
    case '{':
    case '}':
    case ',':
    // Always one character.
    case ';':
    case '~':
      return 1;
    default:
      return 0;
  }
}

}  // namespace

PyLexer::PyLexer(std::string_view text, bool blank)
    // The whole text, unless Inside restricts it.
    : text_(text), blank_(blank), end_(text.size()) {
  // A byte order mark.
  if (text.starts_with("\xEF\xBB\xBF")) at_ = 3;
}

char PyLexer::After(size_t more) const {
  size_t at = token_.end;
  while (at < end_ && (text_[at] == ' ' || text_[at] == '\t')) ++at;
  return at + more < end_ ? text_[at + more] : '\0';
}

// The expression ends before the end of the string.
PyLexer::State PyLexer::Inside(size_t begin, size_t end) {
  const State before = Mark();
  at_ = begin;
  end_ = end;
  depth_ = 1;
  Next();
  return before;
}

void PyLexer::Resume(const State& state) {
  token_ = state.token;
  // The position and the token that Mark has saved.
  at_ = state.at;
  depth_ = state.depth;
  end_ = state.end;
}

PyLine PyLexer::NextLine() {
  // Blank lines and comments do not count for the indent.
  PyLine line;
  while (true) {
    line.indent = 0;
    for (; at_ < end_; ++at_) {
      // The indent as tree-sitter-python counts it, so both parsers see the same blocks.
      const char c = text_[at_];
      if (c == ' ') {
        ++line.indent;
      } else if (c == '\t') {
        line.indent += 8;
      } else if (c == '\f' || (c == '\r' && at_ + 1 < end_ && text_[at_ + 1] == '\n')) {
        line.indent = 0;
      } else {
        break;
      }
    }
    // The text ends: a line without tokens.
    if (at_ >= end_) {
      line.indent = 0;
      line.end = true;
      break;
    }
    if (text_[at_] == '#') {
      const auto begin = static_cast<uint32_t>(at_);
      SkipComment();
      if (!blank_) comments_.push_back({line.indent, begin, static_cast<uint32_t>(at_)});
      continue;  // at the line's end, or the text's
    }
    // A line end: the line was blank.
    if (text_[at_] != '\n') break;
    ++at_;
  }
  depth_ = 0;
  // A line that begins with a joint (a backslash at its end): the grammar has its own rules for
  // where its statement begins.
  const bool joint = at_ < end_ && text_[at_] == '\\';
  Lex();
  if (joint) {
    token_.kind = PyToken::kBad;
    token_.word = {};
  }
  return line;
}

// Skips blanks, joined lines, comments, and line ends inside brackets. False at a line end outside.
bool PyLexer::SkipBlanks() {
  // One blank, line end, comment or joint at a time.
  while (at_ < end_) {
    const char c = text_[at_];
    if (c == ' ' || c == '\t' || c == '\f') {
      ++at_;
    } else if (c == '\r' && at_ + 1 < end_ && text_[at_ + 1] == '\n') {
      ++at_;
    } else if (c == '\n') {
      if (depth_ == 0) return false;
      ++at_;
    } else if (c == '#') {
      SkipComment();
    } else if (c == '\\') {
      size_t next = at_ + 1;
      if (next < end_ && text_[next] == '\r') ++next;
      if (next >= end_ || text_[next] != '\n') return true;
      at_ = next + 1;
    } else {
      return true;
    }
  }
  return true;
}

// Skips to the end of the line. A comment that is read again is recorded once.
void PyLexer::SkipComment() {
  // Comments are recorded for queries about the code around an access (PythonSource).
  const auto begin = static_cast<uint32_t>(at_);
  at_ = std::min(text_.find('\n', at_), end_);
  if (all_comments_.empty() || all_comments_.back().begin < begin)
    all_comments_.push_back({begin, static_cast<uint32_t>(at_)});
}

void PyLexer::Next() {
  if (token_.kind == PyToken::kLineEnd) return;
  Lex();
}

// One token: the first byte decides its kind.
void PyLexer::Lex() {
  const bool line_end = !SkipBlanks();
  // An empty token at the position, until one is read.
  token_.begin = static_cast<uint32_t>(at_);
  token_.end = token_.begin;
  token_.word = {};
  // At the end of an expression in a string, which is "in brackets", there is no line end.
  if (line_end || at_ >= end_) {
    token_.kind = line_end || depth_ == 0 ? PyToken::kLineEnd : PyToken::kEnd;
    return;
  }
  const char c = text_[at_];
  if (IsIdentifierStart(c) || IsNonAscii(c)) {
    LexWord();
  } else if (IsDigit(c) || (c == '.' && at_ + 1 < end_ && IsDigit(text_[at_ + 1]))) {
    LexNumber();
  } else if (c == '"' || c == '\'') {
    LexString(at_);
  } else {
    LexOperator();
  }
}

void PyLexer::Take(PyToken kind, size_t end, PyWord word) {
  token_.kind = kind;
  token_.word = word;
  token_.end = static_cast<uint32_t>(end);
  at_ = end;
}

void PyLexer::LexWord() {
  // ASCII first: most words end there.
  size_t end = at_;
  while (end < end_ && IsIdentifierByte(text_[end])) ++end;
  // Beyond ASCII, a word is a name only if it is certain.
  if (end < end_ && IsNonAscii(text_[end])) {
    while (end < end_ && IsUnicodeIdentifierByte(text_[end])) ++end;
    return Take(IsNormalPyName(text_.substr(at_, end - at_)) ? PyToken::kName : PyToken::kBad, end);
  }
  const std::string_view word = text_.substr(at_, end - at_);
  // A prefix directly before a quote belongs to the string; t"" is not known here.
  const bool quote = end < end_ && (text_[end] == '"' || text_[end] == '\'');
  if (quote && word.find_first_not_of("rRbBuUfF") == std::string_view::npos) return LexString(end);
  if (quote && word.find_first_not_of("rRbBuUfFtT") == std::string_view::npos) {
    return Take(PyToken::kBad, end);
  }
  // Keywords are compared as numbers.
  const PyWord packed = PyWord::Of(word);
  const bool keyword = IsPyKeyword(packed);
  Take(keyword ? PyToken::kKeyword : PyToken::kName, end, keyword ? packed : PyWord());
}

// Digits may be grouped by single underscores.
void PyLexer::LexNumber() {
  // Digits of a base, with single underscores between them.
  size_t end = at_;
  const auto digits = [&](auto is) {
    const size_t begin = end;
    while (end < end_ &&
           (is(text_[end]) || (text_[end] == '_' && end + 1 < end_ && is(text_[end + 1])))) {
      ++end;
    }
    return end > begin;
  };
  // The character after a leading zero, in lower case.
  const char second = at_ + 1 < end_ ? static_cast<char>(text_[at_ + 1] | 0x20) : ' ';
  // 0x1F, 0o17, 0b101
  if (text_[at_] == '0' && (second == 'x' || second == 'o' || second == 'b')) {
    end += 2;
    const bool any = digits([&](char c) {
      if (second == 'x') return IsHexDigit(c);
      return second == 'o' ? IsOctalDigit(c) : c == '0' || c == '1';
    });
    const bool odd = end < end_ && IsIdentifierByte(text_[end]);
    return Take(any && !odd ? PyToken::kInteger : PyToken::kBad, end);
  }
  // Digits, a fraction, an exponent, and j for imaginary numbers.
  bool is_float = false;
  digits(IsDigit);
  if (end < end_ && text_[end] == '.') {
    is_float = true;
    ++end;
    digits(IsDigit);
  }
  // 1e5, but `1else` is a number and a word.
  if (end < end_ && (text_[end] | 0x20) == 'e') {
    const size_t mark = end;
    ++end;
    if (end < end_ && (text_[end] == '+' || text_[end] == '-')) ++end;
    if (digits(IsDigit)) {
      is_float = true;
    } else {
      end = mark;
    }
  }
  if (end < end_ && (text_[end] | 0x20) == 'j') ++end;
  // `1if x`, `1_`, `10L`, `1__0`: tree-sitter reads these in its own way.
  const bool odd = end < end_ && IsUnicodeIdentifierByte(text_[end]);
  Take(odd ? PyToken::kBad : is_float ? PyToken::kFloat : PyToken::kInteger, end);
}

// Moves *at past the '}' that closes an expression in a format string, from its first byte. False
// if the expression has a comment, a backslash or anything else that is not certain.
bool PyLexer::SkipInterpolation(size_t* at, int depth) const {
  // Four levels of nested strings; the scan is repeated for each level.
  if (depth > kMaxNested) return false;
  int brackets = 0;
  bool spec = false;
  for (; *at < end_; ++*at) {
    const char c = text_[*at];
    // A specification ends with its line.
    if (c == '\n' && spec) return false;
    if (c == '\\') return false;
    // In the format specification only braces count: {x:>{width}}.
    if (c == '{' || c == '(' || c == '[') {
      if (spec && c == '{') {
        ++*at;
        if (!SkipInterpolation(at, depth + 1)) return false;
        --*at;
      } else if (!spec) {
        ++brackets;
      }
    } else if (c == '}' && brackets == 0) {
      ++*at;
      return true;
    } else if (!spec && (c == '}' || c == ')' || c == ']')) {
      --brackets;
    } else if (!spec && (c == '"' || c == '\'')) {
      size_t prefix = *at;
      while (prefix > 0 && IsIdentifierStart(text_[prefix - 1])) --prefix;
      // A string inside the expression, with its own prefix.
      const std::string_view letters = text_.substr(prefix, *at - prefix);
      const bool format = letters.find_first_of("fFtT") != std::string_view::npos;
      const size_t end = EndOfString(
          *at, format, letters.find_first_of("rR") != std::string_view::npos, depth + 1);
      if (end == 0) return false;
      *at = end - 1;
    } else if (c == '#' && !spec) {
      return false;  // a comment
    } else if (c == ':' && brackets == 0) {
      spec = true;
    }
  }
  return false;
}

// The offset after the closing quote; 0 if there is none, or if the grammar may see another one.
size_t PyLexer::EndOfString(size_t quote, bool format, bool raw, int depth) const {
  // One quote, or three of them.
  const char mark = text_[quote];
  const bool triple = quote + 2 < end_ && text_[quote + 1] == mark && text_[quote + 2] == mark;
  // Byte by byte, since escapes and expressions may contain the quote.
  for (size_t at = quote + (triple ? 3 : 1); at < end_;) {
    const char c = text_[at];
    if (c == mark && !triple) return at + 1;
    if (c == mark && at + 2 < end_ && text_[at + 1] == mark && text_[at + 2] == mark) return at + 3;
    if (c == '\n' && !triple) return 0;
    if (c == '\0') return 0;
    // An escaped byte does not close the string; in a format string, `\{` begins an expression.
    if (c == '\\') {
      const char next = at + 1 < end_ ? text_[at + 1] : '\0';
      if (format && (next == '{' || next == '}' || next == 'N')) {
        at = next == 'N' && !raw ? PastNamedCharacter(text_.substr(0, end_), at) : at + 1;
        if (at == 0) return 0;
        continue;
      }
      at += next == '\r' && at + 2 < end_ && text_[at + 2] == '\n' ? 3 : 2;
    } else if (format && c == '{') {
      if (at + 1 < end_ && text_[at + 1] == '{') {
        at += 2;
        continue;
      }
      ++at;
      if (!SkipInterpolation(&at, depth)) return 0;
    } else if (format && c == '}') {
      // A single } is an error in a format string.
      if (at + 1 >= end_ || text_[at + 1] != '}') return 0;
      at += 2;
    } else {
      ++at;
    }
  }
  return 0;
}

// Prefixes are in any order and case: rb, Rb, fR.
void PyLexer::LexString(size_t quote) {
  const std::string_view prefix = text_.substr(at_, quote - at_);
  const bool raw = prefix.find_first_of("rR") != std::string_view::npos;
  const bool format = prefix.find_first_of("fF") != std::string_view::npos;
  const size_t end = EndOfString(quote, format, raw, 0);
  // An unclosed string is a bad token of the quote's length.
  if (end == 0) return Take(PyToken::kBad, quote + 1);
  Take(PyToken::kString, end);
}

// Brackets are counted: inside them a line end is a blank.
void PyLexer::LexOperator() {
  const char c = text_[at_];
  const char second = at_ + 1 < end_ ? text_[at_ + 1] : '\0';
  const char third = at_ + 2 < end_ ? text_[at_ + 2] : '\0';
  // An operator of Python 2.
  if (c == '<' && second == '>') return Take(PyToken::kBad, at_ + 2);
  const size_t length = LengthOfOperator(c, second, third);
  if (c == '(' || c == '[' || c == '{') ++depth_;
  if (c == ')' || c == ']' || c == '}') --depth_;
  // An unknown character, or a closing bracket without its partner.
  if (length == 0 || depth_ < 0) return Take(PyToken::kBad, at_ + std::max<size_t>(length, 1));
  Take(PyToken::kOperator, at_ + length, PyWord::Of(text_.substr(at_, length)));
}

}  // namespace flagcensus
