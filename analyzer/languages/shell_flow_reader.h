// The walk behind FindShellReads: shell_flow.cc has what branches, shell_commands.cc what sets.
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

inline constexpr int kDeepestWalk = 1000;              // nodes, through calls too
inline constexpr uint64_t kMaxFlowSteps = 50'000'000;  // nodes, and words of sets that are copied

using NameId = uint32_t;

// A set of names, a bit each.
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

struct State {
  VariableSet sure, maybe;
  VariableSet sourced;  // files that have run in this shell
  bool ended = false;   // the function does not go on from here
  bool exited = false;  // nor does the script
};

// An expansion in a function that the function itself does not set before.
struct OpenUse {
  std::string name;
  bool idiom = false;
  VariableSet sourced;
};

struct Function {
  TSNode body{};
  enum class Is { kNew, kBusy, kDone } is = Is::kNew;
  bool called = false;
  std::map<uint32_t, OpenUse> uses;  // by their first byte
  State after;                       // from nothing set
};

// Calls visit(child, field) for each child, the tokens without a name too.
void Children(TSNode node, const std::function<void(TSNode child, std::string_view field)>& visit);

class FlowReader {
 public:
  FlowReader(std::string_view text, const LanguageRows& rows) : text_(text), rows_(rows) {}
  ShellFlow Read(TSNode root);

 private:
  NameId IdOf(const std::string& name);
  std::string Text(TSNode node) const { return std::string(TextOfNode(node, text_)); }
  bool Refuses(uint64_t cost = 1);
  void FindFunctions(TSNode node, int depth);
  State Copy(const State& state);
  // Of branches, of which one runs.
  void Join(const std::vector<State>& branches, State& state);
  void Set(const std::string& name, State& state);
  // Names that a loop's body sets: they may be set when it begins again.
  void MaySet(TSNode node, State& state, int depth = 0);
  static bool IsReader(std::string_view command);
  std::string CommandOf(TSNode command) const;
  // `before`: what has been sourced where it stands, beside what `state` says.
  void Use(uint32_t at, const std::string& name, bool idiom, const State& state,
           const VariableSet& before = {});
  void Summarize(Function& function);
  // A call of `function`, or its run at some time.
  void Apply(Function& function, State& state);
  void Sequence(TSNode node, State& state);
  void Walk(TSNode node, State& state);
  void Step(TSNode node, State& state);
  void List(TSNode node, State& state);
  void If(TSNode node, State& state);
  void Case(TSNode node, State& state);
  void Loop(TSNode node, State& state);
  // Its parts run in shells of their own.
  void Apart(TSNode node, State& state);
  void Assignment(TSNode node, State& state);
  void Declaration(TSNode node, State& state);
  void Unset(TSNode node, State& state);
  void Expansion(TSNode node, State& state);
  // Names stand for their values without a `$`.
  void Arithmetic(TSNode node, State& state);
  // `-v X`
  void Asked(TSNode node, State& state);
  void Command(TSNode node, State& state);
  void Effect(const std::string& command, const std::vector<TSNode>& arguments, State& state);
  // The end of a path that is known: "lib/x.sh" of `"$DIR/lib/x.sh"`; "" where nothing is.
  std::string SourcePath(TSNode node) const;

  std::string_view text_;
  std::map<std::string, NameId> ids_;
  const LanguageRows& rows_;
  ShellFlow out_;
  std::map<std::string, Function> functions_;
  // Who sets a name that is not local to it; nullptr: the script outside of functions.
  std::map<std::string, std::set<const Function*>> setters_;
  // Uses in functions of which a name alone says what they are.
  std::map<uint32_t, std::pair<std::string, const Function*>> plain_;
  Function* inside_ = nullptr;  // the function whose body is walked
  std::vector<std::string> locals_;
  int depth_ = 0;
  uint64_t steps_ = 0;
  size_t opened_ = 0;  // uses of all functions
};

}  // namespace flagcensus::shell
