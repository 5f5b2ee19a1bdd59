// The commands and options as plain data, from CLI11: the source of the manual.
//
// The help, the completions, the man page and the options page share one table, so an option
// that is added to the command line appears in all of them.
//
//   -j,--jobs N  ─→ OptionRow{names: {"-j", "--jobs"}, value: "N", standard: "0", text: "..."}
#pragma once

#include <string>
#include <vector>

namespace flagcensus {

class CommandApp;

// One option or argument of a command.
struct OptionRow {
  std::vector<std::string> names;    // "-v", "--verbose"; an argument has the name "PATH"
  std::string value;                 // "FILE"; "" if the option has no value
  std::vector<std::string> choices;  // all accepted values; empty: any
  std::string text;                  // what it does
  std::string standard;              // the default value as shown; "": it is not shown
  bool required = false;
  bool many = false;   // may be repeated
  bool comma = false;  // its value may be a comma-separated list
};

// One command: its description, arguments and options.
struct CommandRow {
  std::string name;  // "" for the program itself
  std::string text;
  std::vector<OptionRow> arguments;
  std::vector<OptionRow> options;
  std::string footer;  // examples
};

// The whole command line.
struct CommandTable {
  CommandRow program;
  std::vector<CommandRow> commands;
};

// An option of a parsed command, for --show-config.
struct OptionShown {
  std::string name;   // "--jobs"
  std::string value;  // "" if it has none
  bool given = false;
};

// `command` with its visible options, in the order of the help.
CommandRow RowOf(const CommandApp& command);

// The options of a parsed command with their values, for --show-config.
std::vector<OptionShown> ShownOptions(const CommandApp& command);

// "-v, --verbose"
std::string NamesOf(const OptionRow& option);
// "--config FILE"; with the short name too if the option has one.
std::string SignatureOf(const OptionRow& option);
// "[PATH]...": an argument in a synopsis.
std::string PlaceOf(const OptionRow& argument);

}  // namespace flagcensus
