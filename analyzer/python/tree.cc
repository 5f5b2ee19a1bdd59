// Text that the grammar's scanner cannot process is replaced by blanks before it sees the text,
// byte for byte, so every offset stays.
//
// The scanner keeps the indents of the blocks around a line, each greater than the one before, and
// writes them into a buffer of fixed size without checking whether they fit. In broken text it may
// go astray, but the indents that it keeps are always indents of lines. So a text with few
// different ones is safe: lines with an indent beyond the first 380 are skipped. CPython stops at
// 100 levels.
//
// At each line end the scanner reads on to the next line of code, past all comments between, and
// again at each of those: a run of comment lines costs its square. Comments have no effect.
#include "analyzer/python/tree.h"

#include <algorithm>
#include <bitset>
#include <cstring>
#include <string>

extern "C" const TSLanguage* tree_sitter_python();

namespace flagcensus {
namespace {

// Two bytes each, in the scanner's 1,024, besides up to 257 for open strings.
constexpr size_t kMaxIndents = 380;
constexpr uint32_t kLongRun = 50;  // of comment lines; below, the square is small

size_t LineEnd(std::string_view text, size_t at) {
  const size_t end = text.find('\n', at);
  return end == std::string_view::npos ? text.size() : end;
}

// The indent of the line that begins at *at, as the scanner counts it (16 bits, joined lines as
// one). *at is then its first byte that is not a blank.
uint16_t IndentAt(std::string_view text, size_t* at) {
  uint16_t indent = 0;
  // Blanks, tabs, form feeds and joints, as the scanner counts them.
  for (; *at < text.size(); ++*at) {
    const char c = text[*at];
    if (c == ' ') {
      ++indent;
    } else if (c == '\t') {
      indent = static_cast<uint16_t>(indent + 8);
    } else if (c == '\r' || c == '\f') {
      // A form feed or carriage return begins the line anew.
      indent = 0;
    } else if (c == '\\' && *at + 1 < text.size() &&
               (text[*at + 1] == '\n' || text.substr(*at + 1, 2) == "\r\n")) {
      *at += text[*at + 1] == '\n' ? 1 : 2;
    } else {
      break;
    }
  }
  return indent;
}

// The offset after the string that begins at `at`, or the end of its line if it is not closed
// there.
size_t SkipString(std::string_view text, size_t at) {
  const char quote = text[at];
  // The closing mark is one quote, or three.
  const std::string closing(text.substr(at, 3) == std::string(3, quote) ? 3 : 1, quote);
  for (at += closing.size(); at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text.substr(at, closing.size()) == closing) {
      return at + closing.size();
    } else if (text[at] == '\n' && closing.size() == 1) {
      return at;
    }
  }
  return text.size();
}

// Line ends remain, so rows do not change.
void Blank(std::string* text, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    if ((*text)[i] != '\n' && (*text)[i] != '\r') (*text)[i] = ' ';
  }
}

// Blanks out comments that are alone on a line; a # in a string is not a comment.
void BlankComments(std::string_view text, std::string* out) {
  bool fresh = true;  // nothing but blanks on the line so far
  // Strings are skipped, since they may contain "#".
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '#') {
      const size_t end = LineEnd(text, at);
      if (fresh) Blank(out, at, end);
      // The rest of the line.
      at = end;
    } else if (c == '"' || c == '\'') {
      at = SkipString(text, at);
      fresh = false;
    } else {
      fresh = c == '\n' || (fresh && (c == ' ' || c == '\t' || c == '\r' || c == '\f'));
      ++at;
    }
  }
}

// Blanks out lines that are indented deeper. Returns the row of the first one.
uint32_t BlankDeepLines(std::string_view text, uint16_t deepest, std::string* out) {
  std::optional<uint32_t> first;
  uint32_t row = 0;
  // Line by line; joined lines count as one.
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    const uint16_t indent = IndentAt(text, &at);
    row += static_cast<uint32_t>(
        std::count(text.begin() + static_cast<long>(begin),
                   text.begin() + static_cast<long>(std::min(at, text.size())), '\n'));
    const size_t end = LineEnd(text, at);
    if (indent > deepest && at < end) {
      // Only the line itself: deeper lines may follow shallower ones.
      Blank(out, begin, end);
      if (!first) first = row;
    }
    at = end + 1;
    ++row;
  }
  return first.value_or(0);
}

}  // namespace

PythonHurdles FindHurdles(std::string_view text) {
  // One bit for each possible indent: 65,536 of them.
  std::bitset<65536> indents;
  uint32_t run = 0;
  PythonHurdles out;
  // The indent and the first character of each line.
  for (size_t at = 0; at < text.size();) {
    const uint16_t indent = IndentAt(text, &at);
    const bool comment = at < text.size() && text[at] == '#';
    const bool blank = at >= text.size() || text[at] == '\n';
    if (comment) out.comments = ++run > kLongRun || out.comments;
    if (!comment && !blank) run = 0;
    // Blank lines have no indent.
    if (!blank) indents.set(indent);
    at = LineEnd(text, at) + 1;
  }
  if (indents.count() <= kMaxIndents) return out;
  // The smallest indents are kept: they are those of the outer blocks.
  size_t kept = 0;
  // The largest indent that is kept.
  for (size_t i = 0; i < indents.size() && kept < kMaxIndents; ++i) {
    if (!indents[i]) continue;
    ++kept;
    out.deepest = static_cast<uint16_t>(i);
  }
  return out;
}

PythonTree ParsePythonTree(std::string_view text) {
  PythonTree made;
  const PythonHurdles hurdles = FindHurdles(text);
  std::string cleared;
  // The text is copied only if something has to be replaced.
  if (hurdles.comments || hurdles.deepest) cleared = text;
  if (hurdles.comments) BlankComments(text, &cleared);
  if (hurdles.deepest) made.unparsed_from = BlankDeepLines(text, *hurdles.deepest, &cleared);
  made.tree = ParseBounded(tree_sitter_python(), cleared.empty() ? text : cleared);
  return made;
}

}  // namespace flagcensus
