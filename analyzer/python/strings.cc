// Values of literals: r"\d" keeps its backslash, "\x41" is A, "\d" keeps its backslash, too, since
// it is not an escape.
#include "analyzer/python/strings.h"

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// Reads up to `digits` hex digits at `*at`.
uint32_t ReadHex(std::string_view text, size_t* at, int digits) {
  uint32_t value = 0;
  for (int i = 0; i < digits && *at < text.size() && HexValue(text[*at]) >= 0; ++i, ++*at) {
    value = value * 16 + static_cast<uint32_t>(HexValue(text[*at]));
  }
  return value;
}

// Decodes the escape after a backslash, with its character at `at` (Python Language Reference,
// 2.4.1.1). Returns the offset after it.
size_t DecodeEscape(std::string_view inner, size_t at, std::string* out) {
  // Escapes of one character, and what they mean.
  static constexpr std::string_view kNames = "\\\'\"abfnrtv";
  static constexpr std::string_view kMeans = "\\\'\"\a\b\f\n\r\t\v";
  const char c = inner[at++];
  if (const size_t simple = kNames.find(c); simple != std::string_view::npos) {
    *out += kMeans[simple];
    return at;
  }
  // A backslash at the end of a line joins it with the next one.
  if (c == '\n') return at;
  if (c == '\r') return at < inner.size() && inner[at] == '\n' ? at + 1 : at;
  // A number of fixed length, in hexadecimal.
  if (c == 'x' || c == 'u' || c == 'U') {
    AppendUtf8(ReadHex(inner, &at, c == 'x' ? 2 : c == 'u' ? 4 : 8), out);
    return at;
  }
  if (c == 'N') {
    // Without braces it is kept as spelled.
    const size_t end = inner.find('}', at);
    if (at >= inner.size() || inner[at] != '{' || end == std::string_view::npos) {
      *out += "\\N";
      return at;
    }
    AppendUtf8(0xfffd, out);
    // The names of characters are not known here: \N{...} is U+FFFD.
    return end + 1;
  }
  // An unknown escape keeps its backslash.
  if (!IsOctalDigit(c)) {
    *out += '\\';
    *out += c;
    return at;
  }
  // One to three octal digits.
  uint32_t value = static_cast<uint32_t>(c - '0');
  for (int i = 0; i < 2 && at < inner.size() && IsOctalDigit(inner[at]); ++i, ++at) {
    value = value * 8 + static_cast<uint32_t>(inner[at] - '0');
  }
  AppendUtf8(value, out);
  return at;
}

}  // namespace

std::string PythonInteger(std::string_view written) {
  std::string digits;
  // Underscores separate groups of digits.
  for (const char c : written) {
    if (c != '_') digits += c;
  }
  // The base, by the letter after the zero.
  int base = 10;
  size_t from = 0;
  // 0x, 0o, 0b, in either case.
  if (digits.size() > 2 && digits[0] == '0') {
    const char mark = static_cast<char>(digits[1] | 0x20);
    base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 10;
    if (base != 10) from = 2;
  }
  if (base == 10) return digits;
  unsigned long long value = 0;
  for (const char c : digits.substr(from)) {
    // A number that does not fit remains as spelled.
    const int digit = HexValue(c);
    if (digit < 0 || digit >= base || value > (~0ULL >> 1) / static_cast<unsigned>(base)) {
      return digits;
    }
    value = value * static_cast<unsigned>(base) + static_cast<unsigned>(digit);
  }
  return std::to_string(value);
}

bool IsRawPythonString(std::string_view start) {
  // The prefix ends at the quote.
  for (const char c : start) {
    if (c == 'r' || c == 'R') return true;
    if (c == '"' || c == '\'') return false;
  }
  return false;
}

// Byte by byte; a backslash begins an escape.
void DecodePythonString(std::string_view inner, bool raw, std::string* out) {
  if (raw) {
    *out += inner;
    return;
  }
  for (size_t at = 0; at < inner.size();) {
    if (inner[at] == '\\' && at + 1 < inner.size()) {
      at = DecodeEscape(inner, at + 1, out);
    } else {
      *out += inner[at++];
    }
  }
}

}  // namespace flagcensus
