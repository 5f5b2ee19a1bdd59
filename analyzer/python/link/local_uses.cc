// A variable holds what was read from the store above the access to the next one. It is lost where
// that store comes first in the same block, where nothing loads the variable, and where all that is
// done with it is to write the environment's variable back.
#include "analyzer/python/link/local_uses.h"

#include <algorithm>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

using Kind = NameUse::Kind;

// Elements that one variable is assigned to, up to which they are told apart.
constexpr size_t kMaxPassedOn = 100;

}  // namespace

LocalUses::LocalUses(const std::vector<NameUse>& uses) {
  for (const NameUse& use : uses) {
    if (use.kind == Kind::kStore && use.function > 0) stores_[use.name].push_back(&use);
    Uses& one = uses_[{use.name, use.function}];
    one.all.push_back(&use);
    if (use.kind == Kind::kGlobal || use.kind == Kind::kString) one.reached = true;
    if (use.kind == Kind::kTest) one.tested = true;
    if (use.kind != Kind::kLoad) continue;
    if (use.written_to.empty() || one.handed.size() >= kMaxPassedOn) {
      one.used = true;
    } else {
      one.handed.push_back(&use);
    }
  }
}

void LocalUses::Follow(const Holder& holder, Tally* tally) const {
  tally->used = true;
  const auto stores = stores_.find(holder.name);
  if (stores == stores_.end()) return;
  const auto line = static_cast<uint32_t>(holder.line);
  auto after = std::upper_bound(stores->second.begin(), stores->second.end(), line,
                                [](uint32_t at, const NameUse* use) { return at < use->line; });
  if (after == stores->second.begin()) return;
  const NameUse& store = **--after;
  const Uses& uses = uses_.at({holder.name, store.function});
  if (uses.reached) return;
  bool used = uses.used;
  bool back = false;
  for (const NameUse* use : uses.handed) {
    // environ["HOME"], not environ["APP_HOME"]
    const bool own = HasWord(use->written_to, tally->variable);
    (own ? back : used) = true;
  }
  // The first mention behind the store.
  const auto next =
      std::upper_bound(uses.all.begin(), uses.all.end(), store.offset,
                       [](uint32_t at, const NameUse* use) { return at < use->offset; });
  if (next != uses.all.end() && (*next)->kind == Kind::kStore && (*next)->plain && store.plain &&
      (*next)->block == store.block && (*next)->line > line) {
    tally->used = false;
    tally->lost = Consumption::Kind::kOverwritten;
  } else if (!used && back) {
    tally->used = false;
    tally->lost = Consumption::Kind::kWrittenBack;
  } else if (!used && !uses.tested) {
    tally->used = false;
  }
}

}  // namespace flagcensus
