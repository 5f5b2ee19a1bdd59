// The options of `flagcensus check` that correct pages or select its files.
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

// Reads the paths of --files-from and the text of --stdin-filename. Returns what is wrong with
// them, or nullopt on success.
std::optional<std::string> TakeGivenFiles(Options& options);

}  // namespace flagcensus
