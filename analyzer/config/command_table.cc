// CLI11's tree of commands ─→ rows
#include "analyzer/config/command_table.h"

#include "analyzer/base/text.h"
#include "analyzer/config/command_app.h"

namespace flagcensus {
namespace {

//   add_option("-j,--jobs", ...)->type_name("N")->capture_default_str()
//   ─→ {names: {"-j", "--jobs"}, value: "N", standard: "0", ...}
OptionRow RowOf(const CLI::Option& option, const CommandApp& command) {
  OptionRow row;
  if (option.get_positional()) {
    row.names = {option.get_name(true)};
  } else {
    for (const std::string& name : option.get_snames()) row.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) row.names.push_back("--" + name);
  }
  const std::string type = option.get_type_name();
  row.choices = command.ChoicesOf(&option);
  // CLI11 appends the check to the type: "TEXT:{auto,always}".
  if (!option.get_positional() && option.get_items_expected_max() > 0)
    row.value = type.substr(0, type.find(':'));
  row.text = option.get_description();
  row.standard = option.get_default_str();
  row.required = option.get_required();
  row.many = option.get_items_expected_max() > 1;
  row.comma = option.get_delimiter() != '\0';
  return row;
}

}  // namespace

// A command without a parent is the program, which has no name in a synopsis.
CommandRow RowOf(const CommandApp& command) {
  CommandRow row;
  row.name = command.get_parent() == nullptr ? "" : command.get_name();
  row.text = command.get_description();
  row.footer = command.get_footer();
  for (const CLI::Option* option : command.get_options()) {
    // An option without a group is hidden from the help.
    if (option->get_group().empty()) continue;
    (option->get_positional() ? row.arguments : row.options).push_back(RowOf(*option, command));
  }
  return row;
}

// The values in effect: what the command line set, otherwise the default.
//
//   check --jobs 4 -q    ─→ ("--jobs", "4", given), ("--quiet", "yes", given), ("--all", "no"), ...
std::vector<OptionShown> ShownOptions(const CommandApp& command) {
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

// "FILE", "[PATH]", "[PATH]..."
std::string PlaceOf(const OptionRow& argument) {
  const std::string name = argument.names.front();
  return (argument.required ? name : "[" + name + "]") + (argument.many ? "..." : "");
}

}  // namespace flagcensus
