// The options of how a command runs, whatever it reads ─→ Options
#include "analyzer/config/run_options.h"

#include <CLI/CLI.hpp>

namespace flagcensus {

void AddRunOptions(CLI::App& command, Options& options) {
  command.add_option("--root", options.root, "Directory that printed paths are relative to")
      ->capture_default_str();
  command.add_flag("-v,--verbose", options.verbose,
                   "Print skipped files and the reasons to standard error");
  command.add_flag("--strict", options.strict,
                   "Exit with status 2 if a file could not be read or parsed, or if more than 10% of "
                   "the catalog entries could not be checked");
}

void AddConfig(CLI::App& command, Options& options) {
  auto* file = command.add_option("--config", options.config,
                                  "Path to the configuration file (default: the nearest flagcensus.toml, "
                                  ".flagcensus.toml or [tool.flagcensus] in this directory or a parent)");
  command.add_flag("--no-config", options.no_config, "Ignore configuration files")->excludes(file);
}

void AddClang(CLI::App& command, Options& options) {
  auto* file = command.add_option("--compile-commands", options.compile_commands,
                                  "Path to a compile_commands.json (repeatable, one per "
                                  "build configuration; default: found automatically)");
  file->allow_extra_args(false);
  command.add_flag("!--no-clang", options.clang, "Do not use libclang for C and C++")
      ->excludes(file);
}

void AddCatalogOption(CLI::App& command, Options& options) {
  command.add_option(
      "--catalog", options.catalog,
      "Paths or globs of the pages that document the variables (repeatable; default: found automatically)");
}

void AddCache(CLI::App& command, Options& options) {
  auto* folder = command.add_option("--cache", options.cache,
                                    "Path to the cache directory (default: "
                                    "$XDG_CACHE_HOME/flagcensus or ~/.cache/flagcensus)");
  folder->type_name("DIR");
  command
      .add_flag("--no-cache", options.no_cache,
                "Do not read or write the cache")
      ->excludes(folder);
  // For tests, which do not wait for files to settle.
  command.add_option("--cache-settle", options.cache_settle)->group("");
}

void AddCacheCommand(CLI::App& app, Options& options, std::string& action) {
  CLI::App& cache = *app.add_subcommand("cache", "Show or clean the cache");
  cache.add_option("ACTION", action, "show prints its path and size, clean deletes it")
      ->required()
      ->check(CLI::IsMember({"show", "clean"}));
  cache.add_option("--cache", options.cache, "Path to the cache directory (default: "
                  "$XDG_CACHE_HOME/flagcensus or ~/.cache/flagcensus)")
      ->type_name("DIR");
}

void AddStats(CLI::App& command, Options& options) {
  command.add_flag_callback(
      "--stats", [&options] { options.cost = std::make_shared<RunCost>(); },
      "Print statistics about files and time to standard error");
}

}  // namespace flagcensus
