// The options of printing ─→ OutputOptions
#include "analyzer/config/output_options.h"

#include "analyzer/config/command_app.h"
#include "analyzer/config/terminal.h"

namespace flagcensus {

void AddColour(CommandApp& command, OutputOptions& options) {
  CLI::Option* const option = command.add_option(
      "--color", options.colour_when,
      "When to use colors: auto (on a terminal, unless NO_COLOR is set), always, never");
  command.OneOf(option, {"auto", "always", "never"})->type_name("WHEN")->capture_default_str();
}

// To be called after the command line is parsed, since --color decides.
void UseTerminal(OutputOptions& options) {
  options.colour = WantsColour(options.colour_when);
  options.width = WidthOfOutput();
  options.links = options.colour && SupportsHyperlinks();
}

// The formats of a command are in the order of their rank; the first is the default.
void AddFormat(CommandApp& command, OutputOptions& options,
               const std::vector<std::string>& formats) {
  options.format = formats.front();
  CLI::Option* const option = command.add_option("--format", options.format, "Output format");
  command.OneOf(option, formats)->type_name("FORMAT")->capture_default_str();
  AddColour(command, options);
}

}  // namespace flagcensus
