// The options of every command that reads a tree ─→ Options
#include "analyzer/config/walk_options.h"

#include <CLI/CLI.hpp>

namespace flagcensus {

void AddSelection(CLI::App& command, Options& options) {
  command.add_option("-j,--jobs", options.jobs, "Threads (0: one a core)")
      ->check(CLI::Range(0U, 256U))
      ->capture_default_str();
  command
      .add_option("--exclude", options.exclude,
                  "Leave out what matches, written as a line of .gitignore (repeatable)")
      ->allow_extra_args(false);
  command.add_flag("--hidden", options.hidden, "Read hidden folders, too");
  command.add_flag("--vendored", options.vendored,
                   "Read third_party, vendor, node_modules and their like, too");
}

void AddLanguages(CLI::App& command, Options& options) {
  command
      .add_option_function<std::vector<std::string>>(
          "--language",
          [&options](const std::vector<std::string>& names) {
            for (const std::string& name : names) {
              options.languages.push_back(*ParseAskedLanguage(name));
            }
          },
          "Read that language, too: go, javascript (with TypeScript) or rust (repeatable)")
      ->check(CLI::IsMember({"go", "javascript", "rust"}))
      ->type_name("LANGUAGE")
      ->allow_extra_args(false);
}

void AddBudget(CLI::App& command, Options& options) {
  command.add_option("--max-file-size", options.max_file_bytes, "Leave out larger files")
      ->transform(CLI::AsSizeValue(false))
      ->default_str("4MiB");
  command.add_option("--max-seconds", options.max_seconds, "Begin no further file after that time")
      ->check(CLI::NonNegativeNumber)
      ->default_str("1800");
  command
      .add_option("--max-memory", options.max_memory, "Begin no further file beyond that memory")
      ->transform(CLI::AsSizeValue(false))
      ->default_str("4GiB");
}

}  // namespace flagcensus
