// Python source → tokens, for the common syntax only.
//
// Python Language Reference, 2 "Lexical analysis", as far as tree-sitter-python 0.25 agrees with
// it. Text that this grammar may read differently (names that NFKC changes, `<>`, a lone carriage
// return, backquotes, t-strings) is kBad: the caller then falls back to that parser.
//
//   x = f"{a}"  # c      ─→ kName, kOperator, kString (whole), kLineEnd; the comment is in a list
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "analyzer/python/syntax.h"

namespace flagcensus {

enum class PyToken : uint8_t {
  kName,     // an identifier, including `print`, `match` and the like
  kKeyword,  // a reserved one
  kInteger,
  kFloat,
  kString,  // whole, with prefix and quotes
  kOperator,
  kLineEnd,  // of a logical line, outside brackets
  kEnd,      // of the text
  kBad,
};

// An operator or a keyword of at most eight bytes as a number, so a comparison is one
// instruction.
struct PyWord {
  constexpr PyWord() = default;
  template <size_t size>
  consteval PyWord(const char (&text)[size]) : bytes(Packed({text, size - 1})) {
    static_assert(size <= 9);
  }
  // 0 for a longer text.
  static constexpr PyWord Of(std::string_view text) {
    PyWord out;
    if (text.size() <= 8) out.bytes = Packed(text);
    return out;
  }
  constexpr auto operator<=>(const PyWord&) const = default;

  uint64_t bytes = 0;  // 0: none

 private:
  static constexpr uint64_t Packed(std::string_view text) {
    uint64_t out = 0;
    for (const char c : text) out = out << 8 | static_cast<unsigned char>(c);
    return out;
  }
};

struct PyLexeme {
  PyToken kind = PyToken::kEnd;
  uint32_t begin = 0;  // byte offsets
  uint32_t end = 0;
  PyWord word;  // kOperator, kKeyword: which one
};

// words.cc
bool IsPyKeyword(PyWord word);

// Whether a word with characters beyond ASCII is a name (Python Language Reference, 2.3) that
// equals its NFKC normal form, in which names are compared. Costs a copy of it.
bool IsNormalPyName(std::string_view word);

// The offset after the `\N{EM DASH}` with its backslash at `at`; 0 if there is none.
size_t PastNamedCharacter(std::string_view text, size_t at);

// A line that begins a statement.
struct PyLine {
  uint32_t indent = 0;  // counted like tree-sitter-python: a tab is eight
  bool end = false;     // there is no such line: the text ends
};

// A comment that is alone on its line.
struct PyComment {
  uint32_t indent = 0;
  uint32_t begin = 0;  // byte offsets
  uint32_t end = 0;
};

// The lexer of one text. One pass over it; allocates memory only for the comments.
class PyLexer {
 public:
  // `blank`: comments alone on their lines are skipped like blank lines.
  PyLexer(std::string_view text, bool blank);

  // Skips blank lines and comments up to the next line of code and reads its first token.
  PyLine NextLine();
  // Reads the next token; kLineEnd, repeatedly until NextLine, at a line's end outside brackets.
  void Next();

  const PyLexeme& token() const { return token_; }
  std::string_view TextOf(const PyLexeme& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }
  std::string_view text() const { return text_; }
  // The byte after the token and the blanks that follow it; with `more`, a later one: "= ".
  char After(size_t more = 0) const;
  // Comments alone on their lines between the previous line of code and the current line.
  std::vector<PyComment>& comments() { return comments_; }
  // All comments so far, in order.
  std::vector<SyntaxComment>& all_comments() { return all_comments_; }

  // Lexes an expression inside a string, from `begin` on, as if in brackets. Resume(Inside(...))
  // returns to the string.
  struct State {
    PyLexeme token;
    size_t at = 0;
    int depth = 0;
    size_t end = 0;
  };
  State Inside(size_t begin, size_t end);
  bool IsInside() const { return end_ < text_.size(); }
  // Continues outside brackets at a byte.
  void Restart(size_t at) { Resume({{}, at, 0, text_.size()}); }
  State Mark() const { return {token_, at_, depth_, end_}; }
  void Resume(const State& state);

 private:
  void Lex();
  void LexWord();
  void LexNumber();
  void LexString(size_t quote);
  void LexOperator();
  bool SkipBlanks();
  void SkipComment();
  bool SkipInterpolation(size_t* at, int depth) const;
  size_t EndOfString(size_t quote, bool format, bool raw, int depth) const;
  void Take(PyToken kind, size_t end, PyWord word = {});

  std::string_view text_;
  bool blank_;
  size_t end_;  // of the part to read
  size_t at_ = 0;
  int depth_ = 0;  // of brackets
  PyLexeme token_;
  std::vector<PyComment> comments_;
  std::vector<SyntaxComment> all_comments_;
};

}  // namespace flagcensus
