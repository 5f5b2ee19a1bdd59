// Numbers as people write them: text → every amount that it may mean.
//
// `16384`, `0x4000`, `16_384`, `16,384`, `2 ** 14`, `1e6`, `0o755`, `64 MiB`, `30s`, `5 minutes`,
// `50%`.
#pragma once

#include <optional>
#include <string_view>

namespace flagcensus {

// Whether the two texts are one number, or nothing where either is no number. A unit on one side
// only is read as the page's way to say what the bare number counts, so `30s` is 30 and 30000 (ms),
// and `64 MB` is 64, 64000000 and 67108864; two units must agree as amounts.
std::optional<bool> SameNumber(std::string_view a, std::string_view b);

}  // namespace flagcensus
