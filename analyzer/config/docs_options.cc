// The options of `flagcensus docs`.
//
// Names of variables have options of their own (--include-name): --exclude is a line of .gitignore
// in every command.
#include "analyzer/config/docs_options.h"

#include <CLI/CLI.hpp>

namespace flagcensus {
namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  flagcensus docs --output docs/environment.md     write the whole page\n"
    "  flagcensus docs --update README.md               only what stands between its markers:\n"
    "      <!-- flagcensus: begin -->\n"
    "      <!-- flagcensus: end -->\n"
    "  flagcensus docs --check docs/environment.md      exit 1 with a diff where it is out of "
    "date\n"
    "  flagcensus docs --format dotenv --output .env.example\n"
    "  flagcensus docs --format schema --output environment.schema.json\n"
    "  flagcensus docs --include-name 'APP_*' --columns name,default,description\n"
    "  flagcensus docs --link-template 'https://example.org/blob/main/{file}#L{line}'\n"
    "  flagcensus docs --template compose.yaml.mustache";

void AddTargets(CLI::App& command, DocsOptions& options) {
  auto* output =
      command.add_option("--output", options.output, "Write the page to FILE, whole or not at all")
          ->type_name("FILE");
  auto* update = command
                     .add_option("--update", options.update,
                                 "Rewrite what stands between the markers of FILE, keep the rest")
                     ->type_name("FILE");
  auto* check = command
                    .add_option("--check", options.check,
                                "Exit with 1 and a diff where FILE is not what would be written")
                    ->type_name("FILE");
  output->excludes(update)->excludes(check);
  update->excludes(check);
}

void AddChoice(CLI::App& command, DocsOptions& options) {
  command
      .add_option(
          "--scope", options.scopes,
          "Scopes of which a variable is listed: src, script, example, test, docs, vendored "
          "(default: src)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"src", "script", "example", "test", "docs", "vendored"}));
  command
      .add_option("--include-name", options.include,
                  "List these variables alone: a name, * for any part (repeatable)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      .add_option("--exclude-name", options.exclude,
                  "Leave out these variables: a name, * for any part (repeatable)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      .add_option("--with", options.with,
                  "List what is left out else, too: internal, foreign (belongs to other programs), "
                  "handed-on (set by the program itself), test, all")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"internal", "foreign", "handed-on", "test", "all"}));
}

}  // namespace

void AddDocsOptions(CLI::App& command, DocsOptions& options) {
  AddTargets(command, options);
  AddChoice(command, options);
  command
      .add_option("--template", options.template_file,
                  "Mustache template of the page; --format then names how texts are escaped")
      ->type_name("FILE");
  command.add_option("--title", options.title, "Title of a whole page")->capture_default_str();
  command
      .add_option(
          "--columns", options.columns,
          "Columns of the tables, in their order: name, type, default, values, description, "
          "notes, places (default: name,type,default,description,notes,places)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(
          CLI::IsMember({"name", "type", "default", "values", "description", "notes", "places"}));
  command.add_option("--sort", options.sort, "Order of the variables of a section: name, place")
      ->check(CLI::IsMember({"name", "place"}))
      ->capture_default_str();
  command
      .add_option("--sections", options.sections,
                  "What variables are put together by: prefix, package (the top-level folder of "
                  "the sources), page (the sections of the existing page), file, none")
      ->check(CLI::IsMember({"prefix", "package", "page", "file", "none"}))
      ->capture_default_str();
  command
      .add_option("--link-template", options.link_template,
                  "Address of a place in the sources, with {file} and {line}")
      ->type_name("URL");
  command.add_flag("--lines", options.lines,
                   "Tell places with their lines, which every edit of the sources moves");
  command.footer(kExamples);
}

}  // namespace flagcensus
