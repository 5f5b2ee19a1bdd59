#include "analyzer/model/inventory.h"

#include <algorithm>
#include <tuple>

namespace flagcensus {

const std::vector<InventoryKind>& InventoryKinds() {
  static const std::vector<InventoryKind> kKinds = {
      {"third-party", "third-party"},
      {"described", "described outside the catalog"},
      {"mentioned", "mentioned on a page"},
      {"set-by-program", "set by the program"},
      {"only-set", "only set"},
      {"set-by-project", "set by the project's own scripts"},
      {"hidden", "hidden"},
      {"internal", "internal"},
      {"underscore", "with a leading underscore"},
      {"test-switch", "for tests"},
      {"unused", "unused or for tuning"},
      {"unmarked", "without a comment"},
      {"gone", "removed"},
      {"deprecated", "deprecated"},
      {"special-build", "in special builds"},
      {"command-option", "named after options"},
      {"variant", "derived from other names"},
      {"licensed", "in code under another licence"},
      {"lower-case", "in lower case"},
      {"generated-page", "possibly on a generated page"},
      {"named-elsewhere", "documented and named in other files"},
      {"composed", "documented and possibly built from parts"},
      {"unresolved", "read by an unknown name"},
  };
  return kKinds;
}

std::vector<std::pair<const InventoryKind*, uint64_t>> CountKinds(
    const std::vector<InventoryRow>& rows) {
  std::vector<std::pair<const InventoryKind*, uint64_t>> out;
  for (const InventoryKind& kind : InventoryKinds()) {
    const auto count = std::count_if(
        rows.begin(), rows.end(), [&](const InventoryRow& row) { return row.kind == kind.name; });
    if (count > 0) out.emplace_back(&kind, static_cast<uint64_t>(count));
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return out;
}

bool InventoryLess(const InventoryRow& a, const InventoryRow& b) {
  return std::tie(a.name, a.kind, a.reason) < std::tie(b.name, b.kind, b.reason);
}

}  // namespace flagcensus
