// Code in strings that is plainly run: exec("..."), [sys.executable, "-c", "..."] and
// os.system("python -c '...'"). Python Library Reference, "exec"; Python Setup and Usage, "Command
// line", -c; for the quotes of a command line: POSIX, "Quoting".
//
// What runs is noted here, with the literal that it comes from; the census parses it as a module of
// its own. All other strings stay strings.
#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/link/python/evaluator.h"
#include "analyzer/python/forms.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxCodes = 2000;         // calls with code, of a tree, against hostile ones
constexpr size_t kMaxCodeSize = 100000;    // bytes of one
constexpr size_t kMaxLooks = 100'000'000;  // bytes and nodes that are searched for it
constexpr const char* kTooMuch =
    "code in a string is not read: it is too long, or there is too much";
constexpr int kMaxUnwrapped = 4;  // dedent(dedent(...))

// Whether an element of an argument list is a Python interpreter.
bool IsPython(const ValueRef& value) {
  if (value == nullptr) return false;
  if (value->kind == ValueKind::kExternal) return value->text == "sys.executable";
  if (value->kind != ValueKind::kString) return false;
  const std::string_view program = std::string_view(value->text).substr(value->text.rfind('/') + 1);
  return program.starts_with("python") &&
         program.find_first_not_of("0123456789.", 6) == std::string_view::npos;
}

// The code of `python3 -u -c "..."` in a command line; "" where there is none, or where the shell
// would put something into it.
std::string CodeOfCommand(std::string_view command) {
  for (size_t at = command.find("python"); at != std::string_view::npos;
       at = command.find("python", at + 1)) {
    const bool begins =
        at == 0 || std::string_view(" \t\n/;&|(").find(command[at - 1]) != std::string_view::npos;
    size_t next = command.find_first_not_of("0123456789.", at + 6);
    if (!begins || next == std::string_view::npos || command[next] != ' ') continue;
    while (next < command.size() && command[next] == ' ') {
      next = command.find_first_not_of(' ', next);
      if (next == std::string_view::npos || command[next] != '-') break;
      const size_t end = std::min(command.find(' ', next), command.size());
      const std::string_view option = command.substr(next, end - next);
      next = end;
      if (option != "-c") continue;
      next = command.find_first_not_of(' ', next);
      if (next == std::string_view::npos) return {};
      const char quote = command[next];
      if (quote != '\'' && quote != '"') return {};
      std::string code;
      for (++next; next < command.size() && command[next] != quote; ++next) {
        if (quote == '"' && (command[next] == '$' || command[next] == '`')) return {};
        if (quote == '"' && command[next] == '\\' && next + 1 < command.size() &&
            std::string_view("\"\\$`").find(command[next + 1]) != std::string_view::npos) {
          ++next;
        }
        code += command[next];
      }
      return next < command.size() ? code : std::string();
    }
  }
  return {};
}

}  // namespace

// The literal that a value comes from: the node itself, below dedent() and the like, or the one
// with that text that stands nearest above a name. kNoNode where it is none of this file's.
NodeId Evaluator::LiteralOf(NodeId node, const ValueRef& value, Frame& frame) const {
  const Syntax& syntax = *frame.syntax;
  if (syntax.kind(node) != NodeKind::kName && syntax.kind(node) != NodeKind::kAttribute) {
    return node;
  }
  NodeId found = kNoNode;
  for (NodeId at = 0; at < syntax.nodes.size(); ++at) {
    if (syntax.kind(at) != NodeKind::kString || syntax.text(at) != value->text) continue;
    if (found == kNoNode || syntax[at].line <= syntax[node].line) found = at;
  }
  return found;
}

// Notes code that runs. `command`: a command line that may run some.
void Evaluator::NoteCode(NodeId node, bool command, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  if (!recording_) return;
  if (program_.modules[frame.module].docstring_of >= 0 ||
      program_.modules[frame.module].run_as_text) {
    return;
  }
  const NodeId call = node;
  for (int i = 0; i < kMaxUnwrapped && syntax.kind(node) == NodeKind::kCall; ++i) {
    const NodeId callee = syntax.child(node, 0);
    const std::string& name = syntax.text(callee);
    const bool attribute = syntax.kind(callee) == NodeKind::kAttribute;
    if ((name == "dedent" || name == "cleandoc") && syntax.count(node) == 2) {
      node = syntax.child(node, 1);
    } else if (attribute && name == "strip" && syntax.count(node) == 1) {
      node = syntax.child(callee, 0);
    } else {
      break;
    }
  }
  const ValueRef value = Quietly([&] { return Force(Evaluate(node, frame)); });
  if (value == nullptr || value->kind != ValueKind::kString) return;
  RunText code;
  code.text = command ? CodeOfCommand(value->text) : value->text;
  if (code.text.empty()) return;
  code_looks_ += code.text.size();
  if (code_looks_ > kMaxLooks) return TellLimit(call, frame, kTooMuch);
  const bool matters = std::any_of(
      table_.words.begin(), table_.words.end(),
      [&](const std::string& word) { return code.text.find(word) != std::string::npos; });
  if (!matters) return;
  if (code.text.size() > kMaxCodeSize || codes_.size() >= kMaxCodes) {
    return TellLimit(call, frame, kTooMuch);
  }
  code_looks_ += syntax.nodes.size();  // passed over for the literal
  NodeId literal = LiteralOf(node, value, frame);
  if (literal == kNoNode) literal = call;
  const Node& at = syntax[literal];
  const auto rows = static_cast<uint32_t>(std::count(code.text.begin(), code.text.end(), '\n'));
  code.module = frame.module;
  code.line = at.line;
  code.column = at.column;
  // A literal that spans its lines shows them; one of escapes, or of pieces, has one place.
  code.one_place = command || rows == 0 || at.end_line - at.line != rows;
  uint32_t indent = 0;
  code.text = Dedent(code.text, &indent);
  if (!code.one_place) code.column = indent;
  if (!codes_seen_.emplace(frame.module, literal, command).second) return;
  codes_.push_back(std::move(code));
}

// [sys.executable, "-u", "-c", code, ...].
void Evaluator::ReadInterpreter(const std::vector<NodeId>& nodes,
                                const std::vector<ValueRef>& values, Frame& frame) {
  if (std::none_of(values.begin(), values.end(), IsPython)) return;
  bool python = false;
  for (size_t i = 0; i + 1 < values.size(); ++i) {
    python = python || IsPython(values[i]);
    const ValueRef& option = values[i];
    if (!python || option == nullptr || option->kind != ValueKind::kString) continue;
    if (option->text == "-c") return NoteCode(nodes[i + 1], false, frame);
  }
}

}  // namespace flagcensus
