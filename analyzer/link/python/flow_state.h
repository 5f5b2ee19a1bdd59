// What names hold where the flow of a function or module splits and meets again.
//
// A statement that branches opens a Fork. From then on each name that is bound is remembered with
// what it held before, so that a way can be taken back (Restore), kept (Snapshot) and put together
// with others (Join): behind the statement a name holds what any way that gets there left it. The
// three serve if, while, for, match, try and comprehensions alike. They cost what the ways bind,
// not what there is: n branches over n names are linear.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/link/python/value.h"

namespace flagcensus {

using Names = std::map<std::string, ValueRef, std::less<>>;

// One way from a fork: the names that were bound on it, with what they hold at its end.
struct FlowState {
  Names bound;
};

class Fork {
 public:
  // The names of a function or class, or of a module: what of those may be an object or text is the
  // object, because what is done with it is worth more than that it may be missing.
  enum class Level { kFunction, kModule };

  // `innermost`: the fork around this one, which is this one from now on; it is told what was bound
  // when this one goes. All forks inside one another are over the same names. Both outlive the
  // fork.
  Fork(Names* names, Level level, Fork** innermost);
  ~Fork();
  Fork(const Fork&) = delete;
  Fork& operator=(const Fork&) = delete;

  // To be called before `name` is bound, of the innermost fork.
  void Remember(std::string_view name);

  // Whether `name` was bound since the fork, in it or in those inside.
  bool Binds(std::string_view name) const;

  // The way from here to where the flow is now, which may be inside forks of its branches.
  FlowState Snapshot() const;
  // The names hold again what they held at the fork. No fork inside is open.
  void Restore();
  // The same, and then what they hold at the end of `way`.
  void Enter(const FlowState& way);
  // The flow goes on behind the fork, having come by any of `ways`. `test`: the condition of the
  // first one, where there are two; null: not known. A name that one way leaves unbound holds what
  // the others bound. No way at all: the names stay as they are.
  void Join(const std::vector<FlowState>& ways, const ValueRef& test = nullptr);
  // What a name holds at the end of `way`; nothing where it is not bound.
  std::optional<ValueRef> Held(const FlowState& way, std::string_view name) const;

 private:
  ValueRef Meet(const ValueRef& test, const ValueRef& a, const ValueRef& b) const;

  Names* const names_;
  const Level level_;
  Fork** const innermost_;
  Fork* const outer_;
  std::map<std::string, std::optional<ValueRef>, std::less<>> former_;  // nothing: not bound
};

// The ways out of a turn of a loop.
struct LoopWays {
  std::vector<FlowState> left;  // break
  std::vector<FlowState> on;    // continue
};

}  // namespace flagcensus
