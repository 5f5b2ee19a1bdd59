// The log of the accesses of a run. Accesses of one name at one place are one EventSite.
//
//   x = os.environ.get("APP_X")   run for two callers ─→ one site, of group kRead
//   os.environ["APP_X"] = "1"     another place       ─→ a site of group kWrite
#include "analyzer/machine/events.h"

#include <algorithm>

namespace flagcensus {

// A test is in the group of reads, since `if "X" in os.environ: os.environ["X"]` is one read.
EventLog::Group EventLog::GroupOf(AccessOp op) {
  switch (op) {
    case AccessOp::kRead:
    case AccessOp::kTest:
      return Group::kRead;
    case AccessOp::kDelete:
      return Group::kDelete;
    case AccessOp::kBulk:
      return Group::kBulk;
    default:
      return Group::kWrite;
  }
}

EventSite& EventLog::SiteOf(const CodePoint& at, std::optional<Symbol> name, Group group) {
  // A read that does not know the name (no value in `name`) has a separate site beside those of
  // known names at the same place, since 0 is also the symbol of the empty name.
  const Key key{at.unit, at.node, name.has_value(), name.value_or(0), group};
  const auto [entry, added] = numbers_.try_emplace(key, static_cast<uint32_t>(sites_.size()));
  if (added) {
    EventSite& site = sites_.emplace_back();
    site.number = entry->second;
    site.at = at;
    site.name = name;
  }
  return sites_[entry->second];
}

const std::vector<uint32_t>& EventLog::OfVariable(Symbol variable) const {
  static const std::vector<uint32_t> kNone;
  const auto found = of_variable_.find(variable);
  return found == of_variable_.end() ? kNone : found->second;
}

void EventLog::NoteVariable(Symbol variable, uint32_t site) {
  std::vector<uint32_t>& sites = of_variable_[variable];
  // A linear search: a variable rarely has more than a few sites.
  if (std::find(sites.begin(), sites.end(), site) == sites.end()) sites.push_back(site);
}

}  // namespace flagcensus
