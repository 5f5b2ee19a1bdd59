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

void FlowReader::FindFunctions(TSNode node, int depth) {
  if (depth > kDeepestWalk || steps_.Count()) return;
  if (NodeType(node) == "function_definition") {
    functions_[Text(NodeField(node, "name"))].body = NodeField(node, "body");
  }
  Children(node, [&](TSNode child, std::string_view) {
    if (IsNamed(child)) FindFunctions(child, depth + 1);
  });
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
