// The options of `flagcensus docs`.
//
// Patterns for names of variables have separate options (--include-name, --exclude-name), because
// --exclude is a line of .gitignore in every command.
#include "analyzer/config/docs_options.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/config/command_app.h"

namespace flagcensus {
namespace {

// Where the page goes. At most one of these is used.
// --missing writes no page, but replaces the output, and so excludes the others.
void AddTargets(CommandApp& command, DocsOptions& options) {
  auto* output =
      command.add_option("--output", options.files.output, "Write the whole page to FILE")
          ->type_name("FILE");
  auto* update = command
                     .add_option("--update", options.files.update,
                                 "Rewrite only the part of FILE between the markers")
                     ->type_name("FILE");
  auto* check = command
                    .add_option("--check", options.files.check,
                                "Print a diff and exit with status 1 if FILE is out of date; "
                                "without FILE, check each page in the configuration")
                    ->type_name("FILE")
                    ->expected(0, 1);
  auto* missing = command.add_flag("--missing", options.missing,
                                   "Print the variables that nothing describes, with the place "
                                   "where each is read, and write no page");
  // An invocation has one target.
  output->excludes(update)->excludes(check)->excludes(missing);
  update->excludes(check)->excludes(missing);
  check->excludes(missing);
}

// Which variables are listed.
// allow_extra_args(false): `--scope test src` must not read the path `src` as a second scope.
void AddChoice(CommandApp& command, DocsOptions& options) {
  CLI::Option* const scope = command.add_option("--scope", options.scopes,
                                                "List variables accessed in SCOPE: src, script, "
                                                "example, test, docs, vendored (default: src)");
  command.OneOf(scope, {"src", "script", "example", "test", "docs", "vendored"})
      ->type_name("SCOPE")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      .add_option("--include-name", options.include,
                  "List only variables matching NAME, where * matches any text (repeatable)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      .add_option("--exclude-name", options.exclude,
                  "Omit variables matching NAME, where * matches any text (repeatable)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  CLI::Option* const with =
      command.add_option("--with", options.with,
                         "Also list variables that are omitted by default: internal, foreign "
                         "(third-party), handed-on (exported by the program itself), test, all");
  command.OneOf(with, {"internal", "foreign", "handed-on", "test", "all"})
      ->type_name("WHAT")
      ->delimiter(',')
      ->allow_extra_args(false);
}

}  // namespace

// "sidebar_position=3" is; "=3", "a b=3" and a text with a line break are not: it would begin
// another line of the metadata.
std::string IsKeyValue(const std::string& text) {
  const size_t equals = text.find('=');
  const std::string_view key = std::string_view(text).substr(0, equals);
  const bool name =
      equals != std::string::npos && !key.empty() &&
      std::all_of(key.begin(), key.end(), [](char c) { return c == '-' || IsIdentifierByte(c); });
  if (name && text.find_first_of("\r\n") == std::string::npos) return {};
  return "is not KEY=VALUE: '" + text + "'";
}

// The options of the page's content are keys of [[docs]] as well (docs_options.h), by the same
// names.
void AddDocsOptions(CommandApp& command, DocsOptions& options) {
  AddTargets(command, options);
  AddChoice(command, options);
  command
      .add_option("--template", options.template_file,
                  "Mustache template for the page; --format then selects the escaping")
      ->type_name("FILE");
  command.add_option("--title", options.title, "Title of the page")
      ->type_name("TEXT")
      ->capture_default_str();
  CLI::Option* const columns = command.add_option(
      "--columns", options.columns,
      "Columns of the tables, in this order: name, type, default, values, description, "
      "notes, places (source locations), since (first git tag) (default: "
      "name,type,default,description,notes,places)");
  command
      .OneOf(columns,
             {"name", "type", "default", "values", "description", "notes", "places", "since"})
      ->type_name("COLUMN")
      ->delimiter(',')
      ->allow_extra_args(false);
  CLI::Option* const layout =
      command.add_option("--layout", options.layout,
                         "Layout of the page: table, document with a heading and an anchor for "
                         "each variable (Markdown, reStructuredText, AsciiDoc, HTML), list with an "
                         "item for each, in reStructuredText a directive envvar (Markdown, "
                         "reStructuredText, HTML), or auto (list for fewer than five variables on "
                         "standard output, otherwise table)");
  command.OneOf(layout, {"auto", "table", "document", "list"})
      ->type_name("LAYOUT")
      ->capture_default_str();
  command
      .add_option("--front-matter", options.front_matter,
                  "Add KEY=VALUE as metadata at the top of a Markdown, reStructuredText or "
                  "AsciiDoc page (repeatable)")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->check(IsKeyValue);
  command.add_flag("--since-tags", options.since_tags,
                   "For each variable, report the first git tag whose sources mention it");
  CLI::Option* const sort =
      command.add_option("--sort", options.sort,
                         "Order of the variables in a section: use (required variables first, then "
                         "in the order of the existing page or by the number of files that read "
                         "them; deprecated ones last), required (the same, but by name), name, "
                         "place (first source location)");
  command.OneOf(sort, {"use", "required", "name", "place"})
      ->type_name("WHAT")
      ->capture_default_str();
  CLI::Option* const sections = command.add_option(
      "--sections", options.sections,
      "Group variables by: prefix, package (the top-level directory of "
      "the sources), page (the sections of the existing page), file, none, auto (page "
      "if an existing page documents most variables in sections, otherwise prefix)");
  command.OneOf(sections, {"auto", "prefix", "package", "page", "file", "none"})
      ->type_name("WHAT")
      ->capture_default_str();
  command
      .add_option("--link-template", options.link_template,
                  "URL template for source locations, with the placeholders {file} and {line}; "
                  "auto: of the remote 'origin', if GitHub, GitLab or Bitbucket hosts it; none")
      ->type_name("URL")
      ->capture_default_str();
  command.add_flag(
      "--lines", options.lines,
      "Include line numbers in source locations (they change whenever the sources do)");
}

//   --include-name 'APP_*' --check    ─→ given {"include", "check"}, check_all
void TakeGiven(const CommandApp& command, DocsOptions& options) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0 || option->get_lnames().empty()) continue;
    // The keys of [[docs]] are called "include" and "exclude".
    const std::string& name = option->get_lnames().front();
    options.given.insert(name == "include-name"   ? "include"
                         : name == "exclude-name" ? "exclude"
                                                  : name);
  }
  options.files.check_all = options.given.contains("check") && options.files.check.empty();
}

}  // namespace flagcensus
