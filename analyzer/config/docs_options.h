// DocsOptions: what `flagcensus docs` is asked beside what every command is.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace flagcensus {

// Variables that a page has in a section of their own.
struct DocsSection {
  std::string title;
  std::vector<std::string> names;  // globs
};

struct DocsOptions {
  std::string output;         // --output FILE: written whole
  std::string update;         // --update FILE: between its markers
  std::string check;          // --check FILE: compared
  std::string template_file;  // --template FILE: a Mustache template instead of the format's own
  std::string title = "Environment variables";
  std::string link_template;              // with {file} and {line}
  bool lines = false;                     // places with their lines
  std::vector<std::string> columns;       // in their order; none: the usual ones
  std::string layout = "table";           // or "document": a heading for each variable
  std::string sort = "required";          // required ones first, then by name; or "name", "place"
  std::string sections = "auto";          // or "prefix", "package", "page", "file", "none"
  std::vector<std::string> front_matter;  // KEY=VALUE, written before a whole page
  bool since_tags = false;                // the first tag that names each variable
  std::vector<std::string> scopes;        // names of scopes; none: src
  std::vector<std::string> include;       // globs of names; none: all
  std::vector<std::string> exclude;
  std::vector<std::string> with;    // "internal", "foreign", "handed-on", "test", "all"
  std::vector<DocsSection> titled;  // of the configuration: the first that fits
  bool check_all = false;           // --check without FILE: each page of the configuration
  std::set<std::string> given;      // keys that the command line sets: "columns"

  // The page that is rewritten or compared; "" where the result goes to standard output.
  const std::string& target() const {
    return !update.empty() ? update : check.empty() ? output : check;
  }
};

// Adds these options, but for the format, to the subcommand.
void AddDocsOptions(CLI::App& command, DocsOptions& options);

// The complaint about a text that is not KEY=VALUE on one line; "" if it is.
std::string IsKeyValue(const std::string& text);

// Once the command line is read: what of it was given.
void TakeGiven(const CLI::App& command, DocsOptions& options);

}  // namespace flagcensus
