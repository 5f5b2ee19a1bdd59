// Parsers of the tree that derive from argparse's and iterate over their options (argparse, "The
// add_argument() method", which fills `_actions`):
//
//   class Parser(ArgumentParser):
//       def read_defaults(self):
//           for action in self._actions:
//               os.environ.get(f"APP_{action.dest.upper()}")
//   parser.add_argument("--log-level")          reads APP_LOG_LEVEL
//
// Options are collected as they are added, to any parser of that kind; when all are known, the
// methods that iterate over them are run. Options of different parsers are not distinguished: a
// program with two such parsers gets the reads of both for each option.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

constexpr std::string_view kParser = "argparse.ArgumentParser";

// Directly or through bases of the tree.
bool IsParser(const SymbolTable& symbols, ClassObject* type) {
  const std::vector<Symbol> bases = LibraryBasesOf(type);
  return std::any_of(bases.begin(), bases.end(),
                     [&](Symbol base) { return symbols.TextOf(base) == kParser; });
}

// The option's strings, spelled as its declaration wherever they are used.
std::vector<Val> OptionStrings(Machine& m, const CallArguments& arguments, NodeId node) {
  std::vector<Val> out;
  for (Val one : arguments.positional) {
    const ConstantVal* text = AsTextConstant(one);
    if (text == nullptr) continue;
    // A string from a table keeps its own place.
    const bool placed = text->mark.unit >= 0;
    out.push_back(
        m.values.Text(text->text, {Mark::kDeclared, placed ? text->mark.unit : m.run.frame->unit,
                                   placed ? text->mark.node : node}));
  }
  return out;
}

// The name of the option's value (argparse, "dest"): the first long string, otherwise the first
// string; null: the option has no string. `dest` replaces the name but not the place.
Val DestinationOf(Machine& m, const std::vector<Val>& strings, const CallArguments& arguments) {
  const ConstantVal* best = nullptr;
  for (Val one : strings) {
    const ConstantVal* text = AsTextConstant(one);
    const bool is_long = m.symbols.TextOf(text->text).starts_with("--");
    if (best == nullptr || (is_long && !m.symbols.TextOf(best->text).starts_with("--")))
      best = text;
  }
  if (best == nullptr) return nullptr;
  if (const ConstantVal* own = AsTextConstant(arguments.Keyword(m.symbols.Intern("dest")))) {
    return m.values.Text(own->text, best->mark);
  }
  std::string name = m.symbols.TextOf(best->text);
  if (name.starts_with("-")) {
    name.erase(0, std::min(name.find_first_not_of('-'), name.size()));
    name = ReplaceAll(name, "-", "_");
  }
  return m.values.Text(m.symbols.Intern(name), best->mark);
}

// The value of the option if the command line does not contain it; null: None.
Val DefaultOf(Machine& m, const CallArguments& arguments) {
  if (Val given = arguments.Keyword(m.symbols.Intern("default"))) return given;
  const ConstantVal* action = AsTextConstant(arguments.Keyword(m.symbols.Intern("action")));
  if (action == nullptr) return nullptr;
  // A switch states no default: store_true starts as False, store_false as True.
  const std::string& word = m.symbols.TextOf(action->text);
  if (word == "store_true" || word == "store_false") return m.values.boolean(word == "store_false");
  return nullptr;
}

// The type to which the option's value is parsed (argparse, "type", "action", "choices"): by
// default a text.
ValueType TypeOfOption(Machine& m, const CallArguments& arguments) {
  // `type` has precedence over `action`: type=int is a number.
  if (const LibraryVal* parse = AsLibrary(arguments.Keyword(m.symbols.Intern("type")))) {
    const auto row = m.program.table.conversions.find(m.symbols.TextOf(parse->path));
    if (row != m.program.table.conversions.end()) return row->second;
  }
  if (arguments.Keyword(m.symbols.Intern("choices")) != nullptr) return ValueType::kEnum;
  const ConstantVal* action = AsTextConstant(arguments.Keyword(m.symbols.Intern("action")));
  const std::string word = action == nullptr ? "" : m.symbols.TextOf(action->text);
  if (word == "store_true" || word == "store_false") return ValueType::kBool;
  if (word == "count") return ValueType::kInt;
  return word == "append" || word == "extend" ? ValueType::kList : ValueType::kStr;
}

// The object that `add_argument` returns: an Action with the fields that methods of such parsers
// read. A second call at the same place returns the same object, so a run that is repeated
// adds no duplicates.
Val AddOption(Machine& m, const CallArguments& arguments, NodeId node) {
  const std::vector<Val> strings = OptionStrings(m, arguments, node);
  Val name = DestinationOf(m, strings, arguments);
  const ConstantVal* text = AsTextConstant(name);
  if (text == nullptr) return m.values.unknown();
  const CodePoint at{text->mark.unit, text->mark.node};
  const auto [known, added] = m.libraries.options.try_emplace({at, text->text}, nullptr);
  if (!added) return known->second;
  ClassObject* type = m.heap.New<ClassObject>();
  type->name = m.symbols.Intern("Action");
  InstanceObject* option = m.heap.New<InstanceObject>();
  option->type = type;
  // The fields that argparse's own Action has, as far as they are arguments.
  for (const std::string_view field :
       {"type", "help", "choices", "nargs", "const", "metavar", "required"}) {
    const Symbol symbol = m.symbols.Intern(field);
    Val given = arguments.Keyword(symbol);
    option->slots.Set(TextKey(symbol), given == nullptr ? m.values.none() : given);
  }
  Val otherwise = DefaultOf(m, arguments);
  // A positional argument has no option strings.
  const bool positional = !m.symbols.TextOf(AsTextConstant(strings[0])->text).starts_with("-");
  option->slots.Set(TextKey(m.symbols.Intern("dest")), name);
  option->slots.Set(TextKey(m.symbols.Intern("default")),
                    otherwise == nullptr ? m.values.none() : otherwise);
  option->slots.Set(
      TextKey(m.symbols.Intern("option_strings")),
      m.heap.Sequence(SequenceKind::kList, positional ? std::vector<Val>() : strings));
  // The default and the type are known by the place where the option is spelled: that is where its
  // variable is reported.
  for (Val one : strings) {
    const Mark& mark = AsTextConstant(one)->mark;
    m.libraries.option_types.try_emplace({mark.unit, mark.node}, TypeOfOption(m, arguments));
    if (otherwise != nullptr) m.found.declared.try_emplace({mark.unit, mark.node}, otherwise);
  }
  known->second = option->self;
  return option->self;
}

}  // namespace

Val OptionsOf(Machine& m, InstanceObject* parser) {
  if (!IsParser(m.symbols, parser->type)) return nullptr;
  // The class is run again when all options are known; see RunParsers.
  m.libraries.parsers.insert(parser->type);
  std::vector<Val> all;
  for (const auto& one : m.libraries.options) all.push_back(one.second);
  // Code that is not followed may add others, so the list is open.
  return m.heap.Sequence(SequenceKind::kList, std::move(all), m.values.unknown());
}

std::optional<Val> CallOfArgumentParser(Machine& m, const LibraryVal& callee,
                                        const CallArguments& arguments, NodeId node) {
  const std::string& path = m.symbols.TextOf(callee.path);
  static const std::string kStart = std::string(kParser) + "().";
  if (!path.starts_with(kStart) || callee.arguments.positional.empty()) return std::nullopt;
  // The parser is the first argument of its own methods, as attributes.cc binds it.
  Val parser = callee.arguments.positional[0];
  if (AsInstance(parser) == nullptr) return std::nullopt;
  const std::string_view method = std::string_view(path).substr(kStart.size());
  if (method == "add_argument") return AddOption(m, arguments, node);
  // A group, or the parser of a subcommand, accepts options as the parser does.
  const bool same = method == "add_argument_group" || method == "add_mutually_exclusive_group" ||
                    method == "add_subparsers" || method == "add_parser";
  return same ? std::optional(parser) : std::nullopt;
}

void AddOptionByName(Machine& m, NodeId call, const CallArguments& arguments) {
  const Syntax& syntax = SyntaxHere(m);
  // If no parser of the tree iterates over its options, the option needs no collecting.
  if (m.libraries.parsers.empty() || syntax.kind(call) != NodeKind::kCall) return;
  const NodeId name = syntax.child(call, 0);
  const bool adds =
      syntax.kind(name) == NodeKind::kAttribute && syntax.text(name) == "add_argument";
  if (adds) AddOption(m, arguments, call);
}

}  // namespace flagcensus
