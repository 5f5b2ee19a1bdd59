// Spellings: the words for on and off that a page instructs readers to set a variable to.
//
//   "Set to 1 to enable; `false` disables it."   ─→   on {"1"}, off {"false"}
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/entry.h"

namespace flagcensus {

// The text with which a reference page says, after a description, that the code differs. The
// spellings of that description are then not documented ones.
inline constexpr std::string_view kCodeDiffers = "the code differs:";

struct Spellings {
  std::vector<std::string> on;   // "1", "true", ...: lower case, unique, in the page's order
  std::vector<std::string> off;  // "0", "false", ...
  bool any = false;              // the page says that any value counts, or that it is set
};

// Derived from phrases in `entry`'s description ("set to 1", "`0` disables", `NAME=true`) and from
// the values that it lists. The documented default is not included: it may be the name of a state
// and not a spelling.
Spellings SpellingsOf(const Entry& entry);

// Whether a word in lower case is one for on or off: "1", "enabled"; "0", "no".
bool IsOnWord(std::string_view lower);
bool IsOffWord(std::string_view lower);

}  // namespace flagcensus
