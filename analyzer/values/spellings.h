// Spellings: which words for on and off a page tells readers to set a variable to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/entry.h"

namespace flagcensus {

// How a reference page says, behind a description, that the code does otherwise: the description is
// then no promise.
inline constexpr std::string_view kCodeDiffers = "the code differs:";

struct Spellings {
  std::vector<std::string> on;   // "1", "true", ...: lower case, each once, in the page's order
  std::vector<std::string> off;  // "0", "false", ...
  bool any = false;              // the page says that any value counts, or being set at all
};

// Told by phrases of `entry`'s description ("set to 1", "`0` disables", `NAME=true`) and by the
// values that it lists. The documented default is not among them: it may only tell a state.
Spellings SpellingsOf(const Entry& entry);

bool IsOnWord(std::string_view lower);
bool IsOffWord(std::string_view lower);

}  // namespace flagcensus
