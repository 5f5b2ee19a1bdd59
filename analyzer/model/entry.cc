#include "analyzer/model/entry.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace flagcensus {
namespace {

// In the order of the enumerators.
constexpr std::array<std::string_view, 12> kHows = {"table",     "list",    "paragraph", "heading",
                                                    "directive", "block",   "dotenv",    "man",
                                                    "sentence",  "example", "note",      "mention"};
constexpr std::array<std::string_view, 4> kDefaults = {"literal", "none", "unstated", "prose"};

}  // namespace

bool Entry::HasClaim(std::string_view claim) const {
  return std::find(claims.begin(), claims.end(), claim) != claims.end();
}

bool EntryLess(const Entry& a, const Entry& b) {
  return std::tie(a.place, a.name, a.parent, a.how) < std::tie(b.place, b.name, b.parent, b.how);
}

std::string_view ToString(EntryHow how) { return kHows[static_cast<size_t>(how)]; }
std::string_view ToString(DocumentedDefault kind) { return kDefaults[static_cast<size_t>(kind)]; }

}  // namespace flagcensus
