// The options of `flagcensus docs`.
//
// Names of variables have options of their own (--include-name): --exclude is a line of .gitignore
// in every command.
#include "analyzer/config/docs_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  flagcensus docs --output docs/environment.md     write the whole page\n"
    "  flagcensus docs --update README.md               only the part between its markers:\n"
    "      <!-- flagcensus: begin -->\n"
    "      <!-- flagcensus: end -->\n"
    "  flagcensus docs --check docs/environment.md      exit 1 with a diff if it is out of "
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
                                 "Rewrite the part between the markers of FILE, keep the rest")
                     ->type_name("FILE");
  auto* check =
      command
          .add_option("--check", options.check,
                      "Exit with 1 and a diff if FILE is not what would be written; without FILE, "
                      "each page of the configuration")
          ->type_name("FILE")
          ->expected(0, 1);
  output->excludes(update)->excludes(check);
  update->excludes(check);
}

void AddChoice(CLI::App& command, DocsOptions& options) {
  command
      .add_option(
          "--scope", options.scopes,
          "Scopes whose variables are listed: src, script, example, test, docs, vendored "
          "(default: src)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"src", "script", "example", "test", "docs", "vendored"}));
  command
      .add_option("--include-name", options.include,
                  "List only these variables: a name, * for any part (repeatable)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      .add_option("--exclude-name", options.exclude,
                  "Omit these variables: a name, * for any part (repeatable)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      .add_option("--with", options.with,
                  "List variables that are omitted otherwise: internal, foreign (third-party), "
                  "handed-on (set by the program itself), test, all")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"internal", "foreign", "handed-on", "test", "all"}));
}

}  // namespace

std::string IsKeyValue(const std::string& text) {
  const size_t equals = text.find('=');
  const std::string_view key = std::string_view(text).substr(0, equals);
  const bool name =
      equals != std::string::npos && !key.empty() &&
      std::all_of(key.begin(), key.end(), [](char c) { return c == '-' || IsIdentifierByte(c); });
  if (name && text.find_first_of("\r\n") == std::string::npos) return {};
  return "is not KEY=VALUE: '" + text + "'";
}

void AddDocsOptions(CLI::App& command, DocsOptions& options) {
  AddTargets(command, options);
  AddChoice(command, options);
  command
      .add_option("--template", options.template_file,
                  "Mustache template for the page; --format then selects the escaping")
      ->type_name("FILE");
  command.add_option("--title", options.title, "Title of a whole page")->capture_default_str();
  command
      .add_option(
          "--columns", options.columns,
          "Columns of the tables, in this order: name, type, default, values, description, "
          "notes, places, since (default: name,type,default,description,notes,places)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember(
          {"name", "type", "default", "values", "description", "notes", "places", "since"}));
  command
      .add_option("--layout", options.layout,
                  "table, or document: a heading with an anchor for each variable (Markdown, "
                  "reStructuredText, AsciiDoc, HTML)")
      ->check(CLI::IsMember({"table", "document"}))
      ->capture_default_str();
  command
      .add_option("--front-matter", options.front_matter,
                  "A line of metadata before a whole page of Markdown, reStructuredText or "
                  "AsciiDoc, as KEY=VALUE (repeatable)")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->check(IsKeyValue);
  command.add_flag("--since-tags", options.since_tags,
                   "For each variable, report the first git tag whose sources mention it");
  command
      .add_option("--sort", options.sort,
                  "Order of the variables of a section: required (required ones first, then by "
                  "name), name, place")
      ->check(CLI::IsMember({"required", "name", "place"}))
      ->capture_default_str();
  command
      .add_option("--sections", options.sections,
                  "Group variables by: prefix, package (the top-level directory of "
                  "the sources), page (the sections of the existing page), file, none, auto (page "
                  "if a page documents most of them in sections, else prefix)")
      ->check(CLI::IsMember({"auto", "prefix", "package", "page", "file", "none"}))
      ->capture_default_str();
  command
      .add_option("--link-template", options.link_template,
                  "URL of a source location, with {file} and {line}")
      ->type_name("URL");
  command.add_flag("--lines", options.lines,
                   "Include line numbers in locations (they change whenever the sources do)");
  command.footer(kExamples);
}

void TakeGiven(const CLI::App& command, DocsOptions& options) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0 || option->get_lnames().empty()) continue;
    const std::string& name = option->get_lnames().front();
    options.given.insert(name == "include-name"   ? "include"
                         : name == "exclude-name" ? "exclude"
                                                  : name);
  }
  options.check_all = options.given.contains("check") && options.check.empty();
}

}  // namespace flagcensus
