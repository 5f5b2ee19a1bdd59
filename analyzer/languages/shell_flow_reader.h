// The walk of FindShellReads: branches in shell_flow.cc, commands that set in shell_commands.cc.
//
//   FlowReader(text, rows).Read(root)
//      Walk(node, state)           one node; `state` is what is set before it, and then after it
//      Summarize(function)         a body with nothing set before: its open uses, and what it sets
//      Apply(function, state)      a call: open uses are decided by `state`
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/languages/shell_variables.h"
#include "analyzer/python/node.h"

namespace flagcensus::shell {

// A limit of the stack.
inline constexpr int kDeepestWalk = 1000;  // nodes, also through calls

// Calls visit(child, field) for each child, including anonymous tokens.
void Children(TSNode node, const std::function<void(TSNode child, std::string_view field)>& visit);

class FlowReader {
 public:
  FlowReader(std::string_view text, const LanguageRows& rows)
      : text_(text), rows_(rows), variables_(rows, steps_) {}
  ShellFlow Read(TSNode root);

 private:
  std::string Text(TSNode node) const { return std::string(TextOfNode(node, text_)); }
  // Collects the functions by name, wherever they are defined.
  void FindFunctions(TSNode node, int depth);
  // Marks names that a loop's body sets: they may be set when it starts again.
  void MaySet(TSNode node, State& state, int depth = 0);
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

  std::string_view text_;
  const LanguageRows& rows_;
  FlowSteps steps_;
  ShellVariables variables_;
  ShellFlow out_;  // except for reads and counts
  std::map<std::string, Function> functions_;
  int depth_ = 0;
};

}  // namespace flagcensus::shell
