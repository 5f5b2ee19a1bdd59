// CLI11's tree of commands → rows
#include "analyzer/config/command_table.h"

#include <CLI/CLI.hpp>

#include "analyzer/base/text.h"
#include "analyzer/config/help.h"

namespace flagcensus {
namespace {

// What stands for the value of an option, where the type would say "TEXT".
struct ValueName {
  std::string_view option;
  std::string_view value;
};
constexpr ValueName kValueNames[] = {
    {"--root", "DIR"},
    {"--config", "FILE"},
    {"--baseline", "FILE"},
    {"--output", "FILE"},
    {"--catalog", "FILE"},
    {"--compile-commands", "FILE"},
    {"--exclude", "PATTERN"},
    {"--jobs", "N"},
    {"--max-file-size", "SIZE"},
    {"--max-memory", "SIZE"},
    {"--max-seconds", "SECONDS"},
    {"--format", "FORMAT"},
    {"--color", "WHEN"},
    {"--fail-on", "SEVERITY"},
    {"--min-severity", "SEVERITY"},
    {"--group-by", "WHAT"},
    {"--layout", "LAYOUT"},
    {"--title", "TEXT"},
    {"--scope", "SCOPE"},
    {"--with", "WHAT"},
    {"--columns", "COLUMN"},
    {"--sort", "WHAT"},
    {"--sections", "WHAT"},
};

// Whether its value is called by what C++ makes of it; another word was chosen where it is added.
bool HasPlainType(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  for (const std::string_view plain : {"TEXT", "UINT", "INT", "FLOAT"}) {
    if (type.substr(0, type.find(':')) == plain) return true;
  }
  return false;
}

OptionRow RowOf(const CLI::Option& option) {
  OptionRow row;
  if (option.get_positional()) {
    row.names = {option.get_name(true)};
  } else {
    for (const std::string& name : option.get_snames()) row.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) row.names.push_back("--" + name);
  }
  const std::string type = option.get_type_name();
  row.choices = ChoicesOf(option);
  if (!option.get_positional() && option.get_items_expected_max() > 0)
    row.value = type.substr(0, type.find(':'));
  row.text = option.get_description();
  row.standard = option.get_default_str();
  row.required = option.get_required();
  row.many = option.get_items_expected_max() > 1;
  row.comma = option.get_delimiter() != '\0';
  return row;
}

CommandRow RowOf(const CLI::App& command) {
  CommandRow row;
  row.name = command.get_parent() == nullptr ? "" : command.get_name();
  row.text = command.get_description();
  row.footer = command.get_footer();
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty()) continue;
    (option->get_positional() ? row.arguments : row.options).push_back(RowOf(*option));
  }
  return row;
}

}  // namespace

CommandTable ReadTable(const CLI::App& app, const FormatNames& formats) {
  CommandTable table;
  table.program = RowOf(app);
  for (const CLI::App* command : app.get_subcommands({})) {
    if (!command->get_group().empty()) table.commands.push_back(RowOf(*command));
  }
  // A form that may name its file ("json=FILE") is checked behind CLI11, which knows no list then.
  for (CommandRow& command : table.commands) {
    if (command.name != "check") continue;
    for (OptionRow& option : command.options) {
      if (option.names.back() == "--format") option.choices = formats.check;
    }
  }
  return table;
}

void NameValues(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands({})) {
    for (const ValueName& row : kValueNames) {
      CLI::Option* option = command->get_option_no_throw(std::string(row.option));
      if (option != nullptr && HasPlainType(*option)) option->type_name(std::string(row.value));
    }
  }
}

std::vector<OptionShown> ShownOptions(const CLI::App& command) {
  std::vector<OptionShown> out;
  for (const CLI::Option* option : command.get_options()) {
    const std::vector<std::string>& names = option->get_lnames();
    if (names.empty() || names[0] == "help" || names[0] == "show-config") continue;
    if (option->get_group().empty()) continue;
    const bool given = option->count() > 0;
    const bool flag = option->get_expected_min() == 0;
    const std::string value = flag    ? (given ? "yes" : "no")
                              : given ? Join(option->results(), " ")
                                      : option->get_default_str();
    out.push_back({"--" + names[0], value.empty() ? "not set" : value, given});
  }
  return out;
}

std::string NamesOf(const OptionRow& option) { return Join(option.names, ", "); }

std::string SignatureOf(const OptionRow& option) {
  return NamesOf(option) + (option.value.empty() ? "" : " " + option.value);
}

std::string PlaceOf(const OptionRow& argument) {
  const std::string name = argument.names.front();
  return (argument.required ? name : "[" + name + "]") + (argument.many ? "..." : "");
}

}  // namespace flagcensus
