// Word helpers of the passage readers; internal to this folder.
#pragma once

#include <cstddef>
#include <string_view>

#include "analyzer/catalog/defaults.h"

namespace flagcensus {

size_t CountWords(std::string_view text);

// The default that a sentence states for `name`, which begins its line or is in the same clause. If
// another variable is named, either may be meant.
DefaultText DefaultOf(std::string_view sentence, std::string_view name, bool leads);

}  // namespace flagcensus
