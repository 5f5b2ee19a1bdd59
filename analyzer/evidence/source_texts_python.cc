// accesses of one Python file ─→ its syntax tree ─→ what stands around each
//
// From the access outwards, up to its statement: arguments called help of the calls that it is the
// default or the name of; behind the lines and above them, comments; below the statement, a string;
// around it, the docstring of a function that reads this one variable and gives its value back.
#include <algorithm>
#include <map>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/evidence/source_texts.h"
#include "analyzer/pages/sentence.h"
#include "analyzer/python/source.h"

namespace flagcensus {
namespace {

// A docstring up to its sections, as one line.
std::string Summary(const std::string& docstring) {
  std::string out;
  for (const std::string_view raw : Split(docstring, '\n')) {
    const std::string_view line = Trim(raw);
    const std::string lower = ToLower(line);
    const auto& heads = Phrases("descriptions", "docstring_sections");
    if (std::any_of(heads.begin(), heads.end(), [&](const std::string& head) {
          return lower == head ||
                 (head.size() > 1 && !head.ends_with('s') && lower.starts_with(head));
        })) {
      break;
    }
    out += line;
    out += ' ';
  }
  return FoldText(out);
}

// Of the docstring of a function that reads several variables, the item or the sentence that names
// this one.
std::string PartNaming(const std::string& docstring, const std::string& name) {
  std::vector<std::string> parts(1);  // items and paragraphs
  for (const std::string_view raw : Split(docstring, '\n')) {
    const std::string_view line = Trim(raw);
    const bool item = line.starts_with("- ") || line.starts_with("* ");
    if (line.empty() || item) parts.emplace_back();
    parts.back() += std::string(item ? line.substr(2) : line) + " ";
  }
  for (const std::string& part : parts) {
    const size_t at = FindWord(part, name);
    if (at == std::string::npos) continue;
    return FoldText(SentenceAround(part, at));
  }
  return {};
}

// The first list of strings in `node`, a few levels down.
std::vector<std::string> StringsIn(const PythonSource& source, TSNode node, int depth) {
  const std::string_view type = NodeType(node);
  std::vector<std::string> out;
  const bool arguments = type == "argument_list";
  // Choice(["a", "b"]) holds a list; what other calls are given is no list of values.
  if (arguments && source.TextOf(NodeField(NodeParent(node), "function")).find("Choice") ==
                       std::string_view::npos) {
    return out;
  }
  if (type == "list" || type == "tuple" || type == "set" || arguments) {
    for (uint32_t i = 0; i < NamedChildCount(node); ++i) {
      const TSNode item = NamedChild(node, i);
      if (NodeType(item) == "comment") continue;
      if (NodeType(item) != "string") {
        out.clear();
        break;
      }
      out.push_back(source.StringOf(item));
    }
    if (out.size() > 1) return out;
    out.clear();
  }
  for (uint32_t i = 0; depth > 0 && i < NamedChildCount(node) && out.empty(); ++i) {
    out = StringsIn(source, NamedChild(node, i), depth - 1);
  }
  return out;
}

// What a call's arguments or a dictionary's pairs say of the access inside: `inner` is the argument
// or pair that it stands in (null: the call is the access itself).
void TakeArguments(const PythonSource& source, TSNode holder, TSNode inner, SourceText& out) {
  const bool dictionary = NodeType(holder) == "dictionary";
  const auto key_of = [&](TSNode node) {
    if (dictionary) return source.StringOf(NodeField(node, "key"));
    const TSNode name = NodeField(node, "name");
    return ts_node_is_null(name) ? std::string() : std::string(source.TextOf(name));
  };
  const bool named = NodeType(inner) == "keyword_argument" || NodeType(inner) == "pair";
  const std::string_view keys = dictionary ? "default_keys" : "default";
  if (named && !IsPhrase("descriptions", keys, ToLower(key_of(inner)))) return;
  if (dictionary && !named) return;
  for (uint32_t i = 0; i < NamedChildCount(holder); ++i) {
    const TSNode argument = NamedChild(holder, i);
    if (NodeType(argument) != (dictionary ? "pair" : "keyword_argument")) continue;
    const std::string key = ToLower(key_of(argument));
    const TSNode value = NodeField(argument, "value");
    if (out.help.empty() && IsPhrase("descriptions", "help", key)) {
      out.help = FoldText(source.StringOf(value));
    } else if (out.values.empty() && !dictionary && IsPhrase("descriptions", "choices", key)) {
      constexpr int kDeep = 3;
      out.values = StringsIn(source, value, kDeep);
    }
  }
}

// A text of several words that a wrapper's call is given beside name and default.
std::string PlainHelp(const PythonSource& source, TSNode arguments, const Access& access) {
  constexpr long kWords = 3;
  for (uint32_t i = 1; i < NamedChildCount(arguments); ++i) {
    const std::string text = source.StringOf(NamedChild(arguments, i));
    if (std::count(text.begin(), text.end(), ' ') + 1 < kWords || text == access.default_text ||
        text.find("%s") != std::string::npos) {
      continue;
    }
    return FoldText(text);
  }
  return {};
}

// Of a declarator's call, flag("app_x", read("APP_X"), "what it is for"), the text behind the read.
std::string HelpBehind(const PythonSource& source, TSNode arguments, TSNode inner) {
  constexpr long kBlanks = 3;
  const std::string name = source.StringOf(NamedChild(arguments, 0));
  if (name.empty() || name.find(' ') != std::string::npos) return {};
  TSNode next = ts_node_is_null(inner) ? inner : NextNamed(inner);
  while (NodeType(next) == "comment") next = NextNamed(next);
  if (ts_node_is_null(next)) return {};
  const std::string text = source.StringOf(next);
  const bool words =
      std::count(text.begin(), text.end(), ' ') >= kBlanks && text.find("%s") == std::string::npos;
  return words ? FoldText(text) : std::string();
}

// From the access to its statement: help texts, comments. The statement.
TSNode TakeInside(const PythonSource& source, const Access& access, SourceText& out) {
  const TSNode leaf = source.At(access.place);
  TSNode node = leaf;
  bool own = true;  // the innermost call is the access itself
  while (!ts_node_is_null(node)) {
    const TSNode parent = NodeParent(node);
    if (NodeType(node) == "call") {
      const TSNode arguments = NodeField(node, "arguments");
      TSNode inner = leaf;
      while (!ts_node_is_null(inner) && !ts_node_eq(NodeParent(inner), arguments)) {
        inner = ts_node_eq(inner, node) ? TSNode{} : NodeParent(inner);
        if (ts_node_is_null(inner)) break;
      }
      TakeArguments(source, arguments, inner, out);
      if (own && out.help.empty() && !access.chain.empty()) {
        out.help = PlainHelp(source, arguments, access);
      } else if (!own && out.help.empty() && NodeType(inner) == "call") {
        out.help = HelpBehind(source, arguments, inner);
      }
      own = false;
    } else if (NodeType(node) == "pair") {
      TakeArguments(source, parent, node, out);
    }
    const bool statement = EndsStatement(node);
    if (out.comment.empty() && (statement || source.BeginsLine(node))) {
      out.comment = CommentOf(source, node);
    }
    if (statement) return node;
    node = parent;
  }
  return node;
}

// Whether a `return` of the function's own gives `name` back.
bool Returns(const PythonSource& source, TSNode node, std::string_view name, int depth) {
  constexpr int kDeep = 30;
  if (depth > kDeep) return false;
  for (uint32_t i = 0; i < NamedChildCount(node); ++i) {
    const TSNode child = NamedChild(node, i);
    if (IsFunction(child)) continue;
    if (NodeType(child) == "return_statement") {
      if (FindWord(source.TextOf(child), name) != std::string_view::npos) return true;
    } else if (Returns(source, child, name, depth + 1)) {
      return true;
    }
  }
  return false;
}

// Whether the function gives back what `statement`, which holds the access, reads.
bool GivesBack(const PythonSource& source, TSNode function, TSNode statement,
               const Access& access) {
  if (NodeType(statement) == "return_statement") return true;
  if (access.bound_kind == BoundKind::kReturn) return true;
  const TSNode first = NamedChild(statement, 0);
  if (NodeType(first) != "assignment") return false;
  const TSNode left = NodeField(first, "left");
  return NodeType(left) == "identifier" &&
         Returns(source, NodeField(function, "body"), source.TextOf(left), 0);
}

// Whether the function is little more than the read: what it is for is what the variable is for.
bool IsSmall(const PythonSource& source, TSNode function) {
  constexpr uint32_t kRows = 8;  // of its body, the docstring left out
  const TSNode body = NodeField(function, "body");
  const uint32_t begin = source.DocstringOf(function).empty() ? StartPoint(body).row
                                                              : EndPoint(NamedChild(body, 0)).row;
  return EndPoint(body).row - begin <= kRows;
}

// The function with the decorators in front of it.
TSNode Decorated(TSNode function) {
  const TSNode parent = NodeParent(function);
  return NodeType(parent) == "decorated_definition" ? parent : function;
}

// The string that stands below an assignment of a module or class.
std::string StringBelow(const PythonSource& source, TSNode statement) {
  if (NodeType(statement) != "expression_statement" ||
      NodeType(NamedChild(statement, 0)) != "assignment") {
    return {};
  }
  const TSNode next = NextNamed(statement);
  if (NodeType(next) != "expression_statement" ||
      StartPoint(next).row > EndPoint(statement).row + 1) {
    return {};
  }
  return Summary(source.StringOf(NamedChild(next, 0)));
}

}  // namespace

std::string CommentOf(const PythonSource& source, TSNode node) {
  const std::string behind = CommentAsDescription(source.CommentBehind(EndPoint(node).row));
  if (!behind.empty()) return behind;
  return CommentAsDescription(source.CommentAbove(StartPoint(node).row));
}

void FindPythonTexts(std::string_view text, const std::vector<const Access*>& accesses,
                     std::vector<SourceText>& out) {
  const PythonSource source(text);
  if (!source.parsed()) return;
  std::vector<AccessTarget> targets = FindPythonTargets(source, accesses);
  for (size_t i = 0; i < accesses.size(); ++i) out[i].target = std::move(targets[i]);
  // What each function reads, and which of that it gives back: its docstring describes the one
  // variable that it reads, or the only one of several that it gives back.
  struct Reading {
    std::set<std::string_view> read, given;
  };
  std::map<const void*, Reading> functions;
  std::vector<TSNode> statements;
  std::vector<bool> gives(accesses.size(), false);
  for (size_t i = 0; i < accesses.size(); ++i) {
    statements.push_back(TakeInside(source, *accesses[i], out[i]));
    const TSNode function = FunctionAround(statements.back());
    if (ts_node_is_null(function)) continue;
    gives[i] = GivesBack(source, function, statements[i], *accesses[i]);
    Reading& reading = functions[function.id];
    reading.read.insert(*accesses[i]->name);
    if (gives[i]) reading.given.insert(*accesses[i]->name);
  }
  for (size_t i = 0; i < accesses.size(); ++i) {
    if (ts_node_is_null(statements[i])) continue;
    const TSNode function = FunctionAround(statements[i]);
    if (ts_node_is_null(function)) {
      out[i].doc = StringBelow(source, statements[i]);
      continue;
    }
    const Reading& reading = functions[function.id];
    const bool alone = reading.read.size() == 1;
    const bool given = gives[i] && reading.given.size() == 1;
    const auto its = [&](const std::string& words, bool one) {
      return FindWord(words, *accesses[i]->name) != std::string::npos || given ||
             (one && IsSmall(source, function));
    };
    if (given) out[i].giver = source.TextOf(NodeField(function, "name"));
    const std::string docstring = source.DocstringOf(function);
    const std::string words = Summary(docstring);
    if (!alone) out[i].doc = PartNaming(docstring, *accesses[i]->name);
    if (out[i].doc.empty() && (alone || given) && its(words, alone)) out[i].doc = words;
    if (!out[i].doc.empty() || !out[i].comment.empty() || !words.empty()) continue;
    // Above the function, which may tell of all that it reads by name.
    const std::string above =
        CommentAsDescription(source.CommentAbove(StartPoint(Decorated(function)).row));
    if (its(above, alone)) out[i].comment = above;
  }
}

}  // namespace flagcensus
