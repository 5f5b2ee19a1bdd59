// The commands and options as plain data: what CLI11 parses → what the manual is written from.
//
// The help, the completions, the man page and the page of options are one table: what is added to
// the command line is in all of them.
#pragma once

#include <string>
#include <vector>

#include "analyzer/config/options.h"

namespace CLI {
class App;
}

namespace flagcensus {

struct OptionRow {
  std::vector<std::string> names;    // "-v", "--verbose"; an argument has its own, "PATH"
  std::string value;                 // "FILE"; "" where the option takes none
  std::vector<std::string> choices;  // all values that it takes; none: any
  std::string text;                  // what it does
  std::string standard;              // the value where it is not given; "": none that is shown
  bool required = false;
  bool many = false;   // may be given again
  bool comma = false;  // its value may be several with commas between
};

struct CommandRow {
  std::string name;  // "" for the program itself
  std::string text;
  std::vector<OptionRow> arguments;
  std::vector<OptionRow> options;
  std::string footer;  // examples
};

struct CommandTable {
  CommandRow program;
  std::vector<CommandRow> commands;
};

// The shown commands of `app` and their shown options, in the order of the help.
CommandTable ReadTable(const CLI::App& app);

// The table of the program's own command line.
CommandTable CommandLineTable(const FormatNames& formats);

// Gives each option of `app` that takes a value the word that stands for it in the help.
void NameValues(CLI::App& app);

// The options of a command that was parsed with their values, for --show-config.
std::vector<OptionShown> ShownOptions(const CLI::App& command);

// "-v, --verbose"
std::string NamesOf(const OptionRow& option);
// "--config FILE"; of options with a short name both.
std::string SignatureOf(const OptionRow& option);
// "[PATH]...": an argument in a synopsis.
std::string PlaceOf(const OptionRow& argument);

}  // namespace flagcensus
