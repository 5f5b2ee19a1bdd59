// The table of commands → docs/options.md
#include "analyzer/base/text.h"
#include "analyzer/manual/manual.h"

namespace flagcensus {
namespace {

// A cell of a table: its bar would end it.
std::string Cell(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? "\\|" : std::string(1, c);
  return out;
}

// Of an option, or an argument of the command.
std::string RowOf(const OptionRow& option, const std::string& more = "") {
  return "| `" + SignatureOf(option) + "` | " + Cell(SentencesOf(option)) + more + " |\n";
}

std::string CommandSection(const CommandRow& command, const std::vector<SharedOption>& shared) {
  std::string out =
      "\n## " + command.name + "\n\n    " + SynopsisOf(command) + "\n\n" + command.text + ".\n";
  std::string rows;
  for (const OptionRow& argument : command.arguments) rows += RowOf(argument);
  for (const OptionRow& option : OwnOptions(command, shared)) rows += RowOf(option);
  if (!rows.empty()) out += "\n| Option | |\n| --- | --- |\n" + rows;
  std::vector<std::string> others;
  for (const SharedOption& one : shared) {
    for (const std::string& name : one.commands) {
      if (name == command.name) others.push_back("`" + one.option.names.back() + "`");
    }
  }
  if (!others.empty())
    out += "\nAnd of the [common options](#common-options): " + Join(others, ", ") + ".\n";
  std::string examples;
  for (const std::string_view line : Split(command.footer, '\n')) {
    if (line.starts_with("  ")) examples += "  " + std::string(line) + "\n";
  }
  return examples.empty() ? out : out + "\nExamples:\n\n" + examples;
}

}  // namespace

std::string WriteOptionsPage(const Manual& manual) {
  const std::vector<SharedOption> shared = SharedOptions(manual.table);
  std::string out =
      "<!-- made by `flagcensus manual markdown` from the command line's own table -->\n\n"
      "# Options\n\n"
      "What `flagcensus COMMAND --help` prints, on one page. `man flagcensus` has the same; "
      "`flagcensus completions SHELL` makes a shell complete it.\n\n"
      "Exit status: 0 nothing found, 1 findings, 2 the command could not run.\n\n"
      "| Command | |\n| --- | --- |\n";
  for (const CommandRow& command : manual.table.commands)
    out += "| [`" + command.name + "`](#" + command.name + ") | " + Cell(command.text) + ". |\n";
  for (const CommandRow& command : manual.table.commands) out += CommandSection(command, shared);
  out +=
      "\n## Common options\n\nThe same in each of the commands that have them.\n\n"
      "| Option | | Commands |\n| --- | --- | --- |\n";
  for (const SharedOption& one : shared) {
    const bool all = one.commands.size() == manual.table.commands.size();
    out += RowOf(one.option, " | " + (all ? "all" : Join(one.commands, ", ")));
  }
  return out;
}

}  // namespace flagcensus
