// tree-sitter-bash's tree ─→ terms
//
//   PORT=${APP_PORT:-80}        ─→ kDeclare PORT: kOr of kIndex APP_PORT of "$", kString 80
//   : "${KEY:?}"                ─→ kRequired of kIndex KEY
//   export MODE=fast            ─→ kAssign of kIndex MODE: kString fast
//   [ -z "$X" ] && X=d          ─→ kIf of kNot of kOr of kIndex X, kString d
//   unset X                     ─→ kDelete of kIndex X
//
// An expansion that reads the environment (shell_flow.h) is an index of "$", so that `${X:-d}` is
// an index with another value, and `${X:?}` one that is required. Commands are calls. Functions
// have no parameters: what a script passes to them is not followed.
#include <algorithm>
#include <map>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/languages/lowering.h"
#include "analyzer/languages/rows.h"
#include "analyzer/languages/shell_expansions.h"
#include "analyzer/languages/shell_flow.h"
#include "analyzer/python/node.h"

namespace flagcensus {
namespace {

class ShellLowering : public ShellExpansions {
 public:
  using ShellExpansions::ShellExpansions;

 protected:
  // Nodes with one term are in the map; any other becomes kOther with its parts.
  Terms Of(TSNode node) override {
    using Handler = TermId (ShellLowering::*)(TSNode);
    static const std::map<std::string_view, Handler> kHandlers = {
        {"word", &ShellLowering::Word},
        {"number", &ShellLowering::Word},
        {"raw_string", &ShellLowering::Quoted},
        {"ansi_c_string", &ShellLowering::Quoted},
        {"string", &ShellLowering::Text},
        {"concatenation", &ShellLowering::Joined},
        {"simple_expansion", &ShellLowering::Plain},
        {"expansion", &ShellLowering::Expansion},
        {"variable_name", &ShellLowering::Bare},
        {"variable_assignment", &ShellLowering::Assign},
        {"declaration_command", &ShellLowering::Declare},
        {"unset_command", &ShellLowering::Unset},
        {"command", &ShellLowering::Command},
        {"unary_expression", &ShellLowering::Unary},
        {"binary_expression", &ShellLowering::Binary},
        {"negated_command", &ShellLowering::Negated},
        {"list", &ShellLowering::List},
        {"if_statement", &ShellLowering::If},
        {"function_definition", &ShellLowering::Function},
    };
    static const KindsOfNodes kOfChildren = {
        // `$(command)`: its output is not known.
        {"command_substitution", TermKind::kOther},
    };
    const std::string_view type = NodeType(node);
    if (const std::optional<Terms> terms = OfChildren(kOfChildren, node)) return *terms;
    if (const auto handler = kHandlers.find(type); handler != kHandlers.end()) {
      return {(this->*handler->second)(node)};
    }
    if (type == "command_name" || type == "variable_assignments") return All(node);
    return {Wrap(node, All(node))};
  }

 private:
  // A word without quotes: a backslash keeps the next byte as it is.
  TermId Word(TSNode node) {
    std::string text;
    const std::string source = Source(node);
    for (size_t i = 0; i < source.size(); ++i) {
      if (source[i] == '\\' && i + 1 < source.size()) ++i;
      text += source[i];
    }
    // Names in arithmetic denote their values.
    if (Reads(node)) return Environment(node, source, false);
    return Add(TermKind::kString, node, {}, text);
  }

  // 'text' has no escapes; $'a\n' has those of C.
  TermId Quoted(TSNode node) {
    const std::string text = Source(node);
    const size_t open = text.find('\'') + 1;  // npos + 1 is 0
    const std::string inner =
        text.size() > open ? text.substr(open, text.size() - open - 1) : std::string();
    const bool plain = NodeType(node) == "raw_string";
    return Add(TermKind::kString, node, {}, plain ? inner : Unescape(inner));
  }

  // The text between the quotes, with its expansions.
  TermId Text(TSNode node) {
    Terms parts;
    uint32_t at = StartByte(node) + 1;
    const auto take = [&](uint32_t end) {
      if (end <= at) return;
      std::string text;
      for (uint32_t i = at; i < end && i < text_.size(); ++i) {
        // Between double quotes a backslash only escapes these bytes.
        const bool escape =
            text_[i] == '\\' && i + 1 < end &&
            std::string_view("$`\"\\\n").find(text_[i + 1]) != std::string_view::npos;
        if (escape) ++i;
        text += text_[i];
      }
      parts.push_back(Add(TermKind::kString, node, {}, text));
    };
    Each(node, [&](TSNode child, std::string_view) {
      // The text between expansions is read from the source: the grammar drops blanks there.
      if (NodeType(child) == "string_content") return;
      take(StartByte(child) + BlanksBefore(child));
      parts.push_back(One(child));
      at = EndByte(child);
    });
    take(std::max(EndByte(node), StartByte(node) + 1) - 1);
    if (parts.empty()) return Add(TermKind::kString, node);
    if (parts.size() == 1) return parts[0];
    return Add(TermKind::kConcat, node, std::move(parts));
  }

  // `a$b'c'` is one word.
  TermId Joined(TSNode node) {
    Terms parts = All(node);
    if (parts.size() == 1) return parts[0];
    return Add(TermKind::kConcat, node, std::move(parts));
  }

  // A name that the script sets once is a constant of the script.
  TermId Assign(TSNode node) {
    const TSNode name = NodeField(node, "name");
    const TermId value = Need(node, "value");
    // `X[1]=v`: elements of arrays are not followed.
    if (NodeType(name) == "subscript") return Add(TermKind::kOther, node, {value});
    const std::string text = Source(name);
    const auto count = flow_.counts.find(text);
    if (count != flow_.counts.end() && count->second == 1) {
      return Add(TermKind::kDeclare, node, {value}, text);
    }
    const TermId target = Add(TermKind::kName, name, {}, text);
    return Add(TermKind::kAssign, node, {target, value}, "=");
  }

  // `X=v` and `X` in the environment of a started program: a write. Names with lower-case letters
  // belong to the script, except those of the rows (`http_proxy`).
  TermId Exported(TSNode node, TSNode name, TermId value) {
    const std::string text = Source(name);
    const std::vector<std::string>& lower = RowsOf(Language::kShell).shell.lower;
    const bool small = HasLower(text);
    if (small && std::find(lower.begin(), lower.end(), text) == lower.end()) {
      return Add(TermKind::kOther, node, {value});
    }
    const TermId target = Environment(name, Source(name), false);
    return Add(TermKind::kAssign, node, {target, value}, "=");
  }

  // `export X=v`, `declare -x X=v`, `local X=v`, `export X` ─→ writes if they export.
  TermId Declare(TSNode node) {
    const std::string keyword = Source(NodeChild(node, 0));
    bool exports = keyword == "export";
    Terms parts;
    Each(node, [&](TSNode child, std::string_view) {
      const std::string_view type = NodeType(child);
      const std::string source = Source(child);
      // An option.
      if (type == "word" && source.starts_with('-')) {
        // `export -n` removes the export, `declare -x` adds it.
        if (source.find('n') != std::string::npos && keyword == "export") exports = false;
        if (source.find('x') != std::string::npos && keyword != "export") exports = true;
      } else if (type == "variable_assignment") {
        const TSNode name = NodeField(child, "name");
        if (exports && NodeType(name) == "variable_name") {
          parts.push_back(Exported(child, name, Need(child, "value")));
        } else {
          parts.push_back(One(child));
        }
      } else if (type == "variable_name") {
        // `export X` without a value is a write only if the script sets X; otherwise it changes
        // nothing.
        const bool own = flow_.counts.contains(source);
        if (!exports || !own) return;
        parts.push_back(Exported(child, child, Add(TermKind::kName, child, {}, source)));
      } else {
        parts.push_back(One(child));
      }
    });
    return Add(TermKind::kOther, node, std::move(parts));
  }

  // `unset X` is an access if X may come from the environment.
  TermId Unset(TSNode node) {
    Terms parts;
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) != "variable_name" || !Reads(child)) return;
      const TermId of = Environment(child, Source(child), false);
      parts.push_back(Add(TermKind::kDelete, child, {of}));
    });
    return Add(TermKind::kOther, node, std::move(parts));
  }

  // `X=v command a b`: assignments before the name are for the command's environment.
  TermId Command(TSNode node) {
    const TSNode name = NodeField(node, "name");
    Terms before, arguments, behind;
    Each(node, [&](TSNode child, std::string_view field) {
      if (NodeType(child) == "variable_assignment") {
        // The grammar joins an assignment on the line before to the command.
        const bool own = !ts_node_is_null(name) && StartPoint(child).row < StartPoint(name).row;
        const TSNode to = NodeField(child, "name");
        before.push_back(own || NodeType(to) != "variable_name"
                             ? One(child)
                             : Exported(child, to, Need(child, "value")));
      } else if (field == "argument") {
        arguments.push_back(One(child));
      } else if (field != "name") {
        behind.push_back(One(child));
      }
    });
    // `test` and `env` have meanings; any other command is a call.
    const std::string word =
        ts_node_is_null(name) ? std::string() : ShellWord(NamedChild(name, 0), text_);
    if (word == "test" || word == "env") {
      if (const TermId id = Known(node, word, arguments); id != kNoTerm) {
        before.push_back(id);
        before.insert(before.end(), behind.begin(), behind.end());
        return Wrap(node, std::move(before));
      }
    }
    // A function that always ends the script is called "exit", which a row knows.
    const bool ends = flow_.ends.contains(word);
    const TermId callee = word.empty() && !ts_node_is_null(name)
                              ? One(name)
                              : Add(TermKind::kName, name, {}, ends ? "exit" : word);
    arguments.insert(arguments.begin(), callee);
    before.push_back(Add(TermKind::kCall, node, std::move(arguments)));
    before.insert(before.end(), behind.begin(), behind.end());
    return Wrap(node, std::move(before));
  }

  // `test -z "$X"`, `env X=v command`; kNoTerm for anything else, which is a plain command.
  TermId Known(TSNode node, const std::string& word, const Terms& arguments) {
    const auto text = [&](size_t i) {
      return program_[arguments[i]].kind == TermKind::kString ? program_[arguments[i]].text
                                                              : std::string();
    };
    if (word == "test") {
      // -z tests for an empty text, -n for another one.
      if (arguments.size() == 2 && text(0) == "-z") {
        return Add(TermKind::kNot, node, {arguments[1]});
      }
      if (arguments.size() == 2 && text(0) == "-n") return arguments[1];
      const bool same = arguments.size() == 3 && (text(1) == "=" || text(1) == "==");
      if (same || (arguments.size() == 3 && text(1) == "!=")) {
        return Add(TermKind::kEqual, node, {arguments[0], arguments[2]}, same ? "==" : "!=");
      }
      return kNoTerm;
    }
    Terms parts;
    // `env X=v`: the text up to the '=' is the name; the rest of the word is the value.
    for (const TermId id : arguments) {
      const Term term = program_[id];
      const TermId first = term.kind == TermKind::kConcat ? term.parts[0] : id;
      const std::string source =
          program_[first].kind == TermKind::kString ? program_[first].text : std::string();
      const size_t equals = source.find('=');
      if (equals == std::string::npos || !IsShellName(source.substr(0, equals))) {
        parts.push_back(id);
        continue;
      }
      const TermId of = Add(TermKind::kName, node, {}, std::string(kEnvironment));
      const TermId key = Add(TermKind::kString, node, {}, source.substr(0, equals));
      const TermId target = Add(TermKind::kIndex, node, {of, key});
      // The first piece of a word "X=a$b" keeps the text after the '='.
      At(first).text = source.substr(equals + 1);
      parts.push_back(Add(TermKind::kAssign, node, {target, id}, "="));
    }
    return parts.empty() ? kNoTerm : Add(TermKind::kOther, node, std::move(parts));
  }

  // `[[ -v X ]]`, `[ -z "$X" ]`, `[ -n "$X" ]`, `[ ! ... ]`
  TermId Unary(TSNode node) {
    const std::string sign = Source(NodeField(node, "operator"));
    if (sign == "-v") {
      const TSNode name = NamedChild(node, 1);
      if (!Reads(name)) return Add(TermKind::kOther, node);
      const TermId key = Add(TermKind::kString, name, {}, Source(name));
      const TermId of = Add(TermKind::kName, node, {}, std::string(kEnvironment));
      return Add(TermKind::kHas, node, {key, of});
    }
    Terms parts;
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) != "test_operator") parts.push_back(One(child));
    });
    if (parts.size() != 1) return Add(TermKind::kOther, node, std::move(parts));
    if (sign == "-z" || sign == "!") return Add(TermKind::kNot, node, std::move(parts));
    if (sign == "-n") return parts[0];
    // `-f "$X"` tests a file of that name: the value is not compared with anything.
    parts.insert(parts.begin(), Add(TermKind::kName, node, {}, sign));
    return Add(TermKind::kCall, node, std::move(parts));
  }

  // `a && b`, `a || b`, `a == b` in `[[ ]]`
  TermId Binary(TSNode node) {
    const std::string sign = Source(NodeField(node, "operator"));
    const TermId left = Need(node, "left");
    const TermId right = Need(node, "right");
    if (sign == "&&") return Add(TermKind::kBoth, node, {left, right});
    if (sign == "||") return Add(TermKind::kOr, node, {left, right}, "||");
    const bool same = sign == "=" || sign == "==";
    if (same || sign == "!=") {
      return Add(TermKind::kEqual, node, {left, right}, same ? "==" : "!=");
    }
    return Add(TermKind::kOther, node, {left, right});
  }

  // `! command`
  TermId Negated(TSNode node) {
    const TermId value = Wrap(node, All(node));
    return Add(TermKind::kNot, node, {value});
  }

  // `test && then`, `test || then`: a kIf.
  TermId List(TSNode node) {
    // `a || b` runs b if a fails.
    const bool either = NodeType(NodeChild(node, 1)) == "||";
    Terms parts = All(node);
    if (parts.size() != 2) return Add(TermKind::kOther, node, std::move(parts));
    const TermId test = either ? Add(TermKind::kNot, node, {parts[0]}) : parts[0];
    return Branch(node, test, parts[1], kNoTerm);
  }

  // The terms after each `condition`, in the order of the clauses.
  TermId If(TSNode node) {
    Terms tests, then;
    std::vector<TSNode> others;
    Each(node, [&](TSNode child, std::string_view field) {
      const std::string_view type = NodeType(child);
      if (field == "condition") {
        tests.push_back(One(child));
      } else if (type == "elif_clause" || type == "else_clause") {
        others.push_back(child);
      } else {
        then.push_back(One(child));
      }
    });
    Terms rest;
    // `elif` clauses are parts of the alternative, with their own tests inside.
    for (const TSNode other : others) rest.push_back(Add(TermKind::kOther, other, All(other)));
    const TermId otherwise = rest.empty() ? kNoTerm : Add(TermKind::kOther, node, std::move(rest));
    const TermId test = Wrap(node, std::move(tests));
    const TermId body = Add(TermKind::kOther, node, std::move(then));
    return Branch(node, test, body, otherwise);
  }

  // `[ -z "$X" ] && X=d` gives the variable a default, as `${X:-d}` does. The read in the test
  // becomes a kOr with a copy of the value, since a term has only one parent.
  TermId Branch(TSNode node, TermId test, TermId then, TermId otherwise) {
    const TermId read = program_[test].kind == TermKind::kNot ? program_[test].parts[0] : kNoTerm;
    if (read != kNoTerm && program_[read].kind == TermKind::kIndex) {
      const std::string name = program_[program_[read].parts[1]].text;
      // Only a literal text is a default.
      if (const TermId value = GivenTo(name, then, 0); value != kNoTerm) {
        const TermId copy = Add(TermKind::kString, node, {}, program_[value].text);
        At(copy).begin = program_[value].begin;
        At(copy).end = program_[value].end;
        const TermId both = Add(TermKind::kOr, node, {read, copy});
        At(test).parts = {both};
        At(both).parent = test;
      }
    }
    return Add(TermKind::kIf, node, {test, then, otherwise});
  }

  // The literal text that a branch assigns to a name; kNoTerm if it assigns none.
  TermId GivenTo(const std::string& name, TermId id, int depth) const {
    const Term& term = program_[id];
    // Deep enough for a list of commands in a group.
    if (depth > 4) return kNoTerm;
    const bool declares = term.kind == TermKind::kDeclare && term.text == name;
    if (declares || (term.kind == TermKind::kAssign && NameOf(term.parts[0]) == name)) {
      const TermId value = term.parts.back();
      return program_[value].kind == TermKind::kString ? value : kNoTerm;
    }
    if (term.kind != TermKind::kOther) return kNoTerm;
    for (const TermId part : term.parts) {
      if (const TermId found = GivenTo(name, part, depth + 1); found != kNoTerm) return found;
    }
    return kNoTerm;
  }

  // The name of `X=v` and of `export X=v`.
  std::string NameOf(TermId target) const {
    const Term& term = program_[target];
    return term.kind == TermKind::kIndex ? program_[term.parts[1]].text : term.text;
  }

  // `f() {...}`: without parameters, and without a name by which other files could call it.
  TermId Function(TSNode node) {
    const TermId body = Need(node, "body");
    const TermId block = Add(TermKind::kBlock, node, {body});
    return Add(TermKind::kFunction, node, {block});
  }
};

}  // namespace

// The analysis of the flow first: the lowering asks it at each expansion.
void LowerShell(TSNode root, std::string_view text, Program* program) {
  const ShellFlow flow = FindShellReads(root, text, RowsOf(Language::kShell));
  for (const auto& [name, count] : flow.counts) program->assigned.insert(name);
  program->sources = flow.sources;
  if (flow.cut) program->cuts.push_back({1, 1});
  ShellLowering(text, program, flow).Run(root);
}

}  // namespace flagcensus
