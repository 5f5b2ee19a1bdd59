// accesses of one Python file ─→ what each value goes to, and what the file says of that
//
// From the read outwards, up to its statement: the argument that it is, what stands beside it in an
// `or`, the name that is assigned. A docstring around it may list that name, a class may declare it
// with a comment; an option's help and another function's docstring may stand in another file.
#include <algorithm>
#include <optional>

#include "analyzer/base/text.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/evidence/source_targets.h"
#include "analyzer/evidence/source_texts.h"
#include "analyzer/python/source.h"

namespace flagcensus {
namespace {

// The name behind the last dot: "host" of args.host.
std::string LastName(const PythonSource& source, TSNode node) {
  if (NodeType(node) == "attribute") node = NodeField(node, "attribute");
  return NodeType(node) == "identifier" ? std::string(source.TextOf(node)) : std::string();
}

// args.host: an attribute of a variable that is not the object itself.
bool IsOption(const PythonSource& source, TSNode node) {
  if (NodeType(node) != "attribute") return false;
  const TSNode object = NodeField(node, "object");
  return NodeType(object) == "identifier" && source.TextOf(object) != "self" &&
         source.TextOf(object) != "cls";
}

// The names that a read's expression and statement show.
struct ShownNames {
  std::vector<std::string> names;
  std::vector<std::string> options;
  std::string callee, parameter;
  TSNode statement = {};
};

void TakeShown(const PythonSource& source, TSNode node, ShownNames& out) {
  std::string name = LastName(source, node);
  if (name.empty()) return;
  if (IsOption(source, node)) out.options.push_back(name);
  out.names.push_back(std::move(name));
}

ShownNames NamesAround(const PythonSource& source, TSNode leaf) {
  ShownNames out;
  for (TSNode node = leaf; !ts_node_is_null(node); node = NodeParent(node)) {
    const TSNode parent = NodeParent(node);
    const std::string_view type = NodeType(parent);
    if (type == "boolean_operator" || type == "conditional_expression") {
      for (uint32_t i = 0; i < NamedChildCount(parent); ++i) {
        const TSNode other = NamedChild(parent, i);
        if (!ts_node_eq(other, node)) TakeShown(source, other, out);
      }
    } else if (type == "keyword_argument" || type == "default_parameter" ||
               type == "typed_default_parameter") {
      const TSNode name = NodeField(parent, "name");
      if (ts_node_eq(name, node)) continue;
      out.names.emplace_back(source.TextOf(name));
      const TSNode call = NodeParent(NodeParent(parent));
      if (type == "keyword_argument" && NodeType(call) == "call" && out.callee.empty()) {
        out.callee = LastName(source, NodeField(call, "function"));
        out.parameter = source.TextOf(name);
      }
    } else if (type == "assignment") {
      TakeShown(source, NodeField(parent, "left"), out);
    }
    if (!EndsStatement(node)) continue;
    out.statement = node;
    break;
  }
  return out;
}

// What a class says where it declares the field: a comment on the line or above it, or the string
// below.
std::string FieldText(const PythonSource& source, TSNode type, std::string_view name) {
  const TSNode body = NodeField(type, "body");
  for (uint32_t i = 0; !ts_node_is_null(body) && i < NamedChildCount(body); ++i) {
    const TSNode statement = NamedChild(body, i);
    const TSNode first = NamedChild(statement, 0);
    if (NodeType(statement) != "expression_statement" || NodeType(first) != "assignment") continue;
    if (source.TextOf(NodeField(first, "left")) != name) continue;
    std::string text = CommentOf(source, statement);
    const TSNode below = NextNamed(statement);
    if (text.empty() && NodeType(below) == "expression_statement") {
      text = source.StringOf(NamedChild(below, 0));
    }
    return text;
  }
  return {};
}

// What the functions and classes around the statement say of the name.
std::string TextAround(const PythonSource& source, TSNode statement, std::string_view name) {
  for (TSNode node = statement; !ts_node_is_null(node); node = NodeParent(node)) {
    const bool type = NodeType(node) == "class_definition";
    if (!type && !IsFunction(node)) continue;
    std::string text = ParameterText(source.DocstringOf(node), name);
    if (text.empty() && type) text = FieldText(source, node, name);
    if (!text.empty()) return text;
  }
  return {};
}

// The function around the statement that takes one of the names as its parameter, by the name that
// it is called by: a function of that name elsewhere may document the parameter.
void TakeParameterOf(const PythonSource& source, const ShownNames& shown, AccessTarget& out) {
  const TSNode function = FunctionAround(shown.statement);
  const TSNode parameters = NodeField(function, "parameters");
  for (uint32_t i = 0; i < NamedChildCount(parameters) && out.callee.empty(); ++i) {
    TSNode parameter = NamedChild(parameters, i);
    if (NodeType(parameter) != "identifier") {
      const TSNode name = NodeField(parameter, "name");
      parameter = ts_node_is_null(name) ? NamedChild(parameter, 0) : name;
    }
    const std::string name(source.TextOf(parameter));
    if (std::find(shown.names.begin(), shown.names.end(), name) == shown.names.end()) continue;
    out.callee = source.TextOf(NodeField(function, "name"));
    out.parameter = name;
  }
}

std::string KeywordText(const PythonSource& source, TSNode argument) {
  return NodeType(argument) == "keyword_argument"
             ? ToLower(source.TextOf(NodeField(argument, "name")))
             : std::string();
}

// Without what argparse fills in: "Threads (default: %(default)s)" is "Threads". A help that needs
// another of its values says nothing here.
std::string WithoutPlaceholders(std::string text) {
  constexpr std::string_view kDefault = "%(default)s";
  for (size_t at = text.find(kDefault); at != std::string::npos; at = text.find(kDefault)) {
    size_t begin = text.find_last_of("([.,;", at - std::min<size_t>(at, 1));
    if (begin == std::string::npos) return {};
    const std::string close = text[begin] == '(' ? ")" : text[begin] == '[' ? "]" : ".,;";
    size_t end = std::min(text.find_first_of(close, at + kDefault.size()), text.size());
    if (end < text.size() && close.size() == 1) ++end;
    if (text[begin] == '.') ++begin;
    text.erase(begin, end - begin);
  }
  if (text.find("%(") != std::string::npos) return {};
  return std::string(Trim(ReplaceAll(text, "%%", "%")));
}

// The destination of a call that declares an option, and its help.
void ReadOption(const PythonSource& source, TSNode call, const WantedTargets& wanted,
                TargetTexts& out) {
  const std::string declarator = LastName(source, NodeField(call, "function"));
  if (!IsPhrase("descriptions", "option_declarators", declarator)) return;
  const TSNode arguments = NodeField(call, "arguments");
  std::string option, destination, help;
  for (uint32_t i = 0; i < NamedChildCount(arguments); ++i) {
    const TSNode argument = NamedChild(arguments, i);
    const std::string key = KeywordText(source, argument);
    const std::string text = source.StringOf(key.empty() ? argument : NodeField(argument, "value"));
    if (key == "dest" || (key.empty() && !text.empty() && !text.starts_with('-'))) {
      destination = text;
    } else if (key.empty() && text.starts_with("--")) {
      option = text.substr(2);
    } else if (IsPhrase("descriptions", "help", key)) {
      help = text;
    }
  }
  if (destination.empty()) destination = ReplaceAll(option, "-", "_");
  help = WithoutPlaceholders(FoldText(help));
  if (help.empty() || !wanted.options.contains(destination)) return;
  out.options[destination].insert(std::move(help));
}

// The help of a declarator that names a variable: "where it listens (OVEN_PORT env var)".
void ReadHelp(const PythonSource& source, TSNode argument, const WantedTargets& wanted,
              TargetTexts& out) {
  constexpr long kBlanks = 3;
  if (!IsPhrase("descriptions", "help", KeywordText(source, argument))) return;
  const std::string text = FoldText(source.StringOf(NodeField(argument, "value")));
  if (std::count(text.begin(), text.end(), ' ') < kBlanks) return;
  for (size_t at = 0; at < text.size(); ++at) {
    const size_t end = EndOfRun(text, at, IsIdentifierByte);
    const auto found = wanted.variables.find(std::string_view(text).substr(at, end - at));
    // "(OVEN_PORT env var)", "environment variable OVEN_PORT"; not one that is named in passing.
    constexpr size_t kNear = 30;
    const size_t begin = at > kNear ? at - kNear : 0;
    const std::string around = ToLower(text.substr(begin, end + kNear - begin));
    if (found != wanted.variables.end() && around.find("env") != std::string::npos) {
      out.variables[*found].insert(text);
    }
    at = std::max(at, end);
  }
}

// The docstrings of functions and classes that are called with a read; of a class those of its
// constructor too.
void ReadCallee(const PythonSource& source, TSNode node, const WantedTargets& wanted,
                TargetTexts& out) {
  std::string name(source.TextOf(NodeField(node, "name")));
  if (name == "__init__") {
    const TSNode type = NodeParent(NodeParent(node));
    if (NodeType(type) == "class_definition") name = source.TextOf(NodeField(type, "name"));
  }
  if (!wanted.callees.contains(name)) return;
  const std::string docstring = source.DocstringOf(node);
  for (auto at = wanted.parameters.lower_bound({name, ""});
       at != wanted.parameters.end() && at->first == name; ++at) {
    std::string text = ParameterText(docstring, at->second);
    if (text.empty() && !IsFunction(node)) text = FieldText(source, node, at->second);
    if (!text.empty()) out.parameters[*at].insert(std::move(text));
  }
}

std::vector<std::string> NamesakesOf(const std::string& variable) {
  std::vector<std::string> out;
  const std::string lower = ToLower(variable);
  const size_t first = lower.find('_');
  if (first != std::string::npos && first + 1 < lower.size())
    out.push_back(lower.substr(first + 1));
  out.push_back(lower);
  return out;
}

}  // namespace

std::vector<AccessTarget> FindPythonTargets(const PythonSource& source,
                                            const std::vector<const Access*>& accesses) {
  std::vector<AccessTarget> out(accesses.size());
  std::set<std::string, std::less<>> names;
  for (const Access* access : accesses) names.insert(*access->name);
  const auto listed = ListedTexts(source.text(), names);
  for (size_t i = 0; i < accesses.size(); ++i) {
    ShownNames shown = NamesAround(source, source.At(accesses[i]->place));
    for (const std::string& name : shown.names) {
      if (out[i].text.empty()) out[i].text = TextAround(source, shown.statement, name);
    }
    out[i].options = std::move(shown.options);
    out[i].variable = *accesses[i]->name;
    out[i].namesakes = NamesakesOf(out[i].variable);
    // "Environment variables:" of the module's, a class's or a function's docstring.
    const auto told = listed.find(out[i].variable);
    if (told != listed.end()) out[i].listed = told->second;
    out[i].callee = std::move(shown.callee);
    out[i].parameter = std::move(shown.parameter);
    if (out[i].callee.empty() && out[i].text.empty()) TakeParameterOf(source, shown, out[i]);
  }
  return out;
}

void ReadPythonTargets(std::string_view text, const WantedTargets& wanted, TargetTexts& out) {
  const auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  const bool options = !wanted.options.empty() && (has("option(") || has("argument("));
  const bool help = !wanted.variables.empty() && has("help");
  const bool callees = std::any_of(
      wanted.callees.begin(), wanted.callees.end(),
      [&](const std::string& name) { return has("def " + name) || has("class " + name); });
  if (!options && !callees && !help) return;
  const PythonSource source(text);
  if (!source.parsed()) return;
  source.ForEach([&](TSNode node) {
    if (help && NodeType(node) == "keyword_argument") ReadHelp(source, node, wanted, out);
    if (NodeType(node) == "call" && options) {
      ReadOption(source, node, wanted, out);
    } else if (callees && (IsFunction(node) || NodeType(node) == "class_definition")) {
      ReadCallee(source, node, wanted, out);
    }
  });
}

}  // namespace flagcensus
