#include "analyzer/link/machine_census.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "analyzer/machine/python/accesses.h"

namespace flagcensus {
namespace {

enum class Touch { kReads, kSets, kDeletes, kCopies };

Touch TouchOf(AccessOp op) {
  switch (op) {
    case AccessOp::kRead:
    case AccessOp::kTest:
      return Touch::kReads;
    case AccessOp::kDelete:
      return Touch::kDeletes;
    case AccessOp::kBulk:
      return Touch::kCopies;
    default:
      return Touch::kSets;
  }
}

bool IsWhole(const Access& access) {
  return access.name && access.name->find('*') == std::string::npos;
}

}  // namespace

void AddMachineAccesses(const Tree& tree, const ModuleIndex& index, const ResolveOptions& options,
                        Census* census) {
  Machine m(tree, index, options.tables().python);
  const MachineRun run = RunPython(m, options.jobs, *options.budget);
  if (run.cut) {
    census->diagnostics.push_back(
        {"limit", {run.cut_at, 0, 0}, "the program takes too many steps to follow: what runs from here on was not"});
  }
  std::set<std::pair<std::string, Touch>> known;
  std::multimap<Place, size_t> unnamed;
  for (size_t i = 0; i < census->accesses.size(); ++i) {
    const Access& access = census->accesses[i];
    if (access.name) {
      known.insert({*access.name, TouchOf(access.op)});
    } else if (access.op != AccessOp::kBulk && !access.by_parameter) {
      unnamed.insert({access.place, i});
    }
  }
  std::vector<Access> added;
  for (Access& access : MakeMachineAccesses(m)) {
    if (!IsWhole(access) || access.op == AccessOp::kBulk) continue;
    // Its name is known here: the accessor's own call tells no more than that.
    const Place& accessor = access.chain.empty() ? access.place : access.chain.back();
    const auto [first, last] = unnamed.equal_range(accessor);
    for (auto at = first; at != last; ++at) {
      Access& open = census->accesses[at->second];
      if (TouchOf(open.op) != TouchOf(access.op)) continue;
      open.by_parameter = true;
      open.open_name = OpenName::kExpression;
    }
    if (known.count({*access.name, TouchOf(access.op)}) > 0) continue;
    // A function of the project's own stands between: what it falls back to may not be all known.
    const bool read = TouchOf(access.op) == Touch::kReads;
    if (read && !access.chain.empty() && access.default_kind == DefaultKind::kNone) {
      access.default_kind = DefaultKind::kDynamic;
    }
    added.push_back(std::move(access));
  }
  std::move(added.begin(), added.end(), std::back_inserter(census->accesses));
}

}  // namespace flagcensus
