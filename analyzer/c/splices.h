// A file's tokens with uses of macros, and of files included as lists, replaced by their
// expansions.
//
//   READ(port)     ─→ get ( "APP_PORT" )    on the same line, in columns from kSplicedColumn on
//
// Each inserted name has a CExpansion, which states the position to report.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/c/preprocessor/token.h"
#include "analyzer/c/tokens.h"

namespace flagcensus {

// First column of inserted tokens: beyond the columns of any line that is read.
inline constexpr uint32_t kSplicedColumn = 1U << 30;

struct CSplice {
  struct Alternative {
    PpTokens tokens;
    std::string condition;  // under which this alternative applies; "": unknown
  };
  std::string macro;  // the macro that is used
  std::string item;   // in a list `F(a) F(b)`: the macro passed as F
  uint32_t line = 0;  // of its name in the file, or of the #include that contains the use
  uint32_t column = 0;
  bool included = false;  // the use is in an #include: nothing is replaced
  std::vector<Alternative> alternatives;
};

// `splices`: by position, ascending; several may share an #include. The alternatives of a splice
// become the branches of an #if. Uses that are not found at their position are skipped. Costs a
// pass over the tokens and the inserted ones.
CTokens WithSplices(CTokens tokens, const std::vector<CSplice>& splices);

// Converts a preprocessor token to one of the finder's: literals decoded.
CToken DecodedToken(const PpToken& token);

}  // namespace flagcensus
