// DocsOptions: what `flagcensus docs` is asked beside what every command is.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace flagcensus {

struct DocsOptions {
  std::string output;         // --output FILE: written whole
  std::string update;         // --update FILE: between its markers
  std::string check;          // --check FILE: compared
  std::string template_file;  // --template FILE: a Mustache template instead of the format's own
  std::string title = "Environment variables";
  std::string link_template;         // with {file} and {line}
  bool lines = false;                // places with their lines
  std::vector<std::string> columns;  // in their order; none: the usual ones
  std::string sort = "name";         // or "place"
  std::string sections = "prefix";   // or "package", "page", "file", "none"
  std::vector<std::string> scopes;   // names of scopes; none: src
  std::vector<std::string> include;  // globs of names; none: all
  std::vector<std::string> exclude;
  std::vector<std::string> with;  // "internal", "foreign", "handed-on", "test", "all"

  // The page that is rewritten or compared; "" where the result goes to standard output.
  const std::string& target() const {
    return !update.empty() ? update : check.empty() ? output : check;
  }
};

// Adds these options, but for the format, to the subcommand.
void AddDocsOptions(CLI::App& command, DocsOptions& options);

}  // namespace flagcensus
