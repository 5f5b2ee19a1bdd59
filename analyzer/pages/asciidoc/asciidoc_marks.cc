// Classifies the first line of a block of AsciiDoc: a delimiter, the marker of a list, a title,
// attributes.
//
//   "|===" ─→ '|'   "NAME::" ─→ a labelled item   "=== Title" ─→ level 3   "[NOTE]" ─→ attributes
#include <algorithm>
#include <array>

#include "analyzer/base/characters.h"
#include "analyzer/pages/asciidoc/asciidoc_block.h"

namespace flagcensus {

size_t SkipAsciidocSpaces(std::string_view text, size_t at) {
  while (at < text.size() && IsBlank(text[at])) ++at;
  return at;
}

namespace {

constexpr std::array<std::string_view, 5> kAdmonitions = {"NOTE", "TIP", "IMPORTANT", "WARNING",
                                                          "CAUTION"};

// Reads a labelled item: a term, "::" (":::", "::::", ";;"), then white space or the end of the
// line. Marks within a word, "std::string", are skipped. A blank before the mark makes the line
// text.
bool ReadLabel(std::string_view text, AsciidocListMarker& marker) {
  const size_t start = SkipAsciidocSpaces(text, 0);
  for (size_t at = start + 1; at + 1 < text.size(); ++at) {
    at = text.find_first_of(":;", at);
    if (at == std::string_view::npos) return false;
    size_t end = at;
    while (end < text.size() && text[end] == text[at]) ++end;
    const size_t count = end - at;
    const bool fits = text[at] == ';' ? count == 2 : count >= 2 && count <= 4;
    if (fits && (end == text.size() || text[end] == ' ' || text[end] == '\t')) {
      if (text[at - 1] == ' ') return false;
      marker.key = text.substr(at, count);
      marker.length = SkipAsciidocSpaces(text, end);
      marker.term_start = start;
      marker.term_length = at - start;
      return true;
    }
    at = end - 1;
  }
  return false;
}

}  // namespace

bool IsAsciidocAdmonition(std::string_view word) {
  return std::find(kAdmonitions.begin(), kAdmonitions.end(), word) != kAdmonitions.end();
}

// Most delimiters are represented by their character. '_' is a quote, '=' an example, '*' a side
// bar, '+' a passthrough, '/' a comment.
char AsciidocDelimiterOf(std::string_view text) {
  if (text == "--") return '~';
  if (text.starts_with("```")) return '`';
  if (text == "|===" || text == "!===" || text == ",===" || text == ":===") return '|';
  if (text.size() < 4 || text.find_first_not_of(text[0]) != std::string_view::npos) return 0;
  return std::string_view("-.=*_+/").find(text[0]) != std::string_view::npos ? text[0] : '\0';
}

// "* a", "- a", ". a", "1. a", "<1> a" and "term:: a". The number of stars or dots is the level of
// the list, so the marker as a whole is its key.
bool ReadAsciidocListMarker(std::string_view text, AsciidocListMarker& marker) {
  const size_t start = SkipAsciidocSpaces(text, 0);
  if (start == text.size()) return false;
  const char c = text[start];
  size_t end = start;
  if (c == '*' || c == '-' || c == '.') {
    while (end < text.size() && text[end] == c) ++end;
    // "--" is a delimiter, and more than five stars or dots are a delimiter or decoration.
    const size_t most = c == '-' ? 1 : 5;
    if (end - start <= most && end < text.size() && IsBlank(text[end])) {
      marker.key = text.substr(start, end - start);
      marker.length = SkipAsciidocSpaces(text, end);
      return true;
    }
  } else if (IsDigit(c)) {
    while (end < text.size() && IsDigit(text[end])) ++end;
    // All numbers are one list.
    if (end + 1 < text.size() && text[end] == '.' && text[end + 1] == ' ') {
      marker.key = "1.";
      marker.length = SkipAsciidocSpaces(text, end + 1);
      return true;
    }
  } else if (c == '<') {  // a callout: <1> or <.>
    end = text.find('>', start);
    if (end != std::string_view::npos && end - start >= 2 && end - start <= 4 &&
        end + 1 < text.size() && text[end + 1] == ' ' &&
        text.find_first_not_of("0123456789.", start + 1) == end) {
      marker.key = "<1>";
      marker.length = SkipAsciidocSpaces(text, end + 1);
      return true;
    }
  }
  if (text.starts_with("//")) return false;
  return ReadLabel(text, marker);
}

bool IsAsciidocAttributeLine(std::string_view text) {
  return text.starts_with('[') && text.ends_with(']') && text.size() > 2;
}

// `=` and, as in Markdown, `#`. A title of six or more marks is not a section, but is accepted.
int AsciidocTitleLevel(std::string_view text, size_t& start) {
  size_t level = 0;
  const char c = text.empty() ? ' ' : text[0];
  if (c != '=' && c != '#') return 0;
  while (level < text.size() && text[level] == c) ++level;
  if (level > 6 || level == text.size() || text[level] != ' ') return 0;
  start = SkipAsciidocSpaces(text, level);
  return start < text.size() ? static_cast<int>(level) : 0;
}

// Characters in the order of their levels.
int AsciidocUnderlineLevel(std::string_view title, std::string_view line) {
  constexpr std::string_view kCharacters = "=-~^+";
  if (line.size() < 3 || line.find_first_not_of(line[0]) != std::string_view::npos) return 0;
  const size_t level = kCharacters.find(line[0]);
  const size_t difference =
      title.size() > line.size() ? title.size() - line.size() : line.size() - title.size();
  // A delimiter below a line of text is not an underline unless their lengths agree. Two characters
  // of difference are allowed, as in the language. A title contains letters.
  if (level == std::string_view::npos || difference > 2 ||
      title.find_first_not_of(" .-_=*+|[") == std::string_view::npos)
    return 0;
  return static_cast<int>(level) + 1;
}

}  // namespace flagcensus
