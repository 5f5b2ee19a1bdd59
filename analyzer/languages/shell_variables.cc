// The names that a script sets and uses ─→ the reads of variables that may be from the environment
//
//   A=1; echo $A $B               ─→ a read of B
//   f() { echo $A; }; A=1; f      ─→ none: A is set where f is called
//   echo $LEVEL; LEVEL=1          ─→ a read of LEVEL
#include "analyzer/languages/shell_variables.h"

#include <algorithm>
#include <utility>

#include "analyzer/base/characters.h"

namespace flagcensus::shell {
namespace {

// Uses in all functions together: with more, the walk ends and is reported.
constexpr size_t kMaxOpenUses = 300'000;

}  // namespace

// Counts work. Once it returns true, the rest of the script is not walked, and the result says so.
bool FlowSteps::Count(uint64_t cost) {
  steps_ += cost;
  return steps_ > kMaxFlowSteps;
}

// A copy costs its size, so that a script of many branches and names is bounded as well.
State FlowSteps::Copy(const State& state) {
  Count(state.sure.Cost() + state.maybe.Cost());
  return state;
}

// `sure`: what all branches that go on have set; `maybe`: what any of them may have set.
void FlowSteps::Join(const std::vector<State>& branches, State& state) {
  // A branch that has ended does not reach the code after the statement, but what it may have set
  // counts.
  bool first = true;
  state.exited =
      std::all_of(branches.begin(), branches.end(), [](const State& one) { return one.exited; });
  VariableSet sure;
  for (const State& one : branches) {
    Count(one.sure.Cost() + one.maybe.Cost());
    state.maybe.AddAll(one.maybe);
    state.sourced.AddAll(one.sourced);
    if (one.ended) continue;
    if (first) {
      sure = one.sure;
    } else {
      sure.KeepOnly(one.sure);
    }
    first = false;
  }
  // All branches have ended.
  state.ended = first;
  if (!first) state.sure = std::move(sure);
}

NameId ShellVariables::IdOf(const std::string& name) {
  return ids_.try_emplace(name, static_cast<NameId>(ids_.size())).first->second;
}

ShellVariables::Body ShellVariables::Enter(Function& function) {
  return std::exchange(body_, Body{&function, {}});
}

void ShellVariables::Leave(Body around, State& state) {
  // Local names are not set outside.
  for (const std::string& name : body_.locals) {
    state.sure.Remove(IdOf(name));
    state.maybe.Remove(IdOf(name));
  }
  body_ = std::move(around);
}

void ShellVariables::AddLocal(const std::string& name) {
  if (body_.function != nullptr) body_.locals.push_back(name);
}

// Counts all assignments, since a name that is set once is a constant.
void ShellVariables::Set(const std::string& name, State& state) {
  if (!IsShellName(name)) return;
  ++counts_[name];
  const bool local =
      std::find(body_.locals.begin(), body_.locals.end(), name) != body_.locals.end();
  // Names that are set outside of the function in which they are local.
  if (body_.function == nullptr || !local) setters_[name].insert(body_.function);
  state.sure.Add(IdOf(name));
  state.maybe.Add(IdOf(name));
}

// `idiom`: an expansion with a default or a test for an unset variable.
void ShellVariables::Use(uint32_t at, const std::string& name, bool idiom, const State& state,
                         const VariableSet& before) {
  if (!IsShellName(name)) return;
  // A lower-case name is a script's variable by convention, unless it has a default.
  const bool known = std::find(rows_.shell.lower.begin(), rows_.shell.lower.end(), name) !=
                     rows_.shell.lower.end();
  const bool upper = !HasLower(name) || known;
  if (!upper && !idiom) return;
  // An idiom shows that the name may come from outside, so only a certain assignment makes it the
  // script's own.
  const bool own = (idiom && upper ? state.sure : state.maybe).Has(IdOf(name));
  if (own) return;
  if (body_.function == nullptr) {
    std::set<uint32_t>& sourced = reads_[at];
    for (const VariableSet* const one : {&state.sourced, &before}) {
      const std::set<NameId> all = one->All();
      sourced.insert(all.begin(), all.end());
    }
  } else {
    // In a function, the use is decided at each call.
    if (!idiom) plain_.try_emplace(at, name, body_.function);
    const auto [place, fresh] = body_.function->uses.try_emplace(at, OpenUse{name, idiom, {}});
    opened_ += fresh ? 1 : 0;
    place->second.sourced.AddAll(state.sourced);
    place->second.sourced.AddAll(before);
    if (opened_ > kMaxOpenUses) steps_.Exhaust();
  }
}

void ShellVariables::MoveTo(ShellFlow* out) {
  // The order in which functions run is not always known: a name that another part of the script
  // sets is the script's own.
  for (const auto& [at, use] : plain_) {
    const auto found = setters_.find(use.first);
    if (found == setters_.end()) continue;
    const std::set<const Function*>& setters = found->second;
    if (setters.size() > 1 || !setters.contains(use.second)) reads_.erase(at);
  }
  out->reads = std::move(reads_);
  out->counts = std::move(counts_);
}

}  // namespace flagcensus::shell
