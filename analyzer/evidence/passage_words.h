// What the readers of passages ask of words; in this folder's own use only.
#pragma once

#include <cstddef>
#include <string_view>

#include "analyzer/catalog/defaults.h"

namespace flagcensus {

size_t CountWords(std::string_view text);

// The default that a sentence tells of `name`, which leads its line or stands in the same clause.
// Where another variable is named, either may be meant.
DefaultText DefaultOf(std::string_view sentence, std::string_view name, bool leads);

}  // namespace flagcensus
