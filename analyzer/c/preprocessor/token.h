// Preprocessing tokens (ISO/IEC 9899, 6.4; ISO/IEC 14882, [lex.pptoken]) with the place where they
// are spelled and the place where a reader expects their expansion.
//
//   #define READ(n) getenv(#n)      spelt: line 1      used: line 2, of READ
//   READ(APP_PORT)                  for each token of the expansion
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/spelling.h"

namespace flagcensus {

struct PpPlace {
  int file = -1;        // the number that the file was lexed with; -1: nowhere
  uint32_t line = 0;    // 1-based
  uint32_t column = 0;  // 1-based, in bytes of the physical line
  bool operator==(const PpPlace&) const = default;
};

struct PpToken {
  enum class Kind : uint8_t {
    kName,
    kNumber,
    kCharacter,
    kString,  // including raw ones, and the text between < and > of an #include
    kPunctuator,
    kOther,       // any other byte; the rest of a line with an unclosed literal
    kPlacemarker  // an empty argument next to ##; never in the output
  };
  std::string_view text;  // the spelling without line joins; lives as long as its owner
  PpPlace spelt;
  // The place that a reader expects: of the name of the outermost macro that the token comes from,
  // or of the item if that macro is a list `F(a) F(b)` of its arguments. Otherwise `spelt`.
  PpPlace used;
  Kind kind = Kind::kOther;
  bool space = false;   // blanks or a comment precede it
  bool item = false;    // `used` is an item's: outer macros keep it
  uint32_t hidden = 0;  // the hide set, as numbered by PpHideSets

  // Inlined as IsSpelled is.
  [[gnu::always_inline]] bool Is(std::string_view punctuator) const {
    return kind == Kind::kPunctuator && IsSpelled(text, punctuator);
  }
  [[gnu::always_inline]] bool IsName(std::string_view name) const {
    return kind == Kind::kName && IsSpelled(text, name);
  }
};

using PpTokens = std::vector<PpToken>;

// Owns spellings that are in no source: of tokens that # and ## produce. They do not move.
class PpSpellings {
 public:
  std::string_view Keep(std::string text) { return kept_.emplace_back(std::move(text)); }

 private:
  std::deque<std::string> kept_;
};

// The tokens' spellings, with a blank if there was one or if two tokens would merge.
std::string PpText(const PpTokens& tokens);

}  // namespace flagcensus
