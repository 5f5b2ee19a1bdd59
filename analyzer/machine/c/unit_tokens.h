// A file of C or C++ as one list of tokens: macros expanded, the branches of each `#if` one behind
// the other where that leaves the syntax whole, else the first of them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "analyzer/c/tokens.h"
#include "analyzer/cpp/preprocess.h"

namespace flagcensus {

// CToken::Kind and text as the finder's; marks of an `#if` that stands among statements or
// declarations are punctuation: "#if", "#else", "#endif".
struct UnitToken {
  CToken::Kind kind = CToken::Kind::kEnd;
  std::string text;
  PpPlace place;       // where a reader expects it: PpToken::used
  uint32_t macro = 0;  // 1 + index into UnitTokens::macros of the one that it comes from; 0: none
  uint32_t close = 0;  // of an opening bracket: where it closes; 0: nowhere

  bool Is(std::string_view punctuation) const {
    return kind == CToken::Kind::kPunctuation && text == punctuation;
  }
  bool IsName(std::string_view name) const { return kind == CToken::Kind::kName && text == name; }
  bool IsName() const { return kind == CToken::Kind::kName; }
};

struct UnitTokens {
  std::vector<UnitToken> tokens;  // ends in kCTokenPadding kEnds
  std::vector<std::string> macros;
  bool cut = false;  // there are too many tokens, or their expansion takes too long
};

// `names`: of what reads the environment; of several definitions of a macro, and of branches of
// which one alone can be kept, the one with such a name is taken. Costs the file's headers in the
// tree, whose text is not taken where they are guarded.
UnitTokens ExpandUnit(int file, PpSources* sources, const std::set<std::string>& names);
// Without the headers. Macros of the file that are in `constants` and have a value are constants at
// its end: `static const auto NAME = value;`, each definition one.
UnitTokens ExpandAlone(int file, PpSources* sources, const std::set<std::string>& names,
                       const std::set<std::string>& constants);

}  // namespace flagcensus
