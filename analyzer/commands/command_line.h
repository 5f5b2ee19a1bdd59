// The command line: the commands with their options, parsed.
//
//   flagcensus scan src --format jsonl  ─→ {run: ScanRun with its options, status: 0}
//   flagcensus scan --fromat            ─→ {run: null, status: 2}, an error has been printed
#pragma once

#include <memory>

#include "analyzer/commands/command.h"
#include "analyzer/config/command_table.h"

namespace flagcensus {

struct ParsedCommand {
  std::unique_ptr<CommandRun> run;  // null: help, the version or an error has been printed
  int status = 0;                   // the exit status if there is no run
};

// Parses the command line; prints help and the version to standard output, and errors to standard
// error with the nearest valid option.
ParsedCommand ParseCommandLine(const Arguments& arguments);

// The commands and their options as data, for the manual and the completions.
CommandTable CommandLineTable();

}  // namespace flagcensus
