// Numbers as people write them: text → all amounts that it may mean.
//
// `16384`, `0x4000`, `16_384`, `16,384`, `2 ** 14`, `1e6`, `0o755`, `64 MiB`, `30s`, `5 minutes`,
// `50%`.
#pragma once

#include <optional>
#include <string_view>

namespace flagcensus {

// Whether the two texts are the same number; nullopt if either is not a number. A unit on only one
// side is taken as the page's unit of the bare number, so `30s` is 30 and 30000 (ms), and `64 MB`
// is 64, 64000000 and 67108864; two units must agree as amounts.
std::optional<bool> SameNumber(std::string_view a, std::string_view b);

}  // namespace flagcensus
