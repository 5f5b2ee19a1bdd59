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

// A whole name, or a family of which the program takes each key that the environment has and makes
// a name of its own of what follows the prefix (else it may only show them). A family that a function
// makes of what it is called with is told at its calls.
bool IsTold(const Machine& m, const Access& access) {
  if (!access.name) return false;
  const size_t prefix = access.name->find('*');
  if (prefix == std::string::npos) return true;
  if (access.via != "os.environ" || prefix + 1 != access.name->size()) return false;
  return std::any_of(m.cuts.begin(), m.cuts.end(), [&](const auto& cut) {
    const int file = m.units[static_cast<size_t>(cut.first)].file;
    return cut.second == static_cast<int64_t>(prefix) &&
           m.tree.files[static_cast<size_t>(file)].path == access.place.file;
  });
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
  std::set<std::pair<std::string, int>> lines;  // on which an access is known
  std::multimap<Place, size_t> unnamed;
  for (size_t i = 0; i < census->accesses.size(); ++i) {
    const Access& access = census->accesses[i];
    lines.insert({access.place.file, access.place.line});
    if (access.name) {
      known.insert({*access.name, TouchOf(access.op)});
    } else if (access.op != AccessOp::kBulk && !access.by_parameter) {
      unnamed.insert({access.place, i});
    }
  }
  std::vector<Access> added;
  std::vector<Access> open;
  std::set<Place> called;  // accessors' calls through which names that are known go
  for (Access& access : MakeMachineAccesses(m)) {
    if (access.op == AccessOp::kBulk) continue;
    if (!IsTold(m, access)) {
      // That something is accessed is told once, at the accessor's own call.
      if (!access.chain.empty() || !lines.insert({access.place.file, access.place.line}).second) continue;
      access.name.reset();
      open.push_back(std::move(access));
      continue;
    }
    called.insert(access.chain.empty() ? access.place : access.chain.back());
    // Its name is known here: the accessor's own call tells no more than that.
    const Place& accessor = access.chain.empty() ? access.place : access.chain.back();
    const auto [first, last] = unnamed.equal_range(accessor);
    for (auto at = first; at != last; ++at) {
      Access& unknown = census->accesses[at->second];
      if (TouchOf(unknown.op) != TouchOf(access.op)) continue;
      unknown.by_parameter = true;
      unknown.open_name = OpenName::kExpression;
    }
    if (known.count({*access.name, TouchOf(access.op)}) > 0) continue;
    // A function of the project's own stands between: what it falls back to may not be all known.
    const bool read = TouchOf(access.op) == Touch::kReads;
    if (read && !access.chain.empty() && access.default_kind == DefaultKind::kNone) {
      access.default_kind = DefaultKind::kDynamic;
    }
    added.push_back(std::move(access));
  }
  for (Access& access : open) {
    access.by_parameter = access.by_parameter || called.count(access.place) > 0;
    added.push_back(std::move(access));
  }
  std::move(added.begin(), added.end(), std::back_inserter(census->accesses));
}

}  // namespace flagcensus
