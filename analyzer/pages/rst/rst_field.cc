// Markers that begin the body elements of reStructuredText: bullets, enumerators, fields, options.
//
//   "* text" 2    "12. text" 4    "(a) text" 4    ":name: text" 7    "--port N  text" 10
//
// The patterns are those of the docutils "reStructuredText Markup Specification", sections "Bullet
// Lists", "Enumerated Lists", "Field Lists", "Option Lists" and "Sections". Each costs time linear
// in the length of the marker.
#include <array>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/pages/rst/rst_page.h"

namespace flagcensus {
namespace {

bool IsPunctuation(char c) { return c > ' ' && c < 0x7f && !IsAlnum(c); }

// The length of a marker of `length` bytes with the spaces after it. 0 if it is not followed by a
// space or the end of the text.
int WithSpaces(std::string_view text, size_t length) {
  if (length == text.size()) return static_cast<int>(length);
  if (text[length] != ' ') return 0;
  while (length < text.size() && text[length] == ' ') ++length;
  return static_cast<int>(length);
}

bool IsOptionNameByte(char c) { return IsIdentifierByte(c) || c == '-'; }

// An option's argument: `name` or `<anything>`.
size_t OptionArgumentLength(std::string_view text) {
  if (text.starts_with('<')) {
    const size_t end = text.find_first_of("<>", 1);
    return end != std::string_view::npos && text[end] == '>' ? end + 1 : 0;
  }
  if (text.empty() || !IsAlpha(text[0])) return 0;
  size_t length = 1;
  while (length < text.size() && IsOptionNameByte(text[length])) ++length;
  return length;
}

// One of -a, -aARG, -a ARG, +a, --all, --all=ARG, --all ARG, /V.
size_t OptionLength(std::string_view text) {
  size_t length = 0;
  if (text.starts_with("--") || text.starts_with('/')) {
    length = text[0] == '/' ? 1 : 2;
    if (length == text.size() || !IsAlnum(text[length])) return 0;
    while (length < text.size() && IsOptionNameByte(text[length])) ++length;
    if (length < text.size() && (text[length] == '=' || text[length] == ' ')) {
      const size_t argument = OptionArgumentLength(text.substr(length + 1));
      if (argument > 0) length += 1 + argument;
    }
    return length;
  }
  if (text.size() < 2 || (text[0] != '-' && text[0] != '+')) return 0;
  if (!IsAlnum(text[1])) return 0;
  length = 2;
  const size_t space = length < text.size() && text[length] == ' ' ? 1 : 0;
  const size_t argument = OptionArgumentLength(text.substr(length + space));
  return argument > 0 ? length + space + argument : length;
}

}  // namespace

// The name ends at a colon before a blank. A colon and a back quote begin a role, ":ref:`x`", and
// not a field. "\:" is a colon in the name.
FieldMarker ReadFieldMarker(std::string_view text) {
  if (text.size() < 3 || text[0] != ':' || text[1] == ':' || text[1] == ' ') return {};
  for (size_t at = 1; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
      continue;
    }
    if (text[at] != ':') continue;
    const bool ends = at + 1 == text.size() || text[at + 1] == ' ';
    if (ends && text[at - 1] != ' ') return {text.substr(1, at - 1), WithSpaces(text, at + 1)};
    if (ends || text[at + 1] == '`') return {};
  }
  return {};
}

// One or more options, separated by ", ", and then two spaces or the end of the line.
OptionMarker ReadOptionMarker(std::string_view text) {
  size_t length = 0;
  while (true) {
    const size_t option = OptionLength(text.substr(length));
    if (option == 0) return {};
    length += option;
    if (!text.substr(length).starts_with(", ")) break;
    length += 2;
  }
  // Two spaces separate options from their description; after one space it is prose.
  const std::string_view rest = text.substr(length);
  if (!rest.empty() && !rest.starts_with("  ")) return {};
  return {text.substr(0, length), WithSpaces(text, length)};
}

// The bullets of docutils, three of which are not ASCII.
int BulletLength(std::string_view text) {
  constexpr std::array<std::string_view, 6> kBullets = {"-",      "*",      "+",
                                                        "\u2022", "\u2023", "\u2043"};
  for (const std::string_view bullet : kBullets) {
    if (text.starts_with(bullet)) return WithSpaces(text, bullet.size());
  }
  return 0;
}

// Whether all of the text, in lower case, is a roman numeral as docutils converts it: "xliv", not
// "mild" or "iiii".
bool IsRoman(std::string_view text) {
  const auto skip = [&](std::string_view part) {
    const bool there = text.starts_with(part);
    if (there) text.remove_prefix(part.size());
    return there;
  };
  while (skip("m")) {
  }
  // A decimal place: nine, four, or five and up to three ones.
  for (const std::string_view place : {"cdm", "xlc", "ivx"}) {
    const char one = place[0], five = place[1], ten = place[2];
    if (skip(std::string{one, ten}) || skip(std::string{one, five})) continue;
    skip(std::string{five});
    for (int i = 0; i < 3 && skip(std::string{one}); ++i) {
    }
  }
  return text.empty();
}

// Digits, roman numerals of one case, a single letter or "#", followed by '.', ')' or within "( )".
int EnumeratorLength(std::string_view text, char& style) {
  const bool open = text.starts_with('(');
  size_t at = open ? 1 : 0;
  const size_t start = at;
  const auto skip = [&](std::string_view set) {
    while (at < text.size() && set.find(text[at]) != std::string_view::npos) ++at;
  };
  if (text.substr(at).starts_with('#')) ++at;
  if (at == start) skip("0123456789");
  if (at == start) skip("ivxlcdm");
  if (at == start) skip("IVXLCDM");
  if (at == start && at < text.size() && IsAlpha(text[at])) ++at;
  // Ten bytes bound longer numerals.
  if (at == start || at == text.size() || at - start > 10) return 0;
  const std::string_view numeral = text.substr(start, at - start);
  if (numeral.size() > 1 && IsAlpha(numeral[0]) && !IsRoman(ToLower(numeral))) return 0;
  if (text[at] != ')' && (open || text[at] != '.')) return 0;
  style = open ? '(' : text[at];
  return WithSpaces(text, at + 1);
}

bool IsAdornment(std::string_view text) {
  return !text.empty() && IsPunctuation(text[0]) &&
         text.find_first_not_of(text[0]) == std::string_view::npos;
}

}  // namespace flagcensus
