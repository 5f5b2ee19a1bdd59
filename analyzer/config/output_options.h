// OutputOptions: how a result is printed. A pipe gets no colour, no width and no links.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/config/outputs.h"

namespace flagcensus {

class CommandApp;

// How the text report groups its findings.
enum class GroupBy { kRule, kFile, kName, kPrefix };

// check --format json --color never ─→ {outputs: {{"json", ""}}, colour_when: "never"}
struct OutputOptions {
  std::string format;                // one of the command's formats
  std::vector<Output> outputs;       // check: its formats and their destinations
  std::string colour_when = "auto";  // or "always", "never"
  bool colour = false;               // set by UseTerminal, like the next two
  int width = 0;                     // columns of the terminal; 0: not a terminal
  bool links = false;                // the terminal supports hyperlinks
  GroupBy group_by = GroupBy::kRule;
  bool all = false;         // show all findings, without a limit on their number
  bool statistics = false;  // show the number of findings of each rule instead of the findings
  bool quiet = false;       // show the findings and nothing else
  bool mentions = false;    // catalog: also names that are only mentioned
};

// Adds --color.
// auto is the default; the two other values are for CI logs and for pipes.
void AddColour(CommandApp& command, OutputOptions& options);
// Sets colour, width and links for standard output, once the command line is parsed.
void UseTerminal(OutputOptions& options);
// Adds --format with one of `formats`, of which the first is the default, and --color.
void AddFormat(CommandApp& command, OutputOptions& options,
               const std::vector<std::string>& formats);

}  // namespace flagcensus
