// Numbers as people write them: text → all amounts that it may mean.
//
//   SameNumber("64 MiB", "67108864")   ─→ true       SameNumber("5 minutes", "300s")   ─→ true
//   SameNumber("30s", "30000")         ─→ true (ms)  SameNumber("many", "3")           ─→ nullopt
//
// Also `16384`, `0x4000`, `16_384`, `16,384`, `2 ** 14`, `1e6`, `0o755`, `50%`.
#pragma once

#include <optional>
#include <string_view>

namespace flagcensus {

// Whether the two texts are the same number; nullopt if either is not a number. If only one side
// has a unit, the bare number is assumed to be in any unit of that dimension: `30s` is 30 and 30000
// (ms), and `64 MB` is 64, 64000000 and 67108864. Two units must agree as amounts.
std::optional<bool> SameNumber(std::string_view a, std::string_view b);

}  // namespace flagcensus
