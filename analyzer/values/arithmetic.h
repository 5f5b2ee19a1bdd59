// Arithmetic over number literals: `2 ** 14`, `99 * 1024`, `1 << 20`, `0x10`, `16_384`, `1e6`.
//
//   "2 ** 14 bytes"   ─→   16384; the text is advanced to " bytes"
#pragma once

#include <optional>
#include <string_view>

namespace flagcensus {

// The value of the arithmetic at the start of `*text`, which is advanced past it. Returns nullopt
// if no number starts there. Costs O(|text|); depth is bounded.
std::optional<long double> TakeArithmetic(std::string_view* text);

// The value of a run of digits in `base`; nullopt if it is malformed or above 64 bits.
std::optional<long double> ParseInteger(std::string_view digits, int base);

}  // namespace flagcensus
