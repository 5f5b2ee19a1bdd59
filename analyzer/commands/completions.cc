// flagcensus completions and manual: the commands and options themselves, in several formats
#include "analyzer/commands/command_line.h"
#include "analyzer/manual/manual.h"
#include "analyzer/pipeline/print.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {
namespace {

// The names of the rules are completions, too.
// All commands with all options are made for it, which no other command needs.
int PrintManual(const std::string& form) {
  Manual manual = {CommandLineTable(), {}};
  for (const Rule& rule : Rules()) manual.rules.emplace_back(rule.name);
  return WriteOutput(FormatOf(ManualForms(), form).write(manual), kSuccess);
}

// The script is static: the shell does not start this program for each completion.
class CompletionsRun : public CommandRun {
 public:
  void AddOptions(CommandApp& command) override {
    CLI::Option* const shell =
        command.add_option("SHELL", form_, "Shell to print the script for: bash, zsh or fish");
    command.OneOf(shell, {"bash", "zsh", "fish"})->required();
  }
  std::optional<std::string> Finish(const CommandApp&) override { return std::nullopt; }
  int Run(const Arguments&) override { return PrintManual(form_); }

 private:
  std::string form_;
};

class ManualRun : public CommandRun {
 public:
  void AddOptions(CommandApp& command) override {
    CLI::Option* const form = command.add_option("FORM", form_, "man or markdown");
    command.OneOf(form, {"man", "markdown"})->required();
  }
  std::optional<std::string> Finish(const CommandApp&) override { return std::nullopt; }
  int Run(const Arguments&) override { return PrintManual(form_); }

 private:
  std::string form_;
};

}  // namespace

// For packages, which install its output.
extern const Command kManual;
const Command kManual = {"manual", "Print the manual", "", "", MakeRun<ManualRun>, true};

extern const Command kCompletions;
const Command kCompletions = {
    "completions", "Print the completion script for a shell",
    "  flagcensus completions bash > ~/.local/share/bash-completion/completions/flagcensus\n"
    "  flagcensus completions zsh > ~/.zfunc/_flagcensus    with fpath+=~/.zfunc before compinit\n"
    "  flagcensus completions fish > ~/.config/fish/completions/flagcensus.fish\n",
    "0 success, 2 failure.", MakeRun<CompletionsRun>};

}  // namespace flagcensus
