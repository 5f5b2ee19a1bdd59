// The options common to all commands that read a tree.
#pragma once

#include "analyzer/config/options.h"

namespace CLI {
class App;
}

namespace flagcensus {

// --language: languages read in addition to Python and C; an audit reads all.
void AddLanguages(CLI::App& command, Options& options);

// --jobs, --exclude, --hidden, --vendored: which files are read, and on how many threads.
void AddSelection(CLI::App& command, Options& options);

// --max-file-size, --max-seconds, --max-memory: limits on reading.
void AddBudget(CLI::App& command, Options& options);

}  // namespace flagcensus
