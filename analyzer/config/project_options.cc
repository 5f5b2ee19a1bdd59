// The options of every command that reads a project ─→ ProjectOptions
#include "analyzer/config/project_options.h"

#include "analyzer/config/command_app.h"

namespace flagcensus {
namespace {

// --language: languages read in addition to Python and C. An audit reads all of them.
// --language go --language rust ─→ languages {kGo, kRust}; OneOf has refused every other word.
void AddLanguages(CommandApp& command, ProjectOptions& options) {
  CLI::Option* const option = command.add_option_function<std::vector<std::string>>(
      "--language",
      [&options](const std::vector<std::string>& asked) {
        for (const std::string& name : asked) {
          options.languages.push_back(*ParseAskedLanguage(name));
        }
      },
      "Also read sources in LANGUAGE (repeatable)");
  command.OneOf(option, AskedLanguageNames())->type_name("LANGUAGE")->allow_extra_args(false);
}

}  // namespace

// The order of the calls is that of the help.
void AddPaths(CommandApp& command, ProjectOptions& options) {
  command.add_option("PATH", options.paths,
                     "Files and directories to read (default: the --root directory)");
  AddSelection(command, options);
  AddLanguages(command, options);
  command.add_flag("--no-ignore", options.selection.no_ignore,
                   "Also read files that .gitignore excludes");
  AddBudget(command, options);
}

void AddSelection(CommandApp& command, ProjectOptions& options) {
  command.add_option("-j,--jobs", options.jobs, "Number of threads; 0 uses one per core")
      ->type_name("N")
      ->check(CLI::Range(0U, 256U))
      ->capture_default_str();
  command
      .add_option("--exclude", options.selection.exclude,
                  "Skip files matching PATTERN, in .gitignore syntax (repeatable)")
      ->type_name("PATTERN")
      ->allow_extra_args(false);
  command.add_flag("--hidden", options.selection.hidden, "Also read hidden directories");
  command.add_flag("--vendored", options.selection.vendored,
                   "Also read third_party, vendor, node_modules and similar directories");
}

// Limits of the whole run, and of each file.
// 4 MiB: larger sources are nearly always generated data. A file above it is reported as skipped.
void AddBudget(CommandApp& command, ProjectOptions& options) {
  command.add_option("--max-file-size", options.limits.file_bytes, "Skip files larger than SIZE")
      ->type_name("SIZE")
      ->transform(CLI::AsSizeValue(false))
      ->default_str("4MiB");
  command
      .add_option("--max-seconds", options.limits.seconds, "Stop reading new files after SECONDS")
      ->type_name("SECONDS")
      ->check(CLI::NonNegativeNumber)
      ->default_str("1800");
  command
      .add_option("--max-memory", options.limits.memory,
                  "Stop reading new files once memory use exceeds SIZE")
      ->type_name("SIZE")
      ->transform(CLI::AsSizeValue(false))
      ->default_str("4GiB");
}

// More than 10 % of unchecked entries means that the check says little: --strict fails the run.
void AddRun(CommandApp& command, ProjectOptions& options) {
  command
      .add_option(
          "--root", options.root,
          "Base directory: printed paths are relative to it, and it is read if no PATH is given")
      ->type_name("DIR")
      ->capture_default_str();
  command.add_flag(
      "-v,--verbose", options.messages.verbose,
      "Print details to standard error: skipped files, and why they were skipped; which "
      "pages are used, and why; project prefixes");
  command.add_flag("--strict", options.messages.strict,
                   "Exit with status 2 if a file could not be read or parsed, or if more than 10% "
                   "of the catalog entries could not be checked");
}

// --config and --no-config exclude each other: one of the two would have no effect.
void AddConfig(CommandApp& command, ProjectOptions& options) {
  auto* file =
      command
          .add_option(
              "--config", options.config.file,
              "Path to the configuration file (default: flagcensus.toml, .flagcensus.toml or "
              "[tool.flagcensus] in the directory of the first input or the nearest "
              "parent)")
          ->type_name("FILE");
  command.add_flag("--no-config", options.config.off, "Ignore configuration files")->excludes(file);
}

// A command line such as `--compile-commands a.json src` has one database and one path.
void AddClang(CommandApp& command, ProjectOptions& options) {
  auto* file = command
                   .add_option("--compile-commands", options.clang.compile_commands,
                               "Path to a compile_commands.json (repeatable, one per build "
                               "configuration; default: found automatically)")
                   ->type_name("FILE");
  file->allow_extra_args(false);
  command.add_flag("!--no-clang", options.clang.used, "Do not use libclang for C and C++")
      ->excludes(file);
}

// --catalog replaces the search for pages, and --also adds to its result.
void AddCatalog(CommandApp& command, ProjectOptions& options) {
  command
      .add_option("--catalog", options.pages.catalog,
                  "Path or glob of a page that documents the variables (repeatable; default: found "
                  "automatically)")
      ->type_name("FILE");
  command
      .add_option("--also", options.pages.also,
                  "Path or glob of a page that documents variables, in addition to those that are "
                  "found (repeatable)")
      ->type_name("FILE");
}

void AddStats(CommandApp& command, ProjectOptions& options) {
  command.add_flag_callback(
      "--stats", [&options] { options.cost = std::make_shared<RunCost>(); },
      "Print statistics about files and time to standard error");
}

}  // namespace flagcensus
