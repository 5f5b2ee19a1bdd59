// DocsOptions: the options specific to `flagcensus docs`.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace flagcensus {

class CommandApp;

// Variables that a page lists in a separate section.
struct DocsSection {
  std::string title;
  std::vector<std::string> names;  // globs
};

struct DocsOptions {
  std::string output;         // --output FILE: the whole file is written
  std::string update;         // --update FILE: the part between its markers is rewritten
  std::string check;          // --check FILE: the file is compared
  std::string template_file;  // --template FILE: a Mustache template instead of the format's own
  std::string title = "Environment variables";
  std::string link_template;         // with {file} and {line}
  bool lines = false;                // show places with their lines
  std::vector<std::string> columns;  // in this order; empty: the default columns
  std::string layout = "table";      // or "document": a heading for each variable
  std::string sort = "required";     // required variables first, then by name; or "name", "place"
  std::string sections = "auto";     // or "prefix", "package", "page", "file", "none"
  std::vector<std::string> front_matter;  // KEY=VALUE, written before a whole page
  bool since_tags = false;                // show the first tag that contains each variable
  std::vector<std::string> scopes;        // names of scopes; empty: src
  std::vector<std::string> include;       // globs of names; empty: all
  std::vector<std::string> exclude;
  std::vector<std::string> with;    // "internal", "foreign", "handed-on", "test", "all"
  std::vector<DocsSection> titled;  // from the configuration; the first match applies
  bool check_all = false;           // --check without FILE: all pages of the configuration
  std::set<std::string> given;      // keys set on the command line: "columns"

  // The page that is rewritten or compared; "" for standard output.
  const std::string& target() const {
    return !update.empty() ? update : check.empty() ? output : check;
  }
};

// Adds these options, except the format, to the subcommand.
void AddDocsOptions(CommandApp& command, DocsOptions& options);

// The error message for a text that is not KEY=VALUE on one line; "" if it is.
std::string IsKeyValue(const std::string& text);

// Records which options were passed. To be called after the command line is parsed.
void TakeGiven(const CommandApp& command, DocsOptions& options);

}  // namespace flagcensus
