// command line ─→ a command with its options
//
// CLI11 parses, and writes the help. The options of a command are defined in the command's file.
#include "analyzer/commands/command_line.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/config/complaint.h"
#include "analyzer/config/help.h"
#include "analyzer/pipeline/print.h"

namespace flagcensus {
namespace {

constexpr const char* kDescription =
    "Find where documentation and code disagree about environment variables";

// The end of a command's help: its examples and its exit status.
std::string FooterOf(const Command& command) {
  if (command.examples.empty()) return {};
  return "Examples:\n" + std::string(command.examples) +
         "\nExit status: " + std::string(command.exit_status);
}

// The program with its commands, and for each named command a run with the members that options
// set.
struct CommandLine {
  CommandApp app{kDescription, "flagcensus"};
  std::map<const CLI::App*, std::unique_ptr<CommandRun>> runs;
  std::vector<std::shared_ptr<CommandApp>> commands;

  // `words`: the words of the command line. A command that none of them names is only listed, since
  // the options of all commands would cost every start time. nullptr: all options.
  explicit CommandLine(const std::vector<std::string>* words) {
    app.formatter(HelpLayout(app));
    app.set_version_flag("-V,--version", "flagcensus " FLAGCENSUS_VERSION,
                         "Print the version and exit");
    app.require_subcommand(1);
    app.footer(
        "Exit status: 0 success, 1 findings (check), an outdated page (docs --check) or a matching "
        "risk (audit --fail-on), 2 failure.");
    for (const Command* command : AllCommands()) {
      const bool named = words == nullptr ||
                         std::find(words->begin(), words->end(), command->name) != words->end();
      Add(*command, named);
    }
  }

  // Hidden commands are in no group, so the help does not list them.
  void Add(const Command& command, bool with_options) {
    auto added =
        std::make_shared<CommandApp>(std::string(command.summary), std::string(command.name));
    app.add_subcommand(added);
    added->group(command.hidden ? "" : "Commands");
    added->formatter(HelpLayout(*added));
    if (with_options) {
      std::unique_ptr<CommandRun> run = command.make();
      run->AddOptions(*added);
      added->footer(FooterOf(command));
      runs[added.get()] = std::move(run);
    }
    commands.push_back(std::move(added));
  }
};

// "help check" means "check --help", as in git and cargo.
//
//   help check ─→ check --help       help ─→ --help       help chek ─→ chek, which is an error
void TakeHelp(const CommandLine& line, std::vector<std::string>& words) {
  if (words.empty() || words[0] != "help") return;
  words.erase(words.begin());
  // The parser reports an unknown word after "help", with the nearest command.
  const bool known =
      words.empty() || std::any_of(line.commands.begin(), line.commands.end(),
                                   [&](const auto& one) { return one->get_name() == words[0]; });
  if (known) words.emplace_back("--help");
}

}  // namespace

// All commands with all options, which costs more time than one command does.
// Hidden commands and options are not part of it.
CommandTable CommandLineTable() {
  const CommandLine line(nullptr);
  CommandTable table;
  table.program = RowOf(line.app);
  for (const auto& command : line.commands) {
    if (!command->get_group().empty()) table.commands.push_back(RowOf(*command));
  }
  return table;
}

// Parses, then completes the options of the command that was parsed.
//
//   scan src --format jsonl    ─→ ScanRun with paths {"src"}, format "jsonl"
//   scan --help                ─→ no run, status 0
//   scan --fromat              ─→ no run, status 2
ParsedCommand ParseCommandLine(const Arguments& arguments) {
  const auto [argc, argv] = arguments;
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  CommandLine line(&words);
  TakeHelp(line, words);
  std::reverse(words.begin(), words.end());  // CLI11 consumes them from the end
  try {
    line.app.parse(std::move(words));
  } catch (const CLI::Success& success) {
    // "--help" and "--version" are exceptions of CLI11.
    line.app.exit(success);  // prints the help or the version
    return {};
  } catch (const CLI::ParseError& error) {
    return {nullptr, Fail(ComplaintOf(line.app, error))};
  }
  // Exactly one command was parsed, since CLI11 requires one.
  for (const auto& command : line.commands) {
    if (!command->parsed()) continue;
    std::unique_ptr<CommandRun> run = std::move(line.runs[command.get()]);
    if (const auto wrong = run->Finish(*command)) return {nullptr, Fail(*wrong)};
    return {std::move(run), 0};
  }
  return {nullptr, Fail("internal error: no command was parsed")};
}

}  // namespace flagcensus
