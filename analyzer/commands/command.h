// Command: one command of the program, in one file of this directory.
//
//   class ScanRun : public CommandRun { AddOptions, Finish, needs, Examine, Report };
//   extern const Command kScan;
//   const Command kScan = {"scan", "Print every access ...", examples, exit_status,
//                          MakeRun<ScanRun>};
//
// The order of the calls: AddOptions, then the command line is parsed, Finish, Begin, and by
// needs() one of Run(arguments), Run(config), or Examine for each project and Report. The list of
// commands (commands.cc) is in the order of the help.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/config/command_app.h"
#include "analyzer/config/config.h"
#include "analyzer/config/project_options.h"
#include "analyzer/pipeline/workspace.h"

namespace flagcensus {

// The program's arguments as main receives them.
struct Arguments {
  int argc = 0;
  const char* const* argv = nullptr;
};

// What is prepared before a command runs; each level includes the previous one.
enum class Needs {
  kNothing,
  kConfig,    // the configuration for its options
  kProjects,  // the tree is walked, and split into projects
};

// One run of a command: its options, and what it does with them. Run returns the exit status.
class CommandRun {
 public:
  virtual ~CommandRun() = default;

  // Adds the options to the command line; they fill members of this.
  virtual void AddOptions(CommandApp& command) = 0;
  // Checks and completes the options once they are parsed. Returns what is wrong, or nullopt.
  virtual std::optional<std::string> Finish(const CommandApp& parsed) = 0;
  // The options of the project; null for a command that does not read a project.
  virtual ProjectOptions* project() { return nullptr; }
  virtual Needs needs() const { return Needs::kNothing; }

  // For Needs::kNothing.
  virtual int Run(const Arguments& arguments);
  // Called before the configuration is loaded. Returns the exit status if nothing remains to be
  // done, for example after a cached answer was printed.
  virtual std::optional<int> Begin(const Arguments& arguments);
  // For Needs::kConfig.
  virtual int Run(const Config& config, RunBudget& budget);
  // For Needs::kProjects. Examine reads one project, and returns what went wrong; it may run in a
  // separate process. Report is called once, with all projects that could be examined and with a
  // diagnostic for each of the others.
  virtual std::optional<Error> Examine(Workspace& project, RunBudget& budget);
  virtual int Report(std::vector<Workspace>& projects, const std::vector<Diagnostic>& failed,
                     RunBudget& budget);
};

struct Command {
  std::string_view name;
  std::string_view summary;
  std::string_view examples;     // lines of the help, each with "\n"
  std::string_view exit_status;  // "0 success, 2 failure."
  std::unique_ptr<CommandRun> (*make)();
  bool hidden = false;  // not in the help
};

// For Command::make.
template <typename Run>
std::unique_ptr<CommandRun> MakeRun() {
  return std::make_unique<Run>();
}

// All commands, in the order of the help.
const std::vector<const Command*>& AllCommands();

// Completes the options that several commands have: the paths, the pages and the compile databases
// that the user names. Returns what is wrong with them, or nullopt. `pages_as_option`: the pages
// are named by --catalog, not as arguments.
std::optional<std::string> FinishProject(ProjectOptions& options, bool pages_as_option = true);

// Prepares what the parsed command needs, and runs it. Returns the exit status.
int RunCommand(CommandRun& run, const Arguments& arguments);

}  // namespace flagcensus
