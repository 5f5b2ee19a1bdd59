// The layout of --help: CLI11's sections, with lines in the form of ripgrep's and ruff's.
#pragma once

#include <memory>

#include "analyzer/config/command_app.h"

namespace flagcensus {

// For the help of `command`, which must outlive the result.
std::shared_ptr<CLI::Formatter> HelpLayout(const CommandApp& command);

}  // namespace flagcensus
