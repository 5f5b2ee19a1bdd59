// What is set at a point of a script, and which uses of a name may read the environment.
//
//   Set("A", state)              A is in `sure` and in `maybe`
//   Use(at, "A", false, state)   no read: A may be set
//   Use(at, "B", false, state)   a read of B at `at`; in a function, an open use of B
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/languages/shell_flow.h"

namespace flagcensus::shell {

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

// Counts the work for one script: nodes, and copied words of sets.
class FlowSteps {
 public:
  // Counts work; true if the limit is reached.
  bool Count(uint64_t cost = 1);
  // Copies a state and counts the work.
  State Copy(const State& state);
  // Merges branches of which one runs.
  void Join(const std::vector<State>& branches, State& state);
  // Ends the walk: another limit is reached.
  void Exhaust() { steps_ = kMaxFlowSteps + 1; }
  bool exhausted() const { return steps_ > kMaxFlowSteps; }

 private:
  uint64_t steps_ = 0;
};

// The names that a script sets and uses, and in which function. The walk calls it in the order in
// which the script runs.
class ShellVariables {
 public:
  // A function that is being walked, and the names declared local in it so far.
  struct Body {
    Function* function = nullptr;  // nullptr: the script outside of functions
    std::vector<std::string> locals;
  };

  ShellVariables(const LanguageRows& rows, FlowSteps& steps) : rows_(rows), steps_(steps) {}

  // The number of a name, for VariableSet.
  NameId IdOf(const std::string& name);
  // `name` is certainly set from here on.
  void Set(const std::string& name, State& state);
  // `before`: what has been sourced at that point, in addition to `state`.
  void Use(uint32_t at, const std::string& name, bool idiom, const State& state,
           const VariableSet& before = {});
  // Begins the body of a function; returns the body around the call, for Leave.
  Body Enter(Function& function);
  // Ends it: `state` loses the names local to it.
  void Leave(Body around, State& state);
  // Declares a name local to the current function, if any.
  void AddLocal(const std::string& name);
  // The reads and the counts of the whole script.
  void MoveTo(ShellFlow* out);

 private:
  const LanguageRows& rows_;
  FlowSteps& steps_;
  std::map<std::string, NameId> ids_;
  std::map<uint32_t, std::set<uint32_t>> reads_;  // see ShellFlow
  std::map<std::string, int> counts_;
  // The functions that set a name not local to them; nullptr: the script outside of functions.
  std::map<std::string, std::set<const Function*>> setters_;
  // Uses in functions that count as reads by the name alone, without a default or test.
  std::map<uint32_t, std::pair<std::string, const Function*>> plain_;
  Body body_;          // being walked
  size_t opened_ = 0;  // uses of all functions
};

}  // namespace flagcensus::shell
