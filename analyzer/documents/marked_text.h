// Marked text: inline runs of a Document → text in which markup is one byte before and one after.
//
//   Set ``APP_HOME`` (default: *~/app*)  ─→  Set {APP_HOME} (default: {~/app})
//
// where { is kSpan and } is kEnd. One pattern can then require that a value is marked, in the
// markup of any page, and a text without markup stays unchanged. The page itself cannot contain the
// bytes: its control characters become blanks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/pages/document.h"

namespace flagcensus {

inline constexpr char kSpan = '\x01';      // a code span, or one word that is strong or emphasised
inline constexpr char kVariable = '\x05';  // a span whose markup itself says "variable"
inline constexpr char kEnd = '\x02';       // the end of either
inline constexpr char kOwnName = '\x03';   // the described name, within defaults.cc alone

inline bool IsMark(char c) { return c == kSpan || c == kVariable || c == kEnd; }

// The texts of one line of the page each, in order: `line` 1-based, `column` 1-based in bytes of
// its first character (0: unknown).
struct TextLine {
  int line = 0;
  int column = 0;
  std::string text;
};

// The runs as parts, one for each line that they come from. Choices in names are written out:
// "APP_{A,B}" and "APP_[A|B]" are "APP_A, APP_B".
std::vector<TextLine> ToParts(const std::vector<Run>& runs);

// A text without markup, such as a line of code; `line` and `column` are its place.
TextLine ToPart(std::string_view text, int line, int column);

// `text` without marks.
std::string Unmarked(std::string_view text);
// The same on one line, with white space folded and trimmed, at most `most` bytes (cut at a
// character).
std::string FoldedText(std::string_view text, size_t most);

}  // namespace flagcensus
