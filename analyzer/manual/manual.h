// The table of commands → what shells complete by, the man page, the page of options.
//
// Each is one file with one writer; nothing in them names an option of the program, so that they
// cannot tell another command line than the one that is parsed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/config/command_table.h"

namespace flagcensus {

struct Manual {
  CommandTable table;
  std::vector<std::string> rules;  // what completes a RULE
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

// What a shell offers for a value.
enum class Offer { kNothing, kChoices, kFiles, kFolders, kRules, kRevisions };
// Of an option's value, or of an argument of a command.
Offer OfferOf(const OptionRow& row);
// The words that are offered; none for files and revisions, which the shell knows.
std::vector<std::string> WordsOf(const OptionRow& row, const Manual& manual);

// Options that several commands have alike are told once.
struct SharedOption {
  OptionRow option;
  std::vector<std::string> commands;
};
// Those of at least three commands, in the order of their first.
std::vector<SharedOption> SharedOptions(const CommandTable& table);
// Those of `command` that are not among `shared`.
std::vector<OptionRow> OwnOptions(const CommandRow& command,
                                  const std::vector<SharedOption>& shared);
// "flagcensus check [OPTIONS] [PATH]..."
std::string SynopsisOf(const CommandRow& command);
// What is said of an option, with its choices and its default: "Output format. One of text,
// json. Default: text."
std::string SentencesOf(const OptionRow& option);

}  // namespace flagcensus
