// A C or C++ file as one list of tokens: macros expanded, the branches of each `#if` one after the
// other if the syntax stays intact, else only the first.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/c/tokens.h"
#include "analyzer/cpp/preprocess.h"
#include "analyzer/machine/c/unit_texts.h"

namespace flagcensus {

// Kind and text as in the finder's tokens; markers of an `#if` among statements or declarations are
// punctuation: "#if", "#else", "#endif".
struct UnitToken {
  uint32_t text : 29 = 0;  // in UnitTokens::texts
  CToken::Kind kind : 3 = CToken::Kind::kEnd;
  PpPlace place;       // the position to report: PpToken::used
  uint32_t close = 0;  // of an opening bracket: the closing one; 0: none

  bool Is(UnitWord punctuation) const {
    return kind == CToken::Kind::kPunctuation && text == punctuation.number();
  }
  bool IsName(UnitWord name) const { return kind == CToken::Kind::kName && text == name.number(); }
  bool IsName() const { return kind == CToken::Kind::kName; }
};

struct UnitTokens {
  std::vector<UnitToken> tokens;  // ends in kCTokenPadding kEnds
  UnitTexts texts;
  bool cut = false;           // too many tokens, or their expansion took too long
  std::vector<int> included;  // files that it was to include

  const UnitToken& operator[](size_t index) const { return tokens[index]; }
  size_t size() const { return tokens.size(); }
  std::string_view Text(size_t index) const { return texts.Text(tokens[index].text); }
};

// Memory that one expansion leaves to the next.
struct UnitScratch {
  std::vector<UnitToken> taken;  // of the pieces
  std::vector<UnitToken> rendered;
  std::vector<size_t> closing;
  std::vector<size_t> open;
};

// `names`: of what reads the environment; of several definitions of a macro, or of branches of
// which only one can be kept, the one with such a name is used. Costs the file's headers in the
// tree, whose text is not used if they are guarded.
UnitTokens ExpandUnit(int file, PpSources* sources, const std::set<std::string>& names,
                      UnitScratch* scratch = nullptr);
// Without the headers. Macros of the file that are in `constants` and have a value become constants
// at its end: `static const auto NAME = value;`, one for each definition.
UnitTokens ExpandAlone(int file, PpSources* sources, const std::set<std::string>& names,
                       const std::set<std::string>& constants, UnitScratch* scratch);

}  // namespace flagcensus
