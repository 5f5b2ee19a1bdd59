// The roff language below the macros of a man page: arguments and escapes. Internal to man*.cc.
//
//   "set \fBAPP_HOME\fR \- dir"  ─→  "set ", "APP_HOME" (strong), " - dir"
//
// After groff(7), sections "Escape sequences" and "Control structures", and groff_char(7) for
// character names. Nothing is typeset: only the text and its fonts are kept.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/pages/document.h"

namespace flagcensus {

// An argument of a control line.
struct RoffWord {
  std::string_view text;  // escapes not resolved
  int column = 0;         // 1-based
  bool quoted = false;
};

// The first 10,000 arguments of a control line, from byte `at` of `line`, without comments.
std::vector<RoffWord> SplitRoffWords(std::string_view line, size_t at);

struct RoffFont {
  bool strong = false;
  bool emphasis = false;
  bool code = false;
};

// What escapes change and use, for the whole page.
struct RoffState {
  RoffFont font;
  RoffFont last_font;                                       // \fP
  std::map<std::string, std::string, std::less<>> strings;  // .ds
  size_t expansion_left = size_t{1} << 20;                  // bytes that strings may still add
};

// Appends `text` with its escapes resolved; its first byte is at `line`, `column`. `style` is
// combined with the font. A run ends when the font changes.
void AppendRoff(RoffState& state, std::string_view text, int line, int column, const Run& style,
                std::vector<Run>& runs);

// The same as plain text.
std::string RoffText(RoffState& state, std::string_view text);

// .ds NAME TEXT; ignored if the text is too long or there are too many strings.
void DefineRoffString(RoffState& state, std::string_view name, std::string_view text);

// Evaluates the condition of `.if` and `.ie` as for a text terminal, and advances `at` past it.
// Registers are 0, except `.g` (groff).
bool RoffCondition(std::string_view line, size_t& at);

}  // namespace flagcensus
