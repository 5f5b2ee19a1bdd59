// a command of a script ─→ the names that it sets, and the files that it sources
//
//   read -r -p "? " A B      ─→ sets A, B and REPLY
//   printf -v X '%s' y       ─→ sets X
//   . "$DIR/lib/x.sh"        ─→ sources "lib/x.sh"
//   export X                 ─→ uses nothing and sets nothing
//   exit 1                   ─→ the state has ended
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/languages/shell_flow_reader.h"

namespace flagcensus {
namespace shell {
namespace {

constexpr size_t kMaxSources = 256;  // of a script; later ones count as if they set nothing

// Builtins that assign to the names that are their arguments.
bool IsReader(std::string_view command) {
  return command == "read" || command == "mapfile" || command == "readarray" ||
         command == "getopts" || command == "printf" || command == "let";
}

// "" for a command with a computed name.
std::string CommandOf(TSNode command, std::string_view text) {
  const TSNode name = NodeField(command, "name");
  return ts_node_is_null(name) ? std::string() : ShellWord(NamedChild(name, 0), text);
}

// The known end of a path, "" if nothing is known:
//
//   "$(dirname "$0")/lib/x.sh"   ─→ "lib/x.sh"
//   "$DIR/x.sh"                  ─→ "x.sh"
//   "$FILE"                      ─→ ""
std::string SourcePath(TSNode node, std::string_view text) {
  std::string path(TextOfNode(node, text));
  std::erase_if(path, [](char c) { return c == '"' || c == '\''; });
  // The text after the last expansion.
  const size_t open = path.find_last_of("})`");
  if (open != std::string::npos) {
    path = path.substr(open + 1);
  } else if (const size_t dollar = path.rfind('$'); dollar != std::string::npos) {
    const size_t slash = path.find('/', dollar);
    path = slash == std::string::npos ? std::string() : path.substr(slash);
  }
  while (path.starts_with("./") || path.starts_with("../") || path.starts_with('/')) {
    path = path.substr(path.find('/') + 1);
  }
  return path;
}

}  // namespace

// The value is evaluated before the assignment: `X=${X:-d}` reads X.
void FlowReader::Assignment(TSNode node, State& state) {
  TSNode name = NodeField(node, "name");
  Walk(NodeField(node, "value"), state);
  if (NodeType(name) == "subscript") {
    Walk(NodeField(name, "index"), state);
    name = NodeField(name, "name");
  }
  variables_.Set(Text(name), state);
}

// `local X`, `declare X=v`, `export X`: local names belong to the function.
void FlowReader::Declaration(TSNode node, State& state) {
  const std::string keyword = Text(NodeChild(node, 0));
  // `export X` and `readonly X` do not give X a value.
  const bool makes = keyword == "local" || keyword == "declare" || keyword == "typeset";
  Children(node, [&](TSNode child, std::string_view) {
    if (!IsNamed(child)) return;
    const bool bare = NodeType(child) == "variable_name";
    // `declare "$name=1"` sets any name.
    const bool made = NodeType(child) == "string" || NodeType(child) == "concatenation" ||
                      NodeType(child).ends_with("expansion");
    out_.dynamic = out_.dynamic || made;
    const std::string name = bare ? Text(child)
                             : NodeType(child) == "variable_assignment"
                                 ? Text(NodeField(child, "name"))
                                 : "";
    if (makes && !name.empty()) variables_.AddLocal(name);
    if (!bare) Walk(child, state);
    if (bare && makes) variables_.Set(name, state);
  });
}

// `unset X`: afterwards, X is the script's own. With -f the names are functions.
void FlowReader::Unset(TSNode node, State& state) {
  bool function = false;
  Children(node, [&](TSNode child, std::string_view) {
    if (!IsNamed(child)) return;
    // `unset -f f` removes a function.
    function = function || Text(child) == "-f";
    if (function || NodeType(child) != "variable_name") return;
    variables_.Use(StartByte(child), Text(child), false, state);
    state.sure.Add(variables_.IdOf(Text(child)));
    state.maybe.Add(variables_.IdOf(Text(child)));
  });
}

// The first name is the variable, the first sign the operator; other names are in the operand.
void FlowReader::Expansion(TSNode node, State& state) {
  std::string name;
  std::string sign;
  Children(node, [&](TSNode child, std::string_view field) {
    if (field == "operator" && sign.empty()) sign = Text(child);
    if (NodeType(child) == "variable_name" && name.empty()) {
      name = Text(child);
    } else if (IsNamed(child)) {
      Walk(child, state);
    }
  });
  if (sign == "!") return;  // `${!name}`: the lowering reads it
  // `${X:-d}`, `${X=d}`, `${X:?}`, `${X+alt}`
  const bool idiom = sign.find_first_of("-=?+") != std::string::npos && sign.size() <= 2;
  variables_.Use(StartByte(node), name, idiom, state);
  if (sign == ":=" || sign == "=") variables_.Set(name, state);
}

// `$((X + 1))`, `((X++))`, `for ((i = 0; ...))`: `X = v`, `X += v` and `X++` set X.
void FlowReader::Arithmetic(TSNode node, State& state) {
  const std::string_view type = NodeType(node);
  if (type == "variable_name" || type == "word") {
    variables_.Use(StartByte(node), Text(node), false, state);
    return;
  }
  if (type == "simple_expansion" || type == "expansion" || type == "command_substitution") {
    return Walk(node, state);
  }
  if (depth_ > kDeepestWalk || steps_.Count()) return;
  ++depth_;
  const TSNode left = NodeField(node, "left");
  const std::string sign = Text(NodeField(node, "operator"));
  // An assignment and not a comparison.
  const bool sets = sign.ends_with("=") && sign != "==" && sign != "!=" && sign != "<=" &&
                    sign != ">=" && !ts_node_is_null(left);
  Children(node, [&](TSNode child, std::string_view field) {
    if (!IsNamed(child) || (sets && field == "left")) return;
    Arithmetic(child, state);
  });
  if (sets) variables_.Set(Text(left), state);
  if (type == "variable_assignment") variables_.Set(Text(NodeField(node, "name")), state);
  if (type == "postfix_expression") variables_.Set(Text(NamedChild(node, 0)), state);
  --depth_;
}

// `[[ -v X ]]`: a test for an unset variable, like `${X+set}`.
void FlowReader::Asked(TSNode node, State& state) {
  if (Text(NodeField(node, "operator")) == "-v") {
    const TSNode name = NamedChild(node, 1);
    return variables_.Use(StartByte(name), Text(name), true, state);
  }
  Sequence(node, state);
}

// `A=1 command a b`: the arguments are expanded before the command has its effect.
void FlowReader::Command(TSNode node, State& state) {
  const TSNode name = NodeField(node, "name");
  const std::string command = CommandOf(node, text_);
  std::vector<TSNode> arguments;
  Children(node, [&](TSNode child, std::string_view field) {
    if (!IsNamed(child)) return;
    if (NodeType(child) == "variable_assignment") {
      // An assignment on the line before is separate, although the grammar joins the command to it.
      const bool own = !ts_node_is_null(name) && StartPoint(child).row < StartPoint(name).row;
      if (own) return Assignment(child, state);
      return Walk(NodeField(child, "value"), state);
    }
    Walk(child, state);
    if (field == "argument") arguments.push_back(child);
  });
  Effect(command, arguments, state);
}

// The functions of the script first: they may have the name of a command.
void FlowReader::Effect(const std::string& command, const std::vector<TSNode>& arguments,
                        State& state) {
  if (const auto found = functions_.find(command); found != functions_.end()) {
    return Apply(found->second, state);
  }
  if (command == "exit" || (command == "exec" && !arguments.empty())) {
    state.ended = state.exited = true;
    return;
  }
  if (command == "return" || command == "break" || command == "continue") {
    state.ended = true;
    return;
  }
  // `. file`: names that the file sets are not known here (shell_joins.h), except for those of the
  // rows.
  if ((command == "." || command == "source") && !arguments.empty()) {
    const TSPoint at = StartPoint(arguments[0]);
    if (out_.sources.size() < kMaxSources) {
      state.sourced.Add(static_cast<NameId>(out_.sources.size()));
    }
    out_.sources.push_back({SourcePath(arguments[0], text_), at.row + 1});
    const std::string& path = out_.sources.back().path;
    if (const auto sets = rows_.shell.sets.find(path.substr(path.rfind('/') + 1));
        sets != rows_.shell.sets.end()) {
      for (const std::string& name : sets->second) variables_.Set(name, state);
    }
    return;
  }
  if (command == "eval") out_.dynamic = true;
  if (!IsReader(command)) return;
  // The options of each builtin are skipped; some have an argument of their own.
  bool variable = command != "printf";
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string word = ShellWord(arguments[i], text_);
    // The first argument of getopts is the list of options.
    if (command == "getopts" && i == 0) continue;
    if (command == "let") {
      variables_.Set(word.substr(0, word.find_first_of("=+-*/%")), state);
      continue;
    }
    if (word.starts_with("-")) {
      if (command == "printf") variable = word == "-v";
      // The options of read, mapfile and readarray with an argument.
      const bool value =
          word.size() == 2 && std::string_view("ptnudNiC").find(word[1]) != std::string_view::npos;
      if (value && command != "printf") ++i;
      continue;
    }
    // `read "$name"` sets any name.
    if (variable && word.empty()) out_.dynamic = true;
    if (variable) variables_.Set(word, state);
    if (command == "printf") break;
  }
  if (command == "read") variables_.Set("REPLY", state);
}

// Subshells set nothing outside.
void FlowReader::MaySet(TSNode node, State& state, int depth) {
  if (depth > kDeepestWalk || steps_.Count()) return;
  const std::string_view type = NodeType(node);
  const auto add = [&](const std::string& name) { state.maybe.Add(variables_.IdOf(name)); };
  if (type == "variable_assignment") add(Text(NodeField(node, "name")));
  if (type == "for_statement") add(Text(NodeField(node, "variable")));
  if (type == "subshell" || type == "command_substitution") return;
  if (type == "command" && IsReader(CommandOf(node, text_))) {
    Children(node, [&](TSNode child, std::string_view) { add(ShellWord(child, text_)); });
  }
  Children(node, [&](TSNode child, std::string_view) {
    if (IsNamed(child)) MaySet(child, state, depth + 1);
  });
}

}  // namespace shell

// `_` is the last argument of the previous command.
bool IsShellName(std::string_view text) { return text != "_" && IsIdentifier(text); }

std::string ShellName(TSNode expansion, std::string_view text) {
  const TSNode name = NamedChild(expansion, 0);
  return NodeType(name) == "variable_name" ? std::string(TextOfNode(name, text)) : std::string();
}

// "$X" and "a$b" are not literal.
std::string ShellWord(TSNode node, std::string_view text) {
  const std::string_view type = NodeType(node);
  std::string out(TextOfNode(node, text));
  if (type == "word" || type == "number" || type == "variable_name") return out;
  const bool quoted = type == "raw_string" || type == "string";
  if (!quoted || out.size() < 2 || (type == "string" && NamedChildCount(node) > 1)) return "";
  if (type == "string" && NamedChildCount(node) == 1 &&
      NodeType(NamedChild(node, 0)) != "string_content") {
    return "";
  }
  return out.substr(1, out.size() - 2);
}

}  // namespace flagcensus
