// DocsOptions: the options specific to `flagcensus docs`, from the command line or from an entry
// [[docs]]. `given` states which keys the command line set, which take precedence over the entry's.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "analyzer/config/keys.h"

namespace flagcensus {

class CommandApp;
struct KeyValueLines;  // codec: KEY=VALUE each (key_values.h)

// Variables that a page lists in a separate section.
//
//   [[docs.section]]
//   title = "Network"
//   names = ["APP_HTTP_*", "APP_PORT"]
struct DocsSection {
  std::string title;
  std::vector<std::string> names;  // globs

  template <typename Keys>
  static void EachKey(Keys& key) {
    key({.name = "title", .about = "The section's heading.", .required = true},
        &DocsSection::title);
    key({.name = "names", .about = "Its variables; `*` matches anything.", .required = true},
        &DocsSection::names);
  }
};

// The pages that are written or compared.
struct DocsFiles {
  std::string output;      // --output FILE: the whole file is written
  std::string update;      // --update FILE: the part between its markers is rewritten
  std::string check;       // --check FILE: the file is compared
  bool check_all = false;  // --check without FILE: all pages of the configuration
};

// The names of the members are those of the options; the lists of accepted values are below.
//
//   docs --output docs/env.md --columns name,default
//   ─→ {files: {output: "docs/env.md"}, columns: {"name", "default"}, given: {"output", "columns"}}
struct DocsOptions {
  DocsFiles files;
  std::string template_file;  // --template FILE: a Mustache template instead of the format's own
  std::string title = "Environment variables";
  std::string link_template = "auto";     // with {file} and {line}; "auto": of the remote; "none"
  bool lines = false;                     // show places with their lines
  std::vector<std::string> columns;       // in this order; empty: the default columns
  std::string layout = "auto";            // or "table", "document", "list"
  std::string sort = "use";               // or "required", "name", "place"
  std::string sections = "auto";          // or "prefix", "package", "page", "file", "none"
  std::vector<std::string> front_matter;  // KEY=VALUE, written before a whole page
  bool since_tags = false;                // show the first tag that contains each variable
  std::vector<std::string> scopes;        // names of scopes; empty: src
  std::vector<std::string> include;       // globs of names; empty: all
  std::vector<std::string> exclude;
  std::vector<std::string> with;    // "internal", "foreign", "handed-on", "test", "all"
  std::vector<DocsSection> titled;  // from the configuration; the first match applies
  // --missing: list the rows without a description, and write no page.
  bool missing = false;
  std::set<std::string> given;  // keys set on the command line: "columns"

  template <typename Keys>
  static void EachKey(Keys& key) {
    // The keys of [[docs]].
    key({.name = "layout",
         .about = "One row for each variable, a heading with an anchor for each, or an item of a "
                  "list.",
         .fallback = "\"auto\"",
         .values = {"auto", "table", "document", "list"}},
        &DocsOptions::layout);
    key({.name = "title",
         .about = "The title of the page.",
         .fallback = "\"Environment variables\""},
        &DocsOptions::title);
    key({.name = "front-matter",
         .about = "Metadata at the top of the page: \"sidebar_position=3\".",
         .fallback = "[]"},
        &DocsOptions::front_matter, WithCodec<KeyValueLines>{});
    key({.name = "columns",
         .about = "Columns of the tables, in this order.",
         .fallback = "[\"name\", \"type\", \"default\", \"description\", \"notes\", \"places\"]",
         .values = {"name", "type", "default", "values", "description", "notes", "places",
                    "since"}},
        &DocsOptions::columns);
    key({.name = "sections",
         .about = "What variables are grouped by.",
         .fallback = "\"auto\"",
         .values = {"auto", "prefix", "package", "page", "file", "none"}},
        &DocsOptions::sections);
    key({.name = "section",
         .about =
             "Sections for certain variables. The first entry that matches a variable applies."},
        &DocsOptions::titled);
    key({.name = "sort",
         .about = "The order of the variables in a section.",
         .fallback = "\"use\"",
         .values = {"use", "required", "name", "place"}},
        &DocsOptions::sort);
    key({.name = "include", .about = "Variables to list; `*` matches anything.", .fallback = "all"},
        &DocsOptions::include);
    key({.name = "exclude", .about = "Variables to omit; `*` matches anything.", .fallback = "[]"},
        &DocsOptions::exclude);
    key({.name = "with",
         .about = "Variables to list that are omitted by default.",
         .fallback = "[]",
         .values = {"internal", "foreign", "handed-on", "test", "all"}},
        &DocsOptions::with);
    key({.name = "scope",
         .about = "Scopes whose variables are listed.",
         .fallback = "[\"src\"]",
         .values = {"src", "script", "example", "test", "docs", "vendored"}},
        &DocsOptions::scopes);
    key({.name = "link-template",
         .about = "URL template for source locations, with the placeholders {file} and {line}, or "
                  "`auto` or `none`.",
         .fallback = "\"auto\""},
        &DocsOptions::link_template);
    key({.name = "lines", .about = "Whether locations include line numbers.", .fallback = "false"},
        &DocsOptions::lines);
    key({.name = "since-tags",
         .about = "Whether to report the first tag whose sources mention a variable.",
         .fallback = "false"},
        &DocsOptions::since_tags);
  }

  // The page that is rewritten or compared; "" for standard output.
  const std::string& target() const {
    return !files.update.empty() ? files.update : files.check.empty() ? files.output : files.check;
  }
};

// Adds these options, except the format, to the subcommand.
void AddDocsOptions(CommandApp& command, DocsOptions& options);

// The error message for a text that is not KEY=VALUE on one line; "" if it is. A colon is not a
// separator: "title: x" is not KEY=VALUE.
std::string IsKeyValue(const std::string& text);

// Records which options were passed. To be called after the command line is parsed.
void TakeGiven(const CommandApp& command, DocsOptions& options);

}  // namespace flagcensus
