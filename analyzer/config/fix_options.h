// The options of `flagcensus check` that correct pages, and those that name its files in other
// ways.
#pragma once

#include <optional>
#include <string>

#include "analyzer/config/options.h"

namespace CLI {
class App;
}

namespace flagcensus {

void AddFixOptions(CLI::App& check, Options& options);

// --files-from, --stdin-filename.
void AddFileOptions(CLI::App& check, Options& options);

// Takes the paths of --files-from and the text of --stdin-filename from where they are given. What
// is wrong with them; nothing where all is well.
std::optional<std::string> TakeGivenFiles(Options& options);

}  // namespace flagcensus
