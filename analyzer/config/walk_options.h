// The options of every command that reads a tree.
#pragma once

#include "analyzer/config/options.h"

namespace CLI {
class App;
}

namespace flagcensus {

// --language: what is read beside Python and C; an audit reads all.
void AddLanguages(CLI::App& command, Options& options);

// --jobs, --exclude, --hidden, --vendored: which files, and on how many threads.
void AddSelection(CLI::App& command, Options& options);

// --max-file-size, --max-seconds, --max-memory: where reading ends.
void AddBudget(CLI::App& command, Options& options);

}  // namespace flagcensus
