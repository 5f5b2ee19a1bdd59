// The roff language below the macros of a man page: arguments and escapes. Internal to man*.cc.
//
// After groff(7), sections "Escape sequences", "Control structures", and groff_char(7) for the
// names of characters. Nothing is typeset: only the text and its fonts are kept.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/pages/document.h"

namespace flagcensus {

struct RoffWord {
  std::string_view text;  // escapes not resolved
  int column = 0;         // 1-based
  bool quoted = false;
};

// The first 10,000 arguments of a control line, from byte `at` of `line`; comments are left out.
std::vector<RoffWord> SplitRoffWords(std::string_view line, size_t at);

struct RoffFont {
  bool strong = false;
  bool emphasis = false;
  bool code = false;
};

struct RoffState {
  RoffFont font;
  RoffFont last_font;                                       // \fP
  std::map<std::string, std::string, std::less<>> strings;  // .ds
  size_t expansion_left = size_t{1} << 20;                  // bytes that strings may still add
};

// Appends `text` with its escapes resolved; its first byte stands at `line`, `column`. `style` adds
// to the font. A run ends where the font changes.
void AppendRoff(RoffState& state, std::string_view text, int line, int column, const Run& style,
                std::vector<Run>& runs);

// The same as plain text.
std::string RoffText(RoffState& state, std::string_view text);

// .ds NAME TEXT; what is too long or too much is left out.
void DefineRoffString(RoffState& state, std::string_view name, std::string_view text);

// Whether the condition that `.if` and `.ie` begin with holds for a text terminal; `at` moves
// behind it. Registers are taken as 0, but for `.g` (groff).
bool RoffCondition(std::string_view line, size_t& at);

}  // namespace flagcensus
