// a shell script's tree ─→ the expansions at which a variable may come from the environment
//
//   State: sure   names that are set on every path to this point
//          maybe  names that are set on some path to it
//   if c; then A=1; else A=2; fi     ─→ A is in `sure`
//   while c; do A=1; done            ─→ A is in `maybe`
//   (A=1)                            ─→ neither
//
// Definite assignment, as compilers of other languages compute it: branches are joined, loops may
// not run at all, and subshells do not change the variables of the script.
#include <algorithm>
#include <utility>

#include "analyzer/languages/shell_flow_reader.h"

namespace flagcensus {
namespace shell {

// Linear in the number of children.
void Children(TSNode node, const std::function<void(TSNode child, std::string_view field)>& visit) {
  if (ts_node_is_null(node)) return;
  TSTreeCursor cursor = ts_tree_cursor_new(node);
  if (ts_tree_cursor_goto_first_child(&cursor)) {
    do {
      const TSNode child = ts_tree_cursor_current_node(&cursor);
      const char* const field = ts_tree_cursor_current_field_name(&cursor);
      visit(child, field == nullptr ? std::string_view() : std::string_view(field));
    } while (ts_tree_cursor_goto_next_sibling(&cursor));
  }
  ts_tree_cursor_delete(&cursor);
}

ShellFlow FlowReader::Read(TSNode root) {
  // Step 1: functions by name; of two with one name the last counts.
  FindFunctions(root, 0);
  State state;
  // Step 2: the script from top to bottom.
  Sequence(root, state);
  // Step 3: functions that nothing calls may be called at any time.
  for (auto& [name, function] : functions_) {
    Summarize(function);
    state.maybe.AddAll(function.after.maybe);
    state.sourced.AddAll(function.after.sourced);
  }
  for (auto& [name, function] : functions_) {
    if (!function.called) Apply(function, state);
    if (function.after.exited) out_.ends.insert(name);
  }
  variables_.MoveTo(&out_);
  out_.cut = out_.cut || steps_.exhausted();
  return std::move(out_);
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

NameId ShellVariables::IdOf(const std::string& name) {
  return ids_.try_emplace(name, static_cast<NameId>(ids_.size())).first->second;
}

// Counts work. Once it returns true, the rest of the script is not walked, and the result says so.
bool FlowSteps::Count(uint64_t cost) {
  steps_ += cost;
  return steps_ > kMaxFlowSteps;
}

void FlowReader::FindFunctions(TSNode node, int depth) {
  if (depth > kDeepestWalk || steps_.Count()) return;
  if (NodeType(node) == "function_definition") {
    functions_[Text(NodeField(node, "name"))].body = NodeField(node, "body");
  }
  Children(node, [&](TSNode child, std::string_view) {
    if (IsNamed(child)) FindFunctions(child, depth + 1);
  });
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

// Walks the body once, with nothing set before: its open uses are decided at each call.
void FlowReader::Summarize(Function& function) {
  if (function.is != Function::Is::kNew) return;
  function.is = Function::Is::kBusy;
  ShellVariables::Body around = variables_.Enter(function);
  State state;
  Walk(function.body, state);
  variables_.Leave(std::move(around), state);
  function.after = std::move(state);
  function.is = Function::Is::kDone;
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

// The effects of a call: its open uses, then what it sets.
void FlowReader::Apply(Function& function, State& state) {
  Summarize(function);
  function.called = true;
  if (function.is == Function::Is::kBusy) return;  // a recursive call
  if (steps_.Count(function.uses.size() + function.after.maybe.Cost())) return;
  for (const auto& [at, use] : function.uses) {
    variables_.Use(at, use.name, use.idiom, state, use.sourced);
  }
  state.sure.AddAll(function.after.sure);
  state.maybe.AddAll(function.after.maybe);
  state.sourced.AddAll(function.after.sourced);
  state.ended = state.ended || function.after.exited;
  state.exited = state.exited || function.after.exited;
}

// One command after the other.
void FlowReader::Sequence(TSNode node, State& state) {
  Children(node, [&](TSNode child, std::string_view) {
    if (IsNamed(child)) Walk(child, state);
  });
}

void FlowReader::Walk(TSNode node, State& state) {
  if (ts_node_is_null(node)) return;
  if (depth_ > kDeepestWalk || steps_.Count()) {
    out_.cut = true;
    return;
  }
  ++depth_;
  Step(node, state);
  --depth_;
}

// The kinds of nodes; a node without a kind of its own is a sequence.
void FlowReader::Step(TSNode node, State& state) {
  const std::string_view type = NodeType(node);
  // Functions are walked at their calls, and a text in single quotes has no expansions.
  if (type == "comment" || type == "function_definition" || type == "raw_string") return;
  if (type == "list") return List(node, state);
  if (type == "if_statement") return If(node, state);
  if (type == "case_statement") return Case(node, state);
  if (type == "while_statement" || type == "for_statement" || type == "c_style_for_statement") {
    return Loop(node, state);
  }
  if (type == "subshell" || type == "command_substitution" || type == "process_substitution" ||
      type == "pipeline") {
    return Apart(node, state);
  }
  if (type == "variable_assignment") return Assignment(node, state);
  if (type == "declaration_command") return Declaration(node, state);
  if (type == "unset_command") return Unset(node, state);
  if (type == "command") return Command(node, state);
  if (type == "expansion") return Expansion(node, state);
  if (type == "simple_expansion") {
    return variables_.Use(StartByte(node), ShellName(node, text_), false, state);
  }
  if (type == "arithmetic_expansion") return Arithmetic(node, state);
  if (type == "unary_expression") return Asked(node, state);
  // `((...))`
  if (type == "compound_statement" && text_.substr(StartByte(node), 2) == "((") {
    return Arithmetic(node, state);
  }
  Sequence(node, state);
}

// `a && b`: b may not run.
void FlowReader::List(TSNode node, State& state) {
  Walk(NamedChild(node, 0), state);
  State right = steps_.Copy(state);
  Walk(NamedChild(node, 1), right);
  state.maybe.AddAll(right.maybe);
  state.sourced.AddAll(right.sourced);
}

void FlowReader::If(TSNode node, State& state) {
  std::vector<State> branches;
  bool otherwise = false;
  bool body = false;
  // `if`: conditions are evaluated in the current state, bodies in copies of it.
  Children(node, [&](TSNode child, std::string_view field) {
    if (!IsNamed(child)) return;
    const std::string_view type = NodeType(child);
    const bool clause = type == "elif_clause" || type == "else_clause";
    if (field == "condition") return Walk(child, state);
    if (!body) branches.push_back(steps_.Copy(state));  // the body after `then`
    if (clause) branches.push_back(steps_.Copy(state));
    body = true;
    otherwise = otherwise || type == "else_clause";
    if (clause) {
      // The state of the first branch is not that of the others: `state` is the one after the
      // conditions.
      Sequence(child, branches.back());
    } else {
      Walk(child, branches.front());
    }
  });
  // Without an else, no branch may run.
  if (!otherwise) branches.push_back(steps_.Copy(state));
  steps_.Join(branches, state);
}

// `case x in a) ... ;; *) ... ;; esac`
void FlowReader::Case(TSNode node, State& state) {
  std::vector<State> branches;
  bool otherwise = false;
  Children(node, [&](TSNode child, std::string_view) {
    if (!IsNamed(child)) return;
    if (NodeType(child) != "case_item") return Walk(child, state);
    branches.push_back(steps_.Copy(state));
    Children(child, [&](TSNode one, std::string_view field) {
      // `*)` always matches.
      if (field == "value") otherwise = otherwise || Text(one) == "*";
      if (IsNamed(one)) Walk(one, branches.back());
    });
  });
  if (!otherwise) branches.push_back(steps_.Copy(state));
  steps_.Join(branches, state);
}

// `for x in ...; do ... done`, `while c; do ... done`, `for ((...))`
void FlowReader::Loop(TSNode node, State& state) {
  const TSNode body = NodeField(node, "body");
  // `for x in` sets x, even if the list is empty, which is rare.
  const bool each = NodeType(node) == "for_statement";
  Children(node, [&](TSNode child, std::string_view field) {
    if (IsNamed(child) && field == "value") Walk(child, state);
  });
  if (each) variables_.Set(Text(NodeField(node, "variable")), state);
  // The names that the body sets may be set when it runs again.
  MaySet(body, state);
  Children(node, [&](TSNode child, std::string_view field) {
    if (IsNamed(child) && field != "value" && field != "body" && field != "variable") {
      Walk(child, state);
    }
  });
  // The body may not run at all: what it sets is in `maybe` only.
  State inner = steps_.Copy(state);
  Walk(body, inner);
  state.maybe.AddAll(inner.maybe);
  state.sourced.AddAll(inner.sourced);
}

void FlowReader::Apart(TSNode node, State& state) {
  // `a | b`: each part of a pipeline starts from the same state.
  const bool pipe = NodeType(node) == "pipeline";
  State inner = steps_.Copy(state);
  Children(node, [&](TSNode child, std::string_view) {
    if (!IsNamed(child)) return;
    if (pipe) inner = steps_.Copy(state);
    Walk(child, inner);
  });
}

}  // namespace shell

ShellFlow FindShellReads(TSNode root, std::string_view text, const LanguageRows& rows) {
  return shell::FlowReader(text, rows).Read(root);
}

}  // namespace flagcensus
