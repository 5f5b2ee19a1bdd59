// The use of a local variable with a read's value: between the store on the access's line and the
// next store.
//
//   home = os.environ.get("APP_HOME")      overwritten: a store in the same block is next
//   home = "/srv"
//
//   home = os.environ["APP_HOME"]          written back: nothing else loads it
//   os.environ["APP_HOME"] = home
//
//   home = os.environ["APP_HOME"]          unused: nothing loads or tests it
#include "analyzer/python/link/local_uses.h"

#include <algorithm>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

using Kind = NameUse::Kind;

// Elements that one variable is assigned to, up to which each is examined. Beyond, it counts as
// used.
constexpr size_t kMaxPassedOn = 100;

}  // namespace

LocalUses::LocalUses(const std::vector<NameUse>& uses) {
  // One entry for each name and function.
  for (const NameUse& use : uses) {
    if (use.kind == Kind::kStore && use.function > 0) stores_[use.name].push_back(&use);
    Uses& one = uses_[{use.name, use.function}];
    one.all.push_back(&use);
    if (use.kind == Kind::kGlobal || use.kind == Kind::kString) one.reached = true;
    if (use.kind == Kind::kTest) one.tested = true;
    if (use.kind != Kind::kLoad) continue;
    if (use.written_to.empty() || one.passed.size() >= kMaxPassedOn) {
      one.used = true;
    } else {
      one.passed.push_back(&use);
    }
  }
}

void LocalUses::Follow(const Holder& holder, Tally* tally) const {
  // Used unless the uses show that it is not: a wrong "unused" is a false finding.
  tally->used = true;
  const auto stores = stores_.find(holder.name);
  if (stores == stores_.end()) return;
  const auto line = static_cast<uint32_t>(holder.line);
  // The last store at or above the access's line: a statement may begin on an earlier line.
  auto after = std::upper_bound(stores->second.begin(), stores->second.end(), line,
                                [](uint32_t at, const NameUse* use) { return at < use->line; });
  if (after == stores->second.begin()) return;
  const NameUse& store = **--after;
  const Uses& uses = uses_.at({holder.name, store.function});
  // global, or a string with its name, as in locals()["home"].
  if (uses.reached) return;
  bool used = uses.used;
  bool back = false;
  // Loads that are only assigned to an element.
  for (const NameUse* use : uses.passed) {
    // environ["HOME"] = home uses the value, environ["APP_HOME"] = home does not.
    const bool own = HasWord(use->written_to, tally->variable);
    (own ? back : used) = true;
  }
  // The first mention after the store.
  const auto next =
      std::upper_bound(uses.all.begin(), uses.all.end(), store.offset,
                       [](uint32_t at, const NameUse* use) { return at < use->offset; });
  // Only plain stores in one block: in another branch, the first value may survive.
  if (next != uses.all.end() && (*next)->kind == Kind::kStore && (*next)->plain && store.plain &&
      (*next)->block == store.block && (*next)->line > line) {
    tally->used = false;
    tally->lost = Consumption::Kind::kOverwritten;
  } else if (!used && back) {
    tally->used = false;
    tally->lost = Consumption::Kind::kWrittenBack;
  } else if (!used && !uses.tested) {
    // `if home:` alone is a use: the program depends on whether it is set.
    tally->used = false;
  }
}

}  // namespace flagcensus
