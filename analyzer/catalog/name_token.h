// Parses one name of a lead; internal to the catalog.
//
//   AddNames("export APP_HOME=/srv", …)  ─→ APP_HOME, value "/srv", shown
//   AddNames("APP_LOG_{DIR,LEVEL}", …)   ─→ APP_LOG_DIR, APP_LOG_LEVEL
//   AddNames("make install", …)          ─→ false
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "analyzer/catalog/leading_names.h"
#include "analyzer/pages/names.h"

namespace flagcensus {

// Longer names and longer rows of names are text that only looks like names.
inline constexpr size_t kMaxName = 128;
inline constexpr size_t kMaxLeadNames = 32;

// Parses one "NAME" or "NAME=value" and adds it to `out`; returns false if `text` is not one. With
// `sub_flags`, "--option=value" counts as a name.
bool AddNames(std::string_view text, bool sub_flags, std::vector<LeadName>& out);

}  // namespace flagcensus
