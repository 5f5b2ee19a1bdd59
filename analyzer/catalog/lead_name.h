// One written name, as a lead holds it; in the catalog's own use only.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "analyzer/catalog/lead.h"
#include "analyzer/pages/names.h"

namespace flagcensus {

inline constexpr size_t kMaxName = 128;
inline constexpr size_t kMaxLeadNames = 32;

// One "NAME" or "NAME=value" written as `text`. Adds to `out`; false where it is none. `sub_flags`
// takes "--option=value" for names.
bool AddNames(std::string_view text, bool sub_flags, std::vector<LeadName>& out);

}  // namespace flagcensus
