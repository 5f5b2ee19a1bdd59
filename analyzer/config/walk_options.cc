// The options of every command that reads a tree ─→ Options
#include "analyzer/config/walk_options.h"

#include <CLI/CLI.hpp>

#include "analyzer/base/text.h"

namespace flagcensus {

void AddSelection(CLI::App& command, Options& options) {
  command.add_option("-j,--jobs", options.jobs, "Number of threads; 0 uses one per core")
      ->check(CLI::Range(0U, 256U))
      ->capture_default_str();
  command
      .add_option("--exclude", options.exclude,
                  "Skip files matching PATTERN, in .gitignore syntax (repeatable)")
      ->allow_extra_args(false);
  command.add_flag("--hidden", options.hidden, "Also read hidden directories");
  command.add_flag("--vendored", options.vendored,
                   "Also read third_party, vendor, node_modules and similar directories");
}

void AddLanguages(CLI::App& command, Options& options) {
  command
      .add_option_function<std::vector<std::string>>(
          "--language",
          [&options](const std::vector<std::string>& asked) {
            for (const std::string& name : asked) {
              options.languages.push_back(*ParseAskedLanguage(name));
            }
          },
          "Also read sources in LANGUAGE (repeatable)")
      ->check(CLI::IsMember(AskedLanguageNames()))
      ->type_name("LANGUAGE")
      ->allow_extra_args(false);
}

void AddBudget(CLI::App& command, Options& options) {
  command.add_option("--max-file-size", options.max_file_bytes, "Skip files larger than SIZE")
      ->transform(CLI::AsSizeValue(false))
      ->default_str("4MiB");
  command.add_option("--max-seconds", options.max_seconds, "Stop reading new files after SECONDS seconds")
      ->check(CLI::NonNegativeNumber)
      ->default_str("1800");
  command
      .add_option("--max-memory", options.max_memory, "Stop reading new files once memory use exceeds SIZE")
      ->transform(CLI::AsSizeValue(false))
      ->default_str("4GiB");
}

}  // namespace flagcensus
