// accesses of one Python file ─→ what receives each value, and what the file says about that
//
//   class Oven:
//     """Attributes:
//          rack: which rack to use
//     """
//     def __init__(self, rack=os.environ.get("OVEN_RACK")): ...
//     ─→ the name "rack" around the read; text "which rack to use"
//
// From the read outwards, up to its statement: the argument that it is, the other operands of an
// `or`, the name that is assigned. A docstring around it may list that name, a class may declare it
// with a comment. An option's help and another function's docstring may be in another file.
#include <algorithm>
#include <optional>
#include <set>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/evidence/source_targets.h"
#include "analyzer/evidence/source_texts.h"
#include "analyzer/python/parser.h"
#include "analyzer/python/source.h"

namespace flagcensus {
namespace {

// The name after the last dot: "host" of args.host.
std::string LastName(const PythonSource& source, NodeId node) {
  const bool named =
      source.kind(node) == NodeKind::kName || source.kind(node) == NodeKind::kAttribute;
  return named ? source.syntax().text(node) : std::string();
}

// args.host: an attribute of a variable that is not the object itself.
bool IsOption(const PythonSource& source, NodeId node) {
  if (source.kind(node) != NodeKind::kAttribute) return false;
  const NodeId object = source.Child(node, 0);
  const std::string name = LastName(source, object);
  return source.kind(object) == NodeKind::kName && name != "self" && name != "cls";
}

// The names that occur around a read in its expression and statement.
struct ShownNames {
  std::vector<std::string> names;
  std::vector<std::string> options;
  std::string callee, parameter;
  NodeId statement = kNoNode;
};

void TakeShown(const PythonSource& source, NodeId node, ShownNames& out) {
  std::string name = LastName(source, node);
  if (name.empty()) return;
  if (IsOption(source, node)) out.options.push_back(name);
  out.names.push_back(std::move(name));
}

//
//   self.rack = args.rack or os.environ["OVEN_RACK"]     ─→ names rack, rack; options rack
//   Oven(rack=os.environ["OVEN_RACK"])                   ─→ names rack; callee Oven, parameter rack
//   def bake(rack=os.environ["OVEN_RACK"]): ...          ─→ names rack
ShownNames NamesAround(const PythonSource& source, NodeId leaf) {
  const Syntax& syntax = source.syntax();
  ShownNames out;
  for (NodeId node = leaf; node != kNoNode; node = source.Parent(node)) {
    // The kind of the node around the value so far decides.
    const NodeId parent = source.Parent(node);
    switch (source.kind(parent)) {
      case NodeKind::kAnd:
      case NodeKind::kOr:
      case NodeKind::kConditional:
        for (size_t i = 0; i < syntax.count(parent); ++i) {
          const NodeId other = syntax.child(parent, i);
          if (other != node) TakeShown(source, other, out);
        }
        break;
      case NodeKind::kKeyword: {
        out.names.push_back(syntax.text(parent));
        const NodeId call = source.Parent(parent);
        if (source.kind(call) == NodeKind::kCall && out.callee.empty()) {
          out.callee = LastName(source, source.Child(call, 0));
          out.parameter = syntax.text(parent);
        }
        break;
      }
      case NodeKind::kParameter:
        if (syntax.count(parent) > 1) out.names.push_back(syntax.text(parent));
        break;
      case NodeKind::kAssign:
      case NodeKind::kAnnotated:
        for (const NodeId target : source.TargetsOf(parent)) TakeShown(source, target, out);
        break;
      default:
        break;
    }
    if (!source.IsStatement(node)) continue;
    out.statement = node;
    break;
  }
  return out;
}

// The help of the call that declares the field: "rack = Int(3, help='Which rack.')".
std::string DeclaredHelp(const PythonSource& source, NodeId statement) {
  const Syntax& syntax = source.syntax();
  for (size_t i = 0; i < syntax.count(statement); ++i) {
    const NodeId call = syntax.child(statement, i);
    for (size_t k = 1; source.kind(call) == NodeKind::kCall && k < syntax.count(call); ++k) {
      const NodeId argument = syntax.child(call, k);
      if (syntax.kind(argument) == NodeKind::kKeyword &&
          IsPhrase("descriptions", "help", ToLower(syntax.text(argument)))) {
        return FoldText(source.StringOf(syntax.child(argument, 0)));
      }
    }
  }
  return {};
}

// The text in the annotation of a name: "rack: Annotated[int, 'Which rack.'] = ...", or the help of
// a call in it.
std::string AnnotationText(const PythonSource& source, NodeId statement) {
  const Syntax& syntax = source.syntax();
  if (source.kind(statement) != NodeKind::kAnnotated) return {};
  const NodeId annotation = source.Child(statement, 1);
  if (source.kind(annotation) != NodeKind::kSubscript ||
      LastName(source, source.Child(annotation, 0)) != "Annotated") {
    return {};
  }
  const NodeId items = source.Child(annotation, 1);
  for (size_t i = 1; items != kNoNode && i < syntax.count(items); ++i) {
    const NodeId item = syntax.child(items, i);
    std::string text = FoldText(source.StringOf(item));
    if (text.find(' ') != std::string::npos) return text;
    if (source.kind(item) != NodeKind::kCall) continue;
    const bool doc = LastName(source, source.Child(item, 0)) == "Doc";  // PEP 727
    for (size_t k = 1; k < syntax.count(item); ++k) {
      const NodeId argument = syntax.child(item, k);
      const bool help = source.kind(argument) == NodeKind::kKeyword &&
                        IsPhrase("descriptions", "help", ToLower(syntax.text(argument)));
      if (help || doc)
        return FoldText(source.StringOf(help ? syntax.child(argument, 0) : argument));
    }
  }
  return {};
}

// What a class says at the declaration of the field: a comment on the line or above it, the string
// below, or the help of the declaration.
std::string FieldText(const PythonSource& source, NodeId type, std::string_view name) {
  const Syntax& syntax = source.syntax();
  const NodeId body = BodyOf(syntax, type);
  for (size_t i = 0; i < syntax.count(body); ++i) {
    const NodeId statement = syntax.child(body, i);
    const std::vector<NodeId> targets = source.TargetsOf(statement);
    if (targets.empty() || source.TextOf(targets.back()) != name) continue;
    std::string text = CommentOf(source, statement);
    if (text.empty()) text = source.StringStatement(source.Child(body, i + 1));
    return text.empty() ? DeclaredHelp(source, statement) : text;
  }
  return {};
}

// The field with a default made by the function around the statement, as its decorator states:
// "@default('rack')"; "" if there is no such decorator.
std::string DefaultedField(const PythonSource& source, NodeId statement) {
  const Syntax& syntax = source.syntax();
  const NodeId function = source.FunctionAround(statement);
  for (size_t i = 0; function != kNoNode && i < syntax.count(function); ++i) {
    const NodeId decorator = syntax.child(function, i);
    if (source.kind(decorator) != NodeKind::kDecorator) continue;
    const NodeId call = source.Child(decorator, 0);
    if (source.kind(call) != NodeKind::kCall || syntax.count(call) < 2) continue;
    if (LastName(source, syntax.child(call, 0)) == "default") {
      return source.StringOf(syntax.child(call, 1));
    }
  }
  return {};
}

// What the docstrings of the functions and classes around the statement say about the name, the
// innermost first.
std::string TextAround(const PythonSource& source, NodeId statement, std::string_view name) {
  for (NodeId node = statement; node != kNoNode; node = source.Parent(node)) {
    const bool type = source.kind(node) == NodeKind::kClass;
    if (!type && source.kind(node) != NodeKind::kFunction) continue;
    std::string text = ParameterText(source.DocstringOf(node), name);
    if (text.empty() && type) text = FieldText(source, node, name);
    if (!text.empty()) return text;
  }
  return {};
}

// Sets callee and parameter to the function around the statement that has one of the names as a
// parameter: a function of that name elsewhere may document the parameter.
void TakeParameterOf(const PythonSource& source, const ShownNames& shown, AccessTarget& out) {
  const Syntax& syntax = source.syntax();
  const NodeId function = source.FunctionAround(shown.statement);
  const NodeId parameters = source.Child(function, 0);
  for (size_t i = 0; parameters != kNoNode && i < syntax.count(parameters); ++i) {
    const std::string& name = syntax.text(syntax.child(parameters, i));
    if (std::find(shown.names.begin(), shown.names.end(), name) == shown.names.end()) continue;
    out.callee = syntax.text(function);
    out.parameter = name;
    return;
  }
}

// The text without what argparse fills in: "Threads (default: %(default)s)" is "Threads". A help
// with another placeholder is not used.
// The bracket or sentence with the placeholder is removed as a whole.
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

// Reads the destination of a call that declares an option, and its help.
//
//   add_argument("-p", "--oven-port", help="The port.")  ─→ options: oven_port, "The port."
void ReadOption(const PythonSource& source, NodeId call, const WantedTargets& wanted,
                TargetTexts& out) {
  const Syntax& syntax = source.syntax();
  const std::string declarator = LastName(source, syntax.child(call, 0));
  if (!IsPhrase("descriptions", "option_declarators", declarator)) return;
  std::string option, destination, help;
  for (size_t i = 1; i < syntax.count(call); ++i) {
    const NodeId argument = syntax.child(call, i);
    const bool keyword = syntax.kind(argument) == NodeKind::kKeyword;
    const std::string key = keyword ? ToLower(syntax.text(argument)) : std::string();
    const std::string text = source.StringOf(keyword ? syntax.child(argument, 0) : argument);
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

// Reads the help of a declarator that names a variable: "where it listens (OVEN_PORT env var)".
void ReadHelp(const PythonSource& source, NodeId keyword, const WantedTargets& wanted,
              TargetTexts& out) {
  constexpr long kBlanks = 3;
  const Syntax& syntax = source.syntax();
  if (!IsPhrase("descriptions", "help", ToLower(syntax.text(keyword)))) return;
  const std::string text = FoldText(source.StringOf(syntax.child(keyword, 0)));
  if (std::count(text.begin(), text.end(), ' ') < kBlanks) return;
  for (size_t at = 0; at < text.size(); ++at) {
    const size_t end = EndOfRun(text, at, IsIdentifierByte);
    const auto found = wanted.variables.find(std::string_view(text).substr(at, end - at));
    // "(OVEN_PORT env var)", "environment variable OVEN_PORT"; not a name that is mentioned without
    // the word within thirty bytes.
    constexpr size_t kNear = 30;
    const size_t begin = at > kNear ? at - kNear : 0;
    const std::string around = ToLower(text.substr(begin, end + kNear - begin));
    if (found != wanted.variables.end() && around.find("env") != std::string::npos) {
      out.variables[*found].insert(text);
    }
    at = std::max(at, end);
  }
}

// Reads the docstrings of functions and classes that are called with a read; for a class also that
// of its constructor.
void ReadCallee(const PythonSource& source, NodeId node, const WantedTargets& wanted,
                TargetTexts& out) {
  std::string name = source.syntax().text(node);
  if (name == "__init__") {
    const NodeId type = source.Parent(source.Parent(node));
    if (source.kind(type) == NodeKind::kClass) name = source.syntax().text(type);
  }
  if (!wanted.callees.contains(name)) return;
  const std::string docstring = source.DocstringOf(node);
  for (auto at = wanted.parameters.lower_bound({name, ""});
       at != wanted.parameters.end() && at->first == name; ++at) {
    std::string text = ParameterText(docstring, at->second);
    if (text.empty() && source.kind(node) == NodeKind::kClass)
      text = FieldText(source, node, at->second);
    if (!text.empty()) out.parameters[*at].insert(std::move(text));
  }
}

// The settings that may have the same name: "rack" and "oven_rack" for OVEN_RACK.
std::vector<std::string> NamesakesOf(const std::string& variable) {
  std::vector<std::string> out;
  const std::string lower = ToLower(variable);
  const size_t first = lower.find('_');
  if (first != std::string::npos && first + 1 < lower.size())
    out.push_back(lower.substr(first + 1));
  out.push_back(lower);
  return out;
}

// What follows a quote in the text, as far as it can be of a name: "OVEN_RACK" and "OVEN_" of
// `f(x, "OVEN_RACK")` and `f'OVEN_{x}'`.
std::set<std::string_view> QuotedStarts(std::string_view text) {
  std::set<std::string_view> out;
  for (size_t at = text.find_first_of("\"'"); at != std::string_view::npos;
       at = text.find_first_of("\"'", at + 1)) {
    size_t end = at + 1;
    while (end < text.size() && IsIdentifierByte(text[end])) ++end;
    if (end > at + 1) out.insert(text.substr(at + 1, end - at - 1));
  }
  return out;
}

// The names of settings from which the file composes variables, "rack" of OVEN_RACK: those of
// variables that it does not spell out.
std::set<std::string, std::less<>> ComposedTails(
    std::string_view text, const std::set<std::string, std::less<>>& variables) {
  std::set<std::string, std::less<>> out;
  const std::set<std::string_view> written = QuotedStarts(text);
  for (const std::string& variable : variables) {
    const auto found = written.lower_bound(variable);
    if (found != written.end() && found->starts_with(variable)) continue;
    if (variable.find('_') != std::string::npos) out.insert(NamesakesOf(variable).front());
  }
  return out;
}

}  // namespace

std::vector<AccessTarget> FindPythonTargets(const PythonSource& source,
                                            const std::vector<const Access*>& accesses) {
  std::vector<AccessTarget> out(accesses.size());
  std::set<std::string, std::less<>> names;
  for (const Access* access : accesses) names.insert(*access->name);
  // Texts that the file lists for its variables, by their names or by the names of their settings.
  const auto listed = ListedTexts(source.text(), names);
  const auto listed_tails = ListedTexts(source.text(), ComposedTails(source.text(), names));
  for (size_t i = 0; i < accesses.size(); ++i) {
    ShownNames shown = NamesAround(source, source.At(accesses[i]->place));
    std::string field = DefaultedField(source, shown.statement);
    if (!field.empty()) shown.names.push_back(std::move(field));
    out[i].text = AnnotationText(source, shown.statement);
    for (const std::string& name : shown.names) {
      if (out[i].text.empty()) out[i].text = TextAround(source, shown.statement, name);
    }
    out[i].options = std::move(shown.options);
    out[i].variable = *accesses[i]->name;
    out[i].namesakes = NamesakesOf(out[i].variable);
    // "Environment variables:" in the docstring of the module, a class or a function.
    const auto stated = listed.find(out[i].variable);
    if (stated != listed.end()) out[i].listed = stated->second;
    const auto tail = listed_tails.find(out[i].namesakes.front());
    if (tail != listed_tails.end() && out[i].listed.empty()) out[i].namesake = tail->second;
    out[i].callee = std::move(shown.callee);
    out[i].parameter = std::move(shown.parameter);
    if (out[i].callee.empty() && out[i].text.empty()) TakeParameterOf(source, shown, out[i]);
  }
  return out;
}

// Most files contain none of the words and are not parsed.
void ReadPythonTargets(std::string_view text, const WantedTargets& wanted, TargetTexts& out) {
  const auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  const bool options = !wanted.options.empty() && (has("option(") || has("argument("));
  const bool help = !wanted.variables.empty() && has("help");
  const bool callees = std::any_of(
      wanted.callees.begin(), wanted.callees.end(),
      [&](const std::string& name) { return has("def " + name) || has("class " + name); });
  if (!options && !callees && !help) return;
  const PythonFile parsed = ParsePython(text);
  const PythonSource source(text, parsed.syntax);
  for (NodeId node = 0; node < parsed.syntax.nodes.size(); ++node) {
    const NodeKind kind = source.kind(node);
    if (help && kind == NodeKind::kKeyword) ReadHelp(source, node, wanted, out);
    if (kind == NodeKind::kCall && options) {
      ReadOption(source, node, wanted, out);
    } else if (callees && (kind == NodeKind::kFunction || kind == NodeKind::kClass)) {
      ReadCallee(source, node, wanted, out);
    }
  }
}

}  // namespace flagcensus
