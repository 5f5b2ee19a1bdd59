#include "analyzer/c/preprocessor/lexer_words.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "analyzer/base/characters.h"

namespace flagcensus {
namespace {

// The roles of a byte in punctuators: one alone, the first or the second byte of a longer one.
// `->` has '-' as its first and '>' as its second byte; '@' has no role and is of kind kOther.
enum PunctuatorByte : unsigned char { kAlone = 1, kFirst = 2, kSecond = 4 };
using PunctuatorBytes = std::array<unsigned char, 256>;

template <size_t kCount>
constexpr PunctuatorBytes BytesOf(const std::string_view (&longer)[kCount]) {
  PunctuatorBytes out = {};
  for (const char c : std::string_view("{}[]()#;:?.~!+-*/%^=&|<>,")) {
    out[static_cast<unsigned char>(c)] |= kAlone;
  }
  for (const std::string_view one : longer) {
    out[static_cast<unsigned char>(one[0])] |= kFirst;
    out[static_cast<unsigned char>(one[1])] |= kSecond;
  }
  return out;
}

}  // namespace

//   ">>= 1" ─→ 3    "->x" ─→ 2    "+x" ─→ 1    "@x" ─→ 0
size_t PunctuatorAt(std::string_view rest) {
  // Longer ones before their beginnings. Two table look-ups exclude most pairs of bytes before the
  // list is searched.
  static constexpr std::string_view kLong[] = {
      "%:%:", "...", "<=>", "<<=", ">>=", "->*", "::", "##", "->", "++", "--",
      "<<",   ">>",  "<=",  ">=",  "==",  "!=",  "&&", "||", "+=", "-=", "*=",
      "/=",   "%=",  "^=",  "&=",  "|=",  ".*",  "<:", ":>", "<%", "%>", "%:"};
  static constexpr PunctuatorBytes kBytes = BytesOf(kLong);
  const unsigned char known = kBytes[static_cast<unsigned char>(rest[0])];
  const bool maybe_long = (known & kFirst) != 0 && rest.size() > 1 &&
                          (kBytes[static_cast<unsigned char>(rest[1])] & kSecond) != 0;
  if (maybe_long) {
    for (const std::string_view one : kLong) {
      if (rest[0] != one[0] || rest[1] != one[1] || !rest.starts_with(one)) continue;
      // std::vector<::Type>: `<:` is not a bracket here ([lex.pptoken]).
      const bool scope = one == "<:" && rest.starts_with("<::") && !rest.starts_with("<:::") &&
                         !rest.starts_with("<::>");
      return scope ? 1 : one.size();
    }
  }
  return (known & kAlone) != 0 ? 1 : 0;
}

// `u8"a"` is one literal; `s"a"` is a name and a literal, since `s` is not a prefix.
bool IsLiteralPrefix(std::string_view word) {
  static constexpr std::string_view kPrefixes[] = {"L",  "u",  "U",  "u8", "R",
                                                   "LR", "uR", "UR", "u8R"};
  return std::find(std::begin(kPrefixes), std::end(kPrefixes), word) != std::end(kPrefixes);
}

char ControlEscape(char letter) {
  constexpr std::string_view kNames = "abefnrtv";
  constexpr std::string_view kBytes = "\a\b\x1b\f\n\r\t\v";
  const size_t known = kNames.find(letter);
  return known == std::string_view::npos ? '\0' : kBytes[known];
}

PpLine::Kind KindOfDirective(std::string_view word) {
  using L = PpLine::Kind;
  static constexpr std::pair<std::string_view, L> kWords[] = {
      {"if", L::kIf},        {"ifdef", L::kIfdef},     {"ifndef", L::kIfndef},
      {"elif", L::kElif},    {"elifdef", L::kElifdef}, {"elifndef", L::kElifndef},
      {"else", L::kElse},    {"endif", L::kEndif},     {"define", L::kDefine},
      {"undef", L::kUndef},  {"include", L::kInclude}, {"include_next", L::kIncludeNext},
      {"import", L::kImport}};
  for (const auto& [name, kind] : kWords) {
    if (name == word) return kind;
  }
  return L::kOther;
}

//   #ifndef APP_H / #define APP_H / ... / #endif        ─→ true
//   #ifndef APP_H / #include "x.h" / #define APP_H ...  ─→ false: the #define is not the first
//   ... / #endif / int x;                               ─→ false: there is text after the guard
//
// `#pragma once` in any branch counts: one that a condition excludes is hardly ever written.
bool IsGuarded(const PpFile& file) {
  using L = PpLine::Kind;
  for (const PpLine& line : file.lines) {
    if (line.kind == L::kOnce) return true;
  }
  const auto kept = [&](size_t i) {  // past #pragma and #error, which do not matter here
    while (i < file.lines.size() && file.lines[i].kind == L::kOther) ++i;
    return i;
  };
  const size_t first = kept(0);
  if (first >= file.lines.size()) return false;
  const PpLine& open = file.lines[first];
  std::string_view name;
  if (open.kind == L::kIfndef && open.end > open.begin) {
    name = file.tokens[open.begin].text;
  } else if (open.kind == L::kIf && open.end >= open.begin + 3 && file.tokens[open.begin].Is("!") &&
             // `#if !defined NAME` and `#if !defined(NAME)` are guards, too.
             file.tokens[open.begin + 1].IsName("defined")) {
    // `#if !defined(A) || B` is accepted as well: only the beginning of the condition is examined.
    const bool bracket = file.tokens[open.begin + 2].Is("(") && open.end > open.begin + 3;
    name = file.tokens[open.begin + (bracket ? 3 : 2)].text;
  }
  const size_t second = kept(first + 1);
  if (name.empty() || second >= file.lines.size()) return false;
  const PpLine& define = file.lines[second];
  if (define.kind != L::kDefine || define.begin == define.end ||
      file.tokens[define.begin].text != name) {
    return false;
  }
  int depth = 0;
  for (size_t i = first; i < file.lines.size(); ++i) {
    const L kind = file.lines[i].kind;
    // Anything after the #endif of the guard is outside of it.
    if (kind == L::kIf || kind == L::kIfdef || kind == L::kIfndef) ++depth;
    if (kind == L::kEndif && --depth == 0) return kept(i + 1) >= file.lines.size();
  }
  return true;  // it is not closed
}

// A blank between two words that would merge; otherwise as in the source.
std::string PpText(const PpTokens& tokens) {
  std::string text;
  for (const PpToken& token : tokens) {
    const bool glued = !text.empty() && !token.text.empty() && IsCIdentifierByte(text.back()) &&
                       IsCIdentifierByte(token.text.front());
    if (!text.empty() && (token.space || glued)) text += ' ';
    text += token.text;
  }
  return text;
}

}  // namespace flagcensus
