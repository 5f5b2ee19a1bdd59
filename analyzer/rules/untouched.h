// Untouched: the documented variables that nothing in the tree accesses, and whether each requires
// action of a maintainer.
//
//   an entry of APP_OLD; no file contains the name             ─→ a finding of `unused`
//   an entry of APP_RUN; only run.sh contains the name         ─→ a row of the inventory
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/model/inventory.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {

struct Untouched {
  Finding finding;        // of the rule `unused`
  std::string_view kind;  // an InventoryKind: it is listed, not reported; "": it is reported
  std::string reason;     // of the inventory: "the name occurs in run.sh:3"
  std::string detail;     // the place or the owner, next to the name in a list
};

// In the order of the flags.
std::vector<Untouched> UntouchedOf(const RuleInput& input);

// The inventory row of one that is not reported.
InventoryRow RowOf(Untouched untouched);

}  // namespace flagcensus
