// Code in strings that is plainly run: exec("..."), [sys.executable, "-c", "..."] and
// os.system("python -c '...'"). Python Library Reference, "exec"; Python Setup and Usage, "Command
// line", -c; for the quotes of a command line: POSIX, "Quoting".
//
// Code in a docstring is run, too, with the names of its module.
//
//   exec("import os; os.environ['APP_A'] = '1'")     ─→ a write of APP_A, in_string
//
// Code is recorded with the literal that it comes from; roots.cc runs it as a module. All other
// strings are data.
#include <algorithm>
#include <optional>

#include "analyzer/base/text.h"
#include "analyzer/python/docstring.h"
#include "analyzer/python/forms.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// Whether an element of an argument list is a Python interpreter: sys.executable, "python3.11",
// "/usr/bin/python". A name in a variable (PYTHON = config["python"]) is not.
bool IsInterpreter(const SymbolTable& symbols, Val value) {
  if (const LibraryVal* library = AsLibrary(value)) {
    return symbols.TextOf(library->path) == "sys.executable";
  }
  const ConstantVal* text = AsTextConstant(value);
  if (text == nullptr) return false;
  std::string_view program = symbols.TextOf(text->text);
  // The last part of a path.
  program = program.substr(program.rfind('/') + 1);
  return program.starts_with("python") &&
         program.find_first_not_of("0123456789.", 6) == std::string_view::npos;
}

// The quoted text that begins at `next`; "" if the shell would substitute something in it.
std::string Unquote(std::string_view command, size_t next) {
  const char quote = command[next];
  if (quote != '\'' && quote != '"') return {};
  std::string code;
  for (++next; next < command.size() && command[next] != quote; ++next) {
    // A double-quoted text is subject to the shell's substitutions.
    if (quote == '"' && (command[next] == '$' || command[next] == '`')) return {};
    const bool escape = quote == '"' && command[next] == '\\' && next + 1 < command.size();
    if (escape && std::string_view("\"\\$`").find(command[next + 1]) != std::string_view::npos)
      ++next;
    code += command[next];
  }
  return next < command.size() ? code : std::string();
}

// The code of `python3 -u -c "..."` in a command line; "" if there is none. Options with a separate
// value (-W ignore) end the search.
std::string CodeOfCommand(std::string_view command) {
  // Each "python" in the line that begins a word.
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
      return next == std::string_view::npos ? std::string() : Unquote(command, next);
    }
  }
  return {};
}

// The last literal with that text before the end of the node, or the first one after it; kNoNode:
// the text is not a literal of this file.
NodeId LiteralOf(const PythonUnit& unit, Symbol text, NodeId node) {
  const Syntax& syntax = unit.syntax();
  NodeId found = kNoNode;
  for (NodeId at = 0; at < syntax.nodes.size(); ++at) {
    if (syntax.kind(at) != NodeKind::kString || unit.SymbolOf(at) != text) continue;
    if (found == kNoNode || syntax.line(at) <= syntax.end_line(node)) found = at;
  }
  return found;
}

// The text with None in place of each unknown part, so it parses; nullopt: the value is not a
// text.
std::optional<std::string> TextWithHolesFilled(const SymbolTable& symbols, Val code) {
  const TextVal* text = AsTextWithHoles(code);
  if (text == nullptr) return std::nullopt;
  // One placeholder for each unknown part.
  std::string out;
  for (const TextPart& part : text->parts) {
    out += part.kind == TextPart::Kind::kLiteral ? symbols.TextOf(part.text) : "None";
  }
  return out;
}

}  // namespace

void NoteRunString(Machine& m, Val code, RunBy by, NodeId node) {
  if (m.run.over) return;
  // Bounds for generated files; a script in a string is shorter.
  constexpr size_t kMaxCodes = 2000;
  constexpr size_t kLongest = 100000;
  const PythonUnit& unit = UnitHere(m);
  // Code in code is not run.
  if (unit.origin != PythonUnit::Origin::kFile || m.program.codes.size() >= kMaxCodes) return;
  // textwrap.dedent("""...""") and inspect.cleandoc only change the indentation.
  for (const LibraryVal* made = AsLibrary(code); made != nullptr; made = AsLibrary(code)) {
    const std::string& path = m.symbols.TextOf(made->path);
    const bool cut = path.ends_with("dedent()") || path.ends_with("cleandoc()");
    if (!cut || made->arguments.positional.empty()) return;
    code = made->arguments.positional[0];
  }
  const ConstantVal* literal = AsTextConstant(code);
  const std::optional<std::string> filled = TextWithHolesFilled(m.symbols, code);
  if (literal == nullptr && !filled) return;
  // The code itself, or that of a command line.
  const std::string& whole = literal == nullptr ? *filled : m.symbols.TextOf(literal->text);
  const std::string text = by == RunBy::kShell ? CodeOfCommand(whole) : whole;
  // Without a word of the table, the code cannot access the environment.
  const bool matters =
      std::any_of(m.program.table.words.begin(), m.program.table.words.end(),
                  [&](const auto& word) { return text.find(word) != std::string::npos; });
  if (!matters || text.size() > kLongest) return;
  NodeId at = kNoNode;
  if (literal != nullptr) {
    at = LiteralOf(unit, literal->text, node);
  } else if (const Mark& mark = AsTextWithHoles(code)->mark; mark.unit == m.run.frame->unit) {
    at = mark.node;  // f"import os\nprint({name!r})"
  }
  if (at == kNoNode) at = node;
  if (!m.program.code_literals.insert({m.run.frame->unit, at}).second) return;
  const Syntax& syntax = unit.syntax();
  RunCode out;
  // Code that exec runs has the names of the module.
  out.unit = m.run.frame->unit;
  out.shares = by == RunBy::kExec;
  out.line = syntax.line(at);
  out.column = syntax.column(at);
  // If the literal spans as many lines as the code, the code's lines are the file's. A literal with
  // escapes, or one of several pieces, is one place.
  const auto rows = static_cast<uint32_t>(std::count(text.begin(), text.end(), '\n'));
  out.one_place = by == RunBy::kShell || rows == 0 || syntax.end_line(at) - syntax.line(at) != rows;
  uint32_t indent = 0;
  out.text = Dedent(text, &indent);
  if (!out.one_place) out.column = indent;
  m.program.codes.push_back(std::move(out));
}

// The interpreter comes before -c; other elements may be between them.
void NoteInterpreter(Machine& m, const std::vector<Val>& elements, NodeId node) {
  // The interpreter, options, -c, and the code.
  bool python = false;
  for (size_t i = 0; i + 1 < elements.size(); ++i) {
    python = python || IsInterpreter(m.symbols, elements[i]);
    const ConstantVal* option = python ? AsTextConstant(elements[i]) : nullptr;
    if (option == nullptr || m.symbols.TextOf(option->text) != "-c") continue;
    NoteRunString(m, elements[i + 1], RunBy::kInterpreter, node);
    return;
  }
}

std::vector<RunCode> DocstringsOf(const ProgramState& program, size_t number,
                                  const std::set<std::string>& words) {
  const PythonUnit& unit = program.units[number];
  const Syntax& syntax = unit.syntax();
  std::vector<RunCode> out;
  // Strings that are statements: docstrings of modules, classes and functions.
  for (NodeId id = 0; id < syntax.nodes.size(); ++id) {
    if (syntax.kind(id) != NodeKind::kExpression || syntax.count(id) != 1) continue;
    const NodeId text = syntax.child(id, 0);
    if (syntax.kind(text) != NodeKind::kString) continue;
    for (DocstringPiece& code : DocstringCode(syntax.text(text), syntax.line(text))) {
      const bool matters = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return code.text.find(word) != std::string::npos;
      });
      if (!matters) continue;
      out.push_back(
          {static_cast<int>(number), std::move(code.text), code.line, code.column, false, true});
    }
  }
  return out;
}

}  // namespace flagcensus
