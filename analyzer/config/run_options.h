// Options for how a command runs: its configuration, compiler, pages and cache, and what it reports
// in addition to its result.
#pragma once

#include <string>

#include "analyzer/config/options.h"

namespace CLI {
class App;
}

namespace flagcensus {

// --root, --verbose, --strict.
void AddRunOptions(CLI::App& command, Options& options);

// --config, --no-config.
void AddConfig(CLI::App& command, Options& options);

// --compile-commands, --no-clang.
void AddClang(CLI::App& command, Options& options);

// --catalog.
void AddCatalogOption(CLI::App& command, Options& options);

// --cache, --no-cache: stored answers of earlier runs.
void AddCache(CLI::App& command, Options& options);

// The command `cache`; `action` receives its argument.
void AddCacheCommand(CLI::App& app, Options& options, std::string& action);

// --stats.
void AddStats(CLI::App& command, Options& options);

}  // namespace flagcensus
