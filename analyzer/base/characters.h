// The classes of bytes that every reader of text needs, each under one name, and functions over
// texts of them. All are classes of ASCII and know no locale. Bytes above 0x7F belong to no class,
// except if the name says Unicode, C or non-ASCII: a byte of a longer UTF-8 sequence may be part of
// a letter.
//
//   IsIdentifier("APP_PORT")                  ─→ true
//   IsWholeWord("MY_APP_PORT", 3, 8)          ─→ false: '_' precedes
//   EndOfRun("APP-1", 0, IsIdentifierByte)    ─→ 3
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace flagcensus {

inline constexpr bool IsDigit(char c) { return c >= '0' && c <= '9'; }
inline constexpr bool IsOctalDigit(char c) { return c >= '0' && c <= '7'; }
inline constexpr bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
inline constexpr bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
inline constexpr bool IsAlpha(char c) { return IsUpper(c) || IsLower(c); }
inline constexpr bool IsAlnum(char c) { return IsAlpha(c) || IsDigit(c); }

// The value of a hexadecimal digit of either case, or -1.
inline constexpr int HexValue(char c) {
  if (IsDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}
inline constexpr bool IsHexDigit(char c) { return HexValue(c) >= 0; }

// The other case of a letter; any other byte unchanged.
inline constexpr char ToLower(char c) { return IsUpper(c) ? static_cast<char>(c + 32) : c; }
inline constexpr char ToUpper(char c) { return IsLower(c) ? static_cast<char>(c - 32) : c; }

// White space: the six characters of C's isspace: blank, \t, \n, \v, \f, \r. Trim removes these.
inline constexpr bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
// Within a line: blank and \t.
inline constexpr bool IsBlank(char c) { return c == ' ' || c == '\t'; }
// White space of JSON, XML and TOML: blank, \t, \n, \r.
inline constexpr bool IsPlainSpace(char c) { return IsBlank(c) || c == '\n' || c == '\r'; }
// White space of HTML: also \f.
inline constexpr bool IsHtmlSpace(char c) { return IsPlainSpace(c) || c == '\f'; }
// Between the words of a Document's texts, which contain no other white space: blank and \n.
inline constexpr bool IsTextSpace(char c) { return c == ' ' || c == '\n'; }

// Part of a character beyond ASCII; one that is not its first byte.
inline constexpr bool IsNonAscii(char c) { return (static_cast<unsigned char>(c) & 0x80) != 0; }
inline constexpr bool IsUtf8Continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

namespace characters {
enum Class : unsigned char {
  kIdentifier = 1,
  kUnicodeIdentifier = 2,
  kCIdentifier = 4,
  kCStart = 8,
  kCBlank = 16
};
// One table instead of comparisons: the tokenizers test nearly every byte of a tree.
constexpr std::array<unsigned char, 256> MakeTable() {
  std::array<unsigned char, 256> out = {};
  for (size_t i = 0; i < out.size(); ++i) {
    const char c = static_cast<char>(i);
    if (IsAlnum(c) || c == '_') out[i] = kIdentifier | kUnicodeIdentifier | kCIdentifier;
    if (IsNonAscii(c)) out[i] = kUnicodeIdentifier | kCIdentifier;
    if (c == '$') out[i] = kCIdentifier;
    if ((out[i] & kCIdentifier) != 0 && !IsDigit(c)) out[i] |= kCStart;
    if (c == '\0' || (IsSpace(c) && c != '\n')) out[i] = kCBlank;
  }
  return out;
}
inline constexpr std::array<unsigned char, 256> kTable = MakeTable();
inline constexpr bool Is(char c, Class one) {
  return (kTable[static_cast<unsigned char>(c)] & one) != 0;
}
}  // namespace characters

// Letters, digits and _: the bytes of names. "Word" everywhere means a run of these.
inline constexpr bool IsIdentifierByte(char c) {
  return characters::Is(c, characters::kIdentifier);
}
// The bytes that a name may begin with: not a digit.
inline constexpr bool IsIdentifierStart(char c) { return IsAlpha(c) || c == '_'; }
// Also every byte above 0x7F: names of Python, words of prose.
inline constexpr bool IsUnicodeIdentifierByte(char c) {
  return characters::Is(c, characters::kUnicodeIdentifier);
}
// Also $, which gcc and clang accept in names of C.
inline constexpr bool IsCIdentifierByte(char c) {
  return characters::Is(c, characters::kCIdentifier);
}
inline constexpr bool IsCIdentifierStart(char c) { return characters::Is(c, characters::kCStart); }
// White space of C within a line: that of IsSpace without \n, and NUL, as gcc has it.
inline constexpr bool IsCBlank(char c) { return characters::Is(c, characters::kCBlank); }
// Capitals, digits and _: the bytes that names of variables customarily consist of.
inline constexpr bool IsVariableNameByte(char c) { return IsUpper(c) || IsDigit(c) || c == '_'; }

// Whether `fits` is true for each byte of `text`; also if it is empty.
template <typename Fits>
constexpr bool AllBytes(std::string_view text, Fits fits) {
  for (const char c : text) {
    if (!fits(c)) return false;
  }
  return true;
}

// Whether `fits` is true for a byte of `text`.
template <typename Fits>
constexpr bool AnyByte(std::string_view text, Fits fits) {
  for (const char c : text) {
    if (fits(c)) return true;
  }
  return false;
}

inline constexpr bool HasLower(std::string_view text) { return AnyByte(text, IsLower); }
inline constexpr bool HasUpper(std::string_view text) { return AnyByte(text, IsUpper); }
inline constexpr bool HasDigit(std::string_view text) { return AnyByte(text, IsDigit); }
inline constexpr bool HasAlpha(std::string_view text) { return AnyByte(text, IsAlpha); }

// One digit or more, and nothing else.
inline constexpr bool IsDigits(std::string_view text) {
  return !text.empty() && AllBytes(text, IsDigit);
}

// Texts that begin with a byte of the class; not the empty one.
inline constexpr bool BeginsWithUpper(std::string_view text) {
  return !text.empty() && IsUpper(text.front());
}
inline constexpr bool BeginsWithLower(std::string_view text) {
  return !text.empty() && IsLower(text.front());
}
inline constexpr bool BeginsWithDigit(std::string_view text) {
  return !text.empty() && IsDigit(text.front());
}

// A name of C without $, of a shell, of Python in ASCII: [A-Za-z_][A-Za-z0-9_]*.
inline constexpr bool IsIdentifier(std::string_view text) {
  return !text.empty() && !IsDigit(text.front()) && AllBytes(text, IsIdentifierByte);
}

// The end of the bytes from `at` on for which `fits` is true; `at` if text[at] is not one.
template <typename Fits>
constexpr size_t EndOfRun(std::string_view text, size_t at, Fits fits) {
  while (at < text.size() && fits(text[at])) ++at;
  return at;
}

// The beginning of the bytes before `end` for which `fits` is true, not before `from`; `end` if
// there are none.
template <typename Fits>
constexpr size_t StartOfRun(std::string_view text, size_t end, Fits fits, size_t from = 0) {
  while (end > from && fits(text[end - 1])) --end;
  return end;
}

// Whether the offset `at` is within a word: identifier bytes are on both sides.
inline constexpr bool DividesWord(std::string_view text, size_t at) {
  return at > 0 && at < text.size() && IsIdentifierByte(text[at - 1]) && IsIdentifierByte(text[at]);
}

// Whether `text` begins, or ends, with `word` as a whole word: no identifier byte continues it.
inline constexpr bool StartsWithWord(std::string_view text, std::string_view word) {
  return text.starts_with(word) &&
         (text.size() == word.size() || !IsIdentifierByte(text[word.size()]));
}
inline constexpr bool EndsWithWord(std::string_view text, std::string_view word) {
  return text.ends_with(word) &&
         (text.size() == word.size() || !IsIdentifierByte(text[text.size() - word.size() - 1]));
}

// Whether no identifier byte is directly before or after the `length` bytes at `at`.
inline constexpr bool IsWholeWord(std::string_view text, size_t at, size_t length) {
  return (at == 0 || !IsIdentifierByte(text[at - 1])) &&
         (at + length >= text.size() || !IsIdentifierByte(text[at + length]));
}

// The beginning of the UTF-8 character that the byte at `at` is part of; `at` at the text's end.
inline constexpr size_t CharacterBegin(std::string_view text, size_t at) {
  while (at > 0 && at < text.size() && IsUtf8Continuation(text[at])) --at;
  return at;
}

// How many characters (code points) `text` has, if it is valid UTF-8.
inline constexpr size_t CountCharacters(std::string_view text) {
  size_t out = 0;
  for (const char c : text) out += IsUtf8Continuation(c) ? 0 : 1;
  return out;
}

}  // namespace flagcensus
