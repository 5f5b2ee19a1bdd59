// The table of commands ─→ shell completions, the man page, the options page.
//
//   OptionRow{names: {"--format"}, choices: {"text", "json"}}
//   bash       check:--format)  words='text json' ;;
//   fish       complete ... -l format -x -a 'text json'
//   man        .TP \fB\-\-format\fR \fIFORMAT\fR
//
// Each is one file with one writer. None of them names an option of the program, so they
// always match the parsed command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/config/command_table.h"

namespace flagcensus {

struct Manual {
  CommandTable table;
  std::vector<std::string> rules;  // the completions for a RULE
};

struct ManualForm {
  std::string_view name;
  std::string (*write)(const Manual& manual);
};

std::string WriteBashCompletion(const Manual& manual);
std::string WriteZshCompletion(const Manual& manual);
std::string WriteFishCompletion(const Manual& manual);
std::string WriteManPage(const Manual& manual);
std::string WriteOptionsPage(const Manual& manual);

const std::vector<ManualForm>& ManualForms();

// What a shell offers as completions of a value.
enum class Offer { kNothing, kChoices, kFiles, kFolders, kRules, kRevisions };
// For an option's value, or for an argument of a command.
Offer OfferOf(const OptionRow& row);
// The words that are offered; empty for files and revisions, which the shell completes itself.
std::vector<std::string> WordsOf(const OptionRow& row, const Manual& manual);

// Options that several commands have in common are described once.
struct SharedOption {
  OptionRow option;
  std::vector<std::string> commands;
};
// The options of at least three commands, in the order of their first command.
std::vector<SharedOption> SharedOptions(const CommandTable& table);
// The options of `command` that are not in `shared`.
std::vector<OptionRow> OwnOptions(const CommandRow& command,
                                  const std::vector<SharedOption>& shared);
// "flagcensus check [OPTIONS] [PATH]..."
std::string SynopsisOf(const CommandRow& command);
// The description of an option, with its choices and its default: "Output format. One of text,
// json. Default: text."
std::string SentencesOf(const OptionRow& option);

}  // namespace flagcensus
