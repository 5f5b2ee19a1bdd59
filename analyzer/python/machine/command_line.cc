// Options of a command line with variables that are derived from a prefix (Click, "Options":
// "Dynamic Defaults for Prompts", "Values from Environment Variables"; Typer builds on Click).
//
//   @click.command(context_settings={"auto_envvar_prefix": "APP"})
//   @click.option("--log-level", default="info")          reads APP_LOG_LEVEL
//
// A command in a group has the group's prefix followed by its own name: APP_SERVE_PORT. Arguments
// have no such variable, nor does an option with allow_from_autoenv=False.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

constexpr std::string_view kPrefixWord = "auto_envvar_prefix";

// Paths of the declarators' results that are options and commands: click.option(), typer.command().
bool IsOption(std::string_view path) { return path.ends_with(".option()"); }
bool IsCommand(std::string_view path) {
  return path.ends_with(".command()") || path.ends_with(".group()");
}

// log-level → LOG_LEVEL
std::string AsVariable(std::string_view name) {
  return ToUpper(ReplaceAll(std::string(name), "-", "_"));
}

// The name of the option's value: the one that is spelled without dashes, otherwise the one with
// the most dashes ("--log-level" rather than "-l"). "--on/--off" is named by its first half.
std::string NameOfOption(const SymbolTable& symbols, const CallArguments& arguments) {
  std::string best;
  size_t dashes = 0;
  for (Val one : arguments.positional) {
    const ConstantVal* text = AsTextConstant(one);
    if (text == nullptr) continue;
    std::string_view name = symbols.TextOf(text->text);
    name = name.substr(0, name.find('/'));
    name = name.substr(0, name.find(' '));
    const size_t first = name.find_first_not_of('-');
    if (first == std::string_view::npos) continue;
    if (first == 0) return AsVariable(name);
    if (best.empty() || first > dashes) {
      best = AsVariable(name.substr(first));
      dashes = first;
    }
  }
  return best;
}

// "--shout/--no-shout" is a switch.
bool HasSwitch(const SymbolTable& symbols, const CallArguments& arguments) {
  return std::any_of(arguments.positional.begin(), arguments.positional.end(), [&](Val one) {
    const ConstantVal* text = AsTextConstant(one);
    return text != nullptr && symbols.TextOf(text->text).find("/-") != std::string::npos;
  });
}

std::string TextArgument(Machine& m, Val value) {
  const ConstantVal* text = AsTextConstant(value);
  return text == nullptr ? "" : m.symbols.TextOf(text->text);
}

// The prefix that the command's own settings specify; empty: they specify none.
std::string OwnPrefix(Machine& m, const FunctionObject& command) {
  // The decorator with the settings is one of the function's options.
  for (Val option : command.options) {
    const LibraryVal* library = AsLibrary(option);
    if (library == nullptr || !IsCommand(m.symbols.TextOf(library->path))) continue;
    Val settings = library->arguments.Keyword(m.symbols.Intern("context_settings"));
    const MappingObject* mapping = settings == nullptr ? nullptr : AsMapping(settings);
    if (mapping == nullptr) continue;
    Val prefix = mapping->slots.Get(TextKey(m.symbols.Intern(std::string(kPrefixWord))));
    if (std::string text = TextArgument(m, prefix); !text.empty()) return ToUpper(text);
  }
  return "";
}

// The name of the command in its group: an argument of its declarator, otherwise the function's
// name.
std::string NameOfCommand(Machine& m, const FunctionObject& command) {
  for (Val option : command.options) {
    const LibraryVal* library = AsLibrary(option);
    if (library == nullptr || !IsCommand(m.symbols.TextOf(library->path))) continue;
    const CallArguments& arguments = library->arguments;
    Val name = arguments.Keyword(m.symbols.Intern("name"));
    if (name == nullptr && !arguments.positional.empty()) name = arguments.positional[0];
    if (std::string text = TextArgument(m, name); !text.empty()) return AsVariable(text);
  }
  return AsVariable(m.symbols.TextOf(command.name));
}

// ReadDeclared for a declarator at `node` of `unit`, which may differ from the running one.
void ReadAt(Machine& m, const std::string& path, const CallArguments& arguments, int unit,
            NodeId node) {
  const int running = m.run.frame->unit;
  m.run.frame->unit = unit;
  ReadDeclared(m, path, arguments, node, kPrefixWord);
  m.run.frame->unit = running;
}

void ReadOption(Machine& m, const LibraryVal& option, const std::string& prefix) {
  // The option is read by its own row, with a computed variable's name.
  const std::string& path = m.symbols.TextOf(option.path);
  const std::string name = NameOfOption(m.symbols, option.arguments);
  Val allowed = option.arguments.Keyword(m.symbols.Intern("allow_from_autoenv"));
  if (name.empty() || (allowed != nullptr && KnownTruth(TruthOf(m, allowed)) == false)) return;
  // The derived variable replaces one that `envvar` names: that one is read as well, by the row of
  // the declarator itself.
  CallArguments arguments = option.arguments;
  const Symbol keyword = m.symbols.Intern("envvar");
  std::erase_if(arguments.keywords, [&](const auto& one) { return one.first == keyword; });
  if (HasSwitch(m.symbols, arguments)) {
    arguments.keywords.emplace_back(m.symbols.Intern("is_flag"), m.values.boolean(true));
  }
  // Spelled where the option is declared, in any frame. The number is at or above Mark::kDeclared.
  const Mark mark{0xfffffffd, option.unit, option.node};
  arguments.keywords.emplace_back(keyword,
                                  m.values.Text(m.symbols.Intern(prefix + "_" + name), mark));
  ReadAt(m, path.substr(0, path.size() - 2), arguments, option.unit, option.node);
}

// Typer: parameters with a default are options ("CLI Options"); one without is an argument, unless
// its annotation declares an option.
void ReadParameters(Machine& m, const FunctionObject& command, const std::string& prefix) {
  const PythonUnit& unit = UnitAt(m, command.unit);
  const Syntax& syntax = unit.syntax();
  const NodeId parameters = syntax.child(command.node, 0);
  // Each parameter with a default, and those that an annotation declares.
  for (size_t i = 0; i < command.defaults.size() && i < syntax.count(parameters); ++i) {
    Val held = command.defaults[i];
    Val declared = command.declared[i];
    const LibraryVal* library = AsLibrary(declared != nullptr ? declared : held);
    const NodeId at = syntax.child(parameters, i);
    if ((held == nullptr && declared == nullptr) ||
        (library != nullptr && m.symbols.TextOf(library->path) != "typer.Option()")) {
      continue;
    }
    CallArguments arguments;
    if (library != nullptr) {
      arguments = library->arguments;
    } else {
      arguments.positional.push_back(held);
    }
    if (declared != nullptr) {
      arguments.positional.clear();
      arguments.positional.push_back(held == nullptr ? m.values.Ellipsis() : held);
    }
    const Mark mark{0xfffffffd, command.unit, at};
    const std::string name = prefix + "_" + AsVariable(m.symbols.TextOf(unit.SymbolOf(at)));
    arguments.keywords.emplace_back(m.symbols.Intern("envvar"),
                                    m.values.Text(m.symbols.Intern(name), mark));
    ReadAt(m, "typer.Option", arguments, command.unit, at);
  }
}

bool IsOfTyper(const SymbolTable& symbols, const FunctionObject& command) {
  return std::any_of(command.options.begin(), command.options.end(), [&](Val option) {
    return symbols.TextOf(AsLibrary(option)->path).starts_with("typer.");
  });
}

}  // namespace

// Six levels of groups: commands can contain each other.
void ReadOptions(Machine& m, FunctionObject* command, std::string prefix, int depth) {
  constexpr int kDeepest = 6;
  // The group's prefix, or the command's own.
  if (prefix.empty()) prefix = OwnPrefix(m, *command);
  if (prefix.empty() || depth > kDeepest) return;
  command->prefix = prefix;
  for (Val option : command->options) {
    const LibraryVal* library = AsLibrary(option);
    if (library != nullptr && IsOption(m.symbols.TextOf(library->path))) {
      ReadOption(m, *library, prefix);
    }
  }
  if (IsOfTyper(m.symbols, *command)) ReadParameters(m, *command, prefix);
  for (FunctionObject* below : command->commands) {
    // A subcommand with its own prefix is read when it is defined.
    if (!OwnPrefix(m, *below).empty()) continue;
    ReadOptions(m, below, prefix + "_" + NameOfCommand(m, *below), depth + 1);
  }
}

void AddCommand(Machine& m, FunctionObject* group, FunctionObject* command) {
  // A bound for generated command trees; further commands get no variables.
  constexpr size_t kMaxCommands = 500;
  if (group == command || group->commands.size() >= kMaxCommands) return;
  // Each command once: decorators of several names may add it repeatedly.
  if (std::find(group->commands.begin(), group->commands.end(), command) == group->commands.end()) {
    group->commands.push_back(command);
  }
  if (group->prefix.empty()) return;
  ReadOptions(m, command, group->prefix + "_" + NameOfCommand(m, *command), 0);
}

namespace {

// Options for which ConfigArgParse derives no variable: help, the version, the name of a
// configuration file.
bool HasNoVariable(Machine& m, const CallArguments& arguments) {
  const std::string action = TextArgument(m, arguments.Keyword(m.symbols.Intern("action")));
  if (action == "version" || action == "help") return true;
  for (const std::string_view file :
       {"is_config_file", "is_config_file_arg", "is_write_out_config_file_arg"}) {
    Val given = arguments.Keyword(m.symbols.Intern(file));
    if (given != nullptr && KnownTruth(TruthOf(m, given)) != false) return true;
  }
  return false;
}

}  // namespace

void ReadPrefixedOption(Machine& m, const LibraryVal& method, const CallArguments& arguments,
                        NodeId node) {
  const std::string& path = m.symbols.TextOf(method.path);
  const std::string name = path.substr(path.rfind('.') + 1);
  const size_t parser = path.find("()");
  // Methods that add one option: add, add_argument, add_arg. Those with a plural (add_arguments,
  // add_subparsers) add none themselves.
  if (!name.starts_with("add") || name.ends_with("s") || parser == std::string::npos) return;
  const Symbol keyword = m.symbols.Intern("env_var");
  // An option that names its variable is read by its own row.
  if (arguments.Keyword(keyword) != nullptr) return;
  // The prefix of the parser, from the keyword that states it.
  std::string prefix;
  for (const auto& [given, value] : method.arguments.keywords) {
    const auto row = m.program.table.forms.family_keywords.find(m.symbols.TextOf(given));
    const std::string text = TextArgument(m, value);
    if (row != m.program.table.forms.family_keywords.end() && !text.empty()) {
      prefix = ToUpper(text) + row->second;
    }
  }
  std::string option;
  for (Val one : arguments.positional) {
    const std::string text = TextArgument(m, one);
    if (option.empty() && text.starts_with("--")) option = AsVariable(text.substr(2));
  }
  if (prefix.empty() || option.empty() || HasNoVariable(m, arguments)) return;
  CallArguments with = arguments;
  with.keywords.emplace_back(keyword, m.values.Text(m.symbols.Intern(prefix + option)));
  ReadDeclared(m, path.substr(0, parser + 2) + ".add_argument", with, node, name);
}

void RunCommand(Machine& m, FunctionObject* command, const CallArguments& arguments) {
  Val prefix = arguments.Keyword(m.symbols.Intern(std::string(kPrefixWord)));
  if (std::string text = TextArgument(m, prefix); !text.empty() && !command->options.empty()) {
    ReadOptions(m, command, ToUpper(text), 0);
  }
}

}  // namespace flagcensus
