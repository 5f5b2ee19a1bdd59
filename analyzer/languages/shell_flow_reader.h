// The walk of FindShellReads: branches in shell_flow.cc, commands that set in shell_commands.cc.
//
//   FlowReader(text, rows).Read(root)
//      Walk(node, state)           one node; `state` is what is set before it, and then after it
//      Summarize(function)         a body with nothing set before: its open uses, and what it sets
//      Apply(function, state)      a call: open uses are decided by `state`
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/languages/shell_flow.h"
#include "analyzer/python/node.h"

namespace flagcensus::shell {

// A limit of the stack.
inline constexpr int kDeepestWalk = 1000;  // nodes, also through calls
// A script beyond it is generated or hostile.
inline constexpr uint64_t kMaxFlowSteps = 50'000'000;  // nodes, and copied words of sets

using NameId = uint32_t;

// A set of names as a bit set.
class VariableSet {
 public:
  bool Has(NameId id) const { return id / 64 < words_.size() && (words_[id / 64] >> id % 64 & 1U); }
  void Add(NameId id) {
    if (id / 64 >= words_.size()) words_.resize(id / 64 + 1);
    words_[id / 64] |= uint64_t{1} << id % 64;
  }
  void Remove(NameId id) {
    if (id / 64 < words_.size()) words_[id / 64] &= ~(uint64_t{1} << id % 64);
  }
  std::set<NameId> All() const {
    std::set<NameId> out;
    for (NameId id = 0; id < words_.size() * 64; ++id) {
      if (Has(id)) out.insert(id);
    }
    return out;
  }
  void AddAll(const VariableSet& other) {
    if (other.words_.size() > words_.size()) words_.resize(other.words_.size());
    for (size_t i = 0; i < other.words_.size(); ++i) words_[i] |= other.words_[i];
  }
  void KeepOnly(const VariableSet& other) {
    if (words_.size() > other.words_.size()) words_.resize(other.words_.size());
    for (size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
  }
  uint64_t Cost() const { return words_.size(); }

 private:
  std::vector<uint64_t> words_;
};

// What is set at a point of the script.
struct State {
  VariableSet sure, maybe;
  VariableSet sourced;  // files that have run in this shell
  bool ended = false;   // the function does not continue from here
  bool exited = false;  // nor does the script
};

// An expansion in a function of a name that the function has not set before.
struct OpenUse {
  std::string name;
  bool idiom = false;
  VariableSet sourced;
};

// A function of the script, and the summary of its body.
struct Function {
  TSNode body{};
  enum class Is { kNew, kBusy, kDone } is = Is::kNew;
  bool called = false;
  std::map<uint32_t, OpenUse> uses;  // by first byte
  State after;                       // if nothing is set before
};

// Calls visit(child, field) for each child, including anonymous tokens.
void Children(TSNode node, const std::function<void(TSNode child, std::string_view field)>& visit);

class FlowReader {
 public:
  FlowReader(std::string_view text, const LanguageRows& rows) : text_(text), rows_(rows) {}
  ShellFlow Read(TSNode root);

 private:
  // The number of a name, for VariableSet.
  NameId IdOf(const std::string& name);
  std::string Text(TSNode node) const { return std::string(TextOfNode(node, text_)); }
  // Counts work; true if the limit is reached.
  bool Refuses(uint64_t cost = 1);
  // Collects the functions by name, wherever they are defined.
  void FindFunctions(TSNode node, int depth);
  // Copies a state and counts the work.
  State Copy(const State& state);
  // Merges branches of which one runs.
  void Join(const std::vector<State>& branches, State& state);
  // `name` is certainly set from here on.
  void Set(const std::string& name, State& state);
  // Marks names that a loop's body sets: they may be set when it starts again.
  void MaySet(TSNode node, State& state, int depth = 0);
  // Whether a command assigns to its arguments.
  static bool IsReader(std::string_view command);
  std::string CommandOf(TSNode command) const;
  // `before`: what has been sourced at that point, in addition to `state`.
  void Use(uint32_t at, const std::string& name, bool idiom, const State& state,
           const VariableSet& before = {});
  // Walks the body of a function once.
  void Summarize(Function& function);
  // Applies a call of `function`, or its execution at an unknown time.
  void Apply(Function& function, State& state);
  // Commands one after the other.
  void Sequence(TSNode node, State& state);
  void Walk(TSNode node, State& state);
  void Step(TSNode node, State& state);
  void List(TSNode node, State& state);
  void If(TSNode node, State& state);
  void Case(TSNode node, State& state);
  void Loop(TSNode node, State& state);
  // The parts run in separate shells.
  void Apart(TSNode node, State& state);
  void Assignment(TSNode node, State& state);
  void Declaration(TSNode node, State& state);
  void Unset(TSNode node, State& state);
  void Expansion(TSNode node, State& state);
  // Names denote their values without a `$`.
  void Arithmetic(TSNode node, State& state);
  // `-v X`
  void Asked(TSNode node, State& state);
  void Command(TSNode node, State& state);
  // What a command does to the state.
  void Effect(const std::string& command, const std::vector<TSNode>& arguments, State& state);
  // The known end of a path: "lib/x.sh" for `"$DIR/lib/x.sh"`; "" if nothing is known.
  std::string SourcePath(TSNode node) const;

  std::string_view text_;
  std::map<std::string, NameId> ids_;
  const LanguageRows& rows_;
  ShellFlow out_;
  std::map<std::string, Function> functions_;
  // The functions that set a name not local to them; nullptr: the script outside of functions.
  std::map<std::string, std::set<const Function*>> setters_;
  // Uses in functions that count as reads by the name alone, without a default or test.
  std::map<uint32_t, std::pair<std::string, const Function*>> plain_;
  Function* inside_ = nullptr;  // the function being walked
  std::vector<std::string> locals_;
  int depth_ = 0;
  uint64_t steps_ = 0;
  size_t opened_ = 0;  // uses of all functions
};

}  // namespace flagcensus::shell
