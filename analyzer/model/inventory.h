// Inventory: variables that need no action by a maintainer, with the reason: variables without an
// entry that do not need one, documented ones that something unseen may use, and accesses of
// unknown names. They are listed, not reported:
//
//   os.environ.get("PATH")   {name: PATH, kind: third-party, reason: "it is a variable of ..."}
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/model/place.h"

namespace flagcensus {

struct InventoryRow {
  std::string name;    // the variable; the expression if an access has no name
  std::string kind;    // of an InventoryKind
  std::string reason;  // "it is described at docs/setup.md:191"
  std::string detail;  // the place or the owner, next to the name in a list; "" if there is none
  std::vector<Place> places;  // in code, then on pages
};

struct InventoryKind {
  std::string_view name;     // "third-party"
  std::string_view counted;  // "12 third-party", "third-party (12): ..."
};

// In the order in which reports list them.
const std::vector<InventoryKind>& InventoryKinds();

// The number of rows of each kind that has any, most rows first.
std::vector<std::pair<const InventoryKind*, uint64_t>> CountKinds(
    const std::vector<InventoryRow>& rows);

bool InventoryLess(const InventoryRow& a, const InventoryRow& b);

}  // namespace flagcensus
