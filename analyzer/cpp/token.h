// Preprocessing tokens (ISO/IEC 9899, 6.4; ISO/IEC 14882, [lex.pptoken]) that know where they were
// written and where a reader expects what they expand to.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

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
    kString,  // raw ones too, and what stands between < and > of an #include
    kPunctuator,
    kOther,       // any other byte; the rest of a line that opens a literal and does not close it
    kPlacemarker  // an empty argument beside ##; never in what comes out
  };
  std::string_view text;  // the spelling, joined lines taken out; lives as long as its owner
  PpPlace spelt;
  // The place that a reader expects: of the outermost macro's name that the token comes from, or,
  // where that macro is a list `F(a) F(b)` of what it is given, of the item. Otherwise `spelt`.
  PpPlace used;
  Kind kind = Kind::kOther;
  bool space = false;   // blanks or a comment stand before it
  bool item = false;    // `used` is an item's: outer macros leave it
  uint32_t hidden = 0;  // the hide set, as PpHideSets numbers them

  bool Is(std::string_view punctuator) const {
    return kind == Kind::kPunctuator && text == punctuator;
  }
  bool IsName(std::string_view name) const { return kind == Kind::kName && text == name; }
};

using PpTokens = std::vector<PpToken>;

// Spellings that no source holds: of tokens that # and ## make. They stay where they are.
class PpSpellings {
 public:
  std::string_view Keep(std::string text) { return kept_.emplace_back(std::move(text)); }

 private:
  std::deque<std::string> kept_;
};

// The tokens' spellings, a blank where one stood, or where two tokens would read as one.
std::string PpText(const PpTokens& tokens);

}  // namespace flagcensus
