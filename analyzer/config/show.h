// What holds and from where: check --show-config.
#pragma once

#include <string>

#include "analyzer/config/config.h"
#include "analyzer/config/options.h"

namespace flagcensus {

// A line for each key of the configuration, in the order of keys.h, and for each option of the
// command: its value, and the file and line, the command line or the default that it comes from.
std::string ShowSettings(const Config& config, const Options& options);

}  // namespace flagcensus
