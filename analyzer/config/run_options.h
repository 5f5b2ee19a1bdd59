// The options of how a command runs: with which configuration, compiler, pages and kept answers,
// and what it says beside its result.
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

// --cache, --no-cache: answers of earlier runs.
void AddCache(CLI::App& command, Options& options);

// The command `cache`; `action` is what it shall do.
void AddCacheCommand(CLI::App& app, Options& options, std::string& action);

// --stats.
void AddStats(CLI::App& command, Options& options);

}  // namespace flagcensus
