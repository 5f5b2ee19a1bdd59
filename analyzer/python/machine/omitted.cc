// Code that no root reached: branches that every run skipped, and calls that look like accessors.
//
//   if sys.version_info < (3, 8):      a test with a known result skips the branch; RunPruned runs
//       os.environ["A"]                it after all, since an installation may differ
//
//   def unused():                      nothing calls it, or its share of steps was used up;
//       return os.getenv("B")          Sweep evaluates the call on its own
#include <algorithm>

#include "analyzer/python/machine/roots.h"

namespace flagcensus {
namespace {

// Whether a name at or below the node suggests an environment, or a keyword passes one on.
bool NamesEnvironment(Roots& r, const PythonUnit& unit, NodeId node) {
  // The nodes of a subtree are consecutive.
  for (NodeId id = unit.begin[node]; id <= node; ++id) {
    const NodeKind kind = unit.syntax().kind(id);
    const std::string& text = unit.syntax().text(id);
    if (kind == NodeKind::kKeyword && r.m.program.table.children.keywords.count(text) > 0) {
      return true;
    }
    if (kind == NodeKind::kName && r.m.program.table.IsEnvironmentWord(text)) return true;
  }
  return false;
}

// The outermost function around the node; null: the node is at the level of a module or class.
const OuterDefinition* FunctionAround(const PythonUnit& unit,
                                      const std::vector<OuterDefinition>& outer, NodeId node) {
  for (const OuterDefinition& one : outer) {
    const bool function = unit.syntax().kind(one.node) == NodeKind::kFunction;
    if (function && unit.begin[one.node] <= node && node <= one.node) return &one;
  }
  return nullptr;
}

// For each node, whether it is below an unreachable one.
std::vector<char> DeadNodesOf(const PythonUnit& unit) {
  // The range of each dead node is marked.
  std::vector<char> out(unit.reach.size());
  for (NodeId id = 0; id < out.size(); ++id) {
    if ((unit.reach[id] & PythonUnit::kDead) == 0) continue;
    std::fill(out.begin() + unit.begin[id], out.begin() + id + 1, 1);
  }
  return out;
}

// The access with the calls and operators around it, which show how its value is used:
// int(os.getenv("A") or 1). At most the expression: a statement would run other code as well.
NodeId WholeExpression(const PythonUnit& unit, NodeId node) {
  const Syntax& syntax = unit.syntax();
  for (NodeId up = unit.ParentOf(node); up != kNoNode; up = unit.ParentOf(node)) {
    const NodeKind kind = syntax.kind(up);
    const bool keeps = kind == NodeKind::kCall || kind == NodeKind::kOr || kind == NodeKind::kAnd ||
                       kind == NodeKind::kCompare || kind == NodeKind::kNot;
    if (!keeps) break;
    node = up;
  }
  return node;
}

// os.environ[...], os.getenv(...), "X" in os.environ: by the spelling alone, as imports may not be
// known. The last two names are searched: os.environ.get has `environ` in the second place.
bool LooksLikeAccess(const PythonUnit& unit, NodeId id) {
  const Syntax& syntax = unit.syntax();
  const NodeKind kind = syntax.kind(id);
  NodeId target = kNoNode;
  if ((kind == NodeKind::kCall || kind == NodeKind::kSubscript) && syntax.count(id) > 0) {
    target = syntax.child(id, 0);
  } else if (kind == NodeKind::kCompare && syntax.count(id) > 0) {
    target = syntax.child(id, syntax.count(id) - 1);
  }
  static const std::unordered_set<std::string_view> kNames = {"environ", "getenv", "setenv",
                                                              "delenv"};
  for (int depth = 0; target != kNoNode && depth < 2; ++depth) {
    const NodeKind inner = syntax.kind(target);
    if (inner != NodeKind::kName && inner != NodeKind::kAttribute) return false;
    if (kNames.count(syntax.text(target)) > 0) return true;
    target = inner == NodeKind::kAttribute ? syntax.child(target, 0) : kNoNode;
  }
  return false;
}

// Forces the pruned blocks that contain a sought word, and runs the functions around them. Returns
// whether there was any.
bool RunPrunedOf(Roots& r, size_t number) {
  PythonUnit& unit = r.m.program.units[number];
  const std::vector<OuterDefinition> outer = OuterDefinitionsOf(unit);
  std::map<NodeId, const OuterDefinition*> around;
  std::vector<NodeId> blocks;  // of the module's own
  // Blocks of the module itself are run alone, those of a function with the function.
  for (NodeId id = 0; id < unit.reach.size(); ++id) {
    const bool omitted = (unit.reach[id] & PythonUnit::kPruned) != 0;
    const bool known = (unit.reach[id] & (PythonUnit::kRan | PythonUnit::kForced)) != 0;
    if (!omitted || known || !(unit.ContainsSought(id) || NamesEnvironment(r, unit, id))) continue;
    unit.reach[id] |= PythonUnit::kForced;
    const OuterDefinition* one = FunctionAround(unit, outer, id);
    if (one == nullptr) {
      blocks.push_back(id);
    } else {
      around[one->node] = one;
    }
  }
  for (const NodeId id : blocks) r.AsRoot(number, kRootSteps, [&] { RunBlock(r.m, id); });
  for (const auto& one : around) {
    // Cached results of calls would return before the forced block is reached.
    r.m.run.memo.clear();
    r.AsRoot(number, kRootSteps, [&] { RunDefinition(r, number, *one.second); });
  }
  return !blocks.empty() || !around.empty();
}

}  // namespace

void RunPruned(Roots& r) {
  constexpr int kMaxPasses = 3;  // nested branches: a pruned one may contain another
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    // Until a pass finds nothing new.
    bool any = false;
    for (const int file : r.files) {
      if (r.IsCut(file)) return;
      any = RunPrunedOf(r, r.UnitOf(file)) || any;
    }
    if (!any) return;
  }
}

void Sweep(Roots& r) {
  // Functions are run with every branch, once each; calls that even this does not reach are
  // evaluated alone, first with the expression around them.
  r.m.run.memo.clear();
  for (const int file : r.files) {
    if (r.IsCut(file)) return;
    const size_t number = r.UnitOf(file);
    const PythonUnit& unit = r.m.program.units[number];
    const Syntax& syntax = unit.syntax();
    const std::vector<char> dead = DeadNodesOf(unit);
    std::set<NodeId> forced;
    const std::vector<OuterDefinition> outer = OuterDefinitionsOf(unit);
    for (NodeId id = 0; id < syntax.nodes.size(); ++id) {
      if (!LooksLikeAccess(unit, id)) continue;
      if (dead[id] != 0) continue;
      if (IsVisited(r.m, static_cast<int>(number), id)) continue;
      const OuterDefinition* around = FunctionAround(unit, outer, id);
      if (around != nullptr && forced.insert(around->node).second) {
        r.m.run.every_branch = true;
        r.AsRoot(number, kRootSteps, [&] { RunDefinition(r, number, *around); });
        r.m.run.every_branch = false;
        r.m.run.memo.clear();
      }
      if (IsVisited(r.m, static_cast<int>(number), id)) continue;
      // Enough for one expression.
      constexpr uint64_t kSteps = 500;
      r.AsRoot(number, kSteps, [&] { Evaluate(r.m, WholeExpression(unit, id)); });
      if (IsVisited(r.m, static_cast<int>(number), id)) continue;
      r.AsRoot(number, kSteps, [&] { Evaluate(r.m, id); });
    }
  }
}

}  // namespace flagcensus
