// A file's tokens with uses of macros, and of files that are included as lists, replaced by what
// they expand to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/c/tokens.h"
#include "analyzer/cpp/token.h"

namespace flagcensus {

// Columns of tokens that are put in begin here: beyond those of any line that is read.
inline constexpr uint32_t kSplicedColumn = 1U << 30;

struct CSplice {
  struct Alternative {
    PpTokens tokens;
    std::string condition;  // under which it is this one; "" where nothing is known of that
  };
  std::string macro;  // that is used
  std::string item;   // of a list `F(a) F(b)`: the macro that F is
  uint32_t line = 0;  // of its name in the file, or of the #include by which the use comes
  uint32_t column = 0;
  bool included = false;  // the latter: nothing is replaced
  std::vector<Alternative> alternatives;
};

// `splices`: by their places, ascending; several may stand at one #include. The alternatives of one
// become the branches of an #if. A use that is not found at its place is left out. Costs a pass
// over the tokens and what is put in.
CTokens WithSplices(CTokens tokens, const std::vector<CSplice>& splices);

// A token of the preprocessor as one of the finder's: literals decoded.
CToken DecodedToken(const PpToken& token);

}  // namespace flagcensus
