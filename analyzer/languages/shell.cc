// tree-sitter-bash's tree ─→ terms
//
// An expansion that reads the environment (shell_flow.h) is an index of "$", so that `${X:-d}` is
// an index with another value, and `${X:?}` one that is required. Commands are calls. Functions
// take no names: what a script gives them is not followed.
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
        {"command_substitution", &ShellLowering::Output},
        {"unary_expression", &ShellLowering::Unary},
        {"binary_expression", &ShellLowering::Binary},
        {"negated_command", &ShellLowering::Negated},
        {"list", &ShellLowering::List},
        {"if_statement", &ShellLowering::If},
        {"function_definition", &ShellLowering::Function},
    };
    const std::string_view type = NodeType(node);
    if (const auto handler = kHandlers.find(type); handler != kHandlers.end()) {
      return {(this->*handler->second)(node)};
    }
    if (type == "command_name" || type == "variable_assignments") return All(node);
    return {Wrap(node, All(node))};
  }

 private:
  TermId Word(TSNode node) {
    std::string text;
    const std::string source = Source(node);
    for (size_t i = 0; i < source.size(); ++i) {
      if (source[i] == '\\' && i + 1 < source.size()) ++i;
      text += source[i];
    }
    // Names of arithmetic stand for their values.
    if (Reads(node)) return Environment(node, source, false);
    return Add(TermKind::kString, node, {}, text);
  }

  TermId Quoted(TSNode node) {
    const std::string text = Source(node);
    const size_t open = text.find('\'') + 1;  // npos + 1 is 0
    const std::string inner =
        text.size() > open ? text.substr(open, text.size() - open - 1) : std::string();
    const bool plain = NodeType(node) == "raw_string";
    return Add(TermKind::kString, node, {}, plain ? inner : Unescape(inner));
  }

  // What is between the quotes, with what the shell puts in.
  TermId Text(TSNode node) {
    Terms parts;
    uint32_t at = StartByte(node) + 1;
    const auto take = [&](uint32_t end) {
      if (end <= at) return;
      std::string text;
      for (uint32_t i = at; i < end && i < text_.size(); ++i) {
        const bool escape =
            text_[i] == '\\' && i + 1 < end &&
            std::string_view("$`\"\\\n").find(text_[i + 1]) != std::string_view::npos;
        if (escape) ++i;
        text += text_[i];
      }
      parts.push_back(Add(TermKind::kString, node, {}, text));
    };
    Each(node, [&](TSNode child, std::string_view) {
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

  TermId Joined(TSNode node) {
    Terms parts = All(node);
    if (parts.size() == 1) return parts[0];
    return Add(TermKind::kConcat, node, std::move(parts));
  }

  // A name that the script sets once is a constant of it.
  TermId Assign(TSNode node) {
    const TSNode name = NodeField(node, "name");
    const TermId value = Need(node, "value");
    if (NodeType(name) == "subscript") return Add(TermKind::kOther, node, {value});
    const std::string text = Source(name);
    const auto count = flow_.counts.find(text);
    if (count != flow_.counts.end() && count->second == 1) {
      return Add(TermKind::kDeclare, node, {value}, text);
    }
    const TermId target = Add(TermKind::kName, name, {}, text);
    return Add(TermKind::kAssign, node, {target, value}, "=");
  }

  // `X=v`, `X` for what is started. Names in small letters are a script's own.
  TermId Exported(TSNode node, TSNode name, TermId value) {
    const std::string text = Source(name);
    const std::vector<std::string>& lower = RowsOf(Language::kShell).lower;
    const bool small = HasLower(text);
    if (small && std::find(lower.begin(), lower.end(), text) == lower.end()) {
      return Add(TermKind::kOther, node, {value});
    }
    const TermId target = Environment(name, Source(name), false);
    return Add(TermKind::kAssign, node, {target, value}, "=");
  }

  TermId Declare(TSNode node) {
    const std::string keyword = Source(NodeChild(node, 0));
    bool exports = keyword == "export";
    Terms parts;
    Each(node, [&](TSNode child, std::string_view) {
      const std::string_view type = NodeType(child);
      const std::string source = Source(child);
      if (type == "word" && source.starts_with('-')) {
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
        const bool own = flow_.counts.contains(source);
        if (!exports || !own) return;
        parts.push_back(Exported(child, child, Add(TermKind::kName, child, {}, source)));
      } else {
        parts.push_back(One(child));
      }
    });
    return Add(TermKind::kOther, node, std::move(parts));
  }

  TermId Unset(TSNode node) {
    Terms parts;
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) != "variable_name" || !Reads(child)) return;
      const TermId of = Environment(child, Source(child), false);
      parts.push_back(Add(TermKind::kDelete, child, {of}));
    });
    return Add(TermKind::kOther, node, std::move(parts));
  }

  TermId Command(TSNode node) {
    const TSNode name = NodeField(node, "name");
    Terms before, arguments, behind;
    Each(node, [&](TSNode child, std::string_view field) {
      if (NodeType(child) == "variable_assignment") {
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
    const std::string word =
        ts_node_is_null(name) ? std::string() : ShellWord(NamedChild(name, 0), text_);
    if (word == "test" || word == "env") {
      if (const TermId id = Known(node, word, arguments); id != kNoTerm) {
        before.push_back(id);
        before.insert(before.end(), behind.begin(), behind.end());
        return Wrap(node, std::move(before));
      }
    }
    const bool ends = flow_.ends.contains(word);
    const TermId callee = word.empty() && !ts_node_is_null(name)
                              ? One(name)
                              : Add(TermKind::kName, name, {}, ends ? "exit" : word);
    arguments.insert(arguments.begin(), callee);
    before.push_back(Add(TermKind::kCall, node, std::move(arguments)));
    before.insert(before.end(), behind.begin(), behind.end());
    return Wrap(node, std::move(before));
  }

  // `$(command)`, as it is written.
  TermId Output(TSNode node) { return Add(TermKind::kOther, node, All(node)); }

  // `test -z "$X"`, `env X=v command`; kNoTerm: a command as others.
  TermId Known(TSNode node, const std::string& word, const Terms& arguments) {
    const auto text = [&](size_t i) {
      return program_[arguments[i]].kind == TermKind::kString ? program_[arguments[i]].text
                                                              : std::string();
    };
    if (word == "test") {
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
      At(first).text = source.substr(equals + 1);
      parts.push_back(Add(TermKind::kAssign, node, {target, id}, "="));
    }
    return parts.empty() ? kNoTerm : Add(TermKind::kOther, node, std::move(parts));
  }

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
    // `-f "$X"` asks about a file of that name: the value goes no further.
    parts.insert(parts.begin(), Add(TermKind::kName, node, {}, sign));
    return Add(TermKind::kCall, node, std::move(parts));
  }

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

  TermId Negated(TSNode node) {
    const TermId value = Wrap(node, All(node));
    return Add(TermKind::kNot, node, {value});
  }

  // `test && then`, `test || then`
  TermId List(TSNode node) {
    const bool either = NodeType(NodeChild(node, 1)) == "||";
    Terms parts = All(node);
    if (parts.size() != 2) return Add(TermKind::kOther, node, std::move(parts));
    const TermId test = either ? Add(TermKind::kNot, node, {parts[0]}) : parts[0];
    return Branch(node, test, parts[1], kNoTerm);
  }

  // What is behind `condition`, in the order of the clauses.
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
    for (const TSNode other : others) rest.push_back(Add(TermKind::kOther, other, All(other)));
    const TermId otherwise = rest.empty() ? kNoTerm : Add(TermKind::kOther, node, std::move(rest));
    const TermId test = Wrap(node, std::move(tests));
    const TermId body = Add(TermKind::kOther, node, std::move(then));
    return Branch(node, test, body, otherwise);
  }

  // `[ -z "$X" ] && X=d` gives the variable a default, as `${X:-d}` does.
  TermId Branch(TSNode node, TermId test, TermId then, TermId otherwise) {
    const TermId read = program_[test].kind == TermKind::kNot ? program_[test].parts[0] : kNoTerm;
    if (read != kNoTerm && program_[read].kind == TermKind::kIndex) {
      const std::string name = program_[program_[read].parts[1]].text;
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

  // The text that a branch gives a name.
  TermId GivenTo(const std::string& name, TermId id, int depth) const {
    const Term& term = program_[id];
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

  std::string NameOf(TermId target) const {
    const Term& term = program_[target];
    return term.kind == TermKind::kIndex ? program_[term.parts[1]].text : term.text;
  }

  TermId Function(TSNode node) {
    const TermId body = Need(node, "body");
    const TermId block = Add(TermKind::kBlock, node, {body});
    return Add(TermKind::kFunction, node, {block});
  }
};

}  // namespace

void LowerShell(TSNode root, std::string_view text, Program* program) {
  const ShellFlow flow = FindShellReads(root, text, RowsOf(Language::kShell));
  for (const auto& [name, count] : flow.counts) program->assigned.insert(name);
  program->sources = flow.sources;
  if (flow.cut) program->cuts.push_back({1, 1});
  ShellLowering(text, program, flow).Run(root);
}

}  // namespace flagcensus
