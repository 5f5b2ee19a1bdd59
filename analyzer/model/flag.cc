#include "analyzer/model/flag.h"

#include <algorithm>

namespace flagcensus {

bool IsReadAsFamily(const Flag& flag) {
  return std::any_of(flag.accesses.begin(), flag.accesses.end(),
                     [](const FlagAccess& one) { return !one.access->evidence.by_parameter; });
}

bool IsUsedAnywhere(const Flag& flag) {
  return std::any_of(flag.accesses.begin(), flag.accesses.end(), [](const FlagAccess& one) {
    const Access& access = *one.access;
    const bool trial = access.scope == Scope::kTest || access.scope == Scope::kExample;
    const bool sets = access.op == AccessOp::kWrite || access.op == AccessOp::kDelete;
    return !trial || !sets;
  });
}

}  // namespace flagcensus
