// The effective settings and their origins: check --show-config.
//
//   own-prefixes = ["APP_"]                          # flagcensus.toml:2:1
//   exclude = []                                     # default
#pragma once

#include <string>
#include <vector>

#include "analyzer/config/command_table.h"
#include "analyzer/config/config.h"
#include "analyzer/config/project_options.h"

namespace flagcensus {

// One line for each key of the configuration, in the order of config.h, and for each option of the
// command: its value and its origin, which is a file and line, the command line or the default.
std::string ShowSettings(const Config& config, const ProjectOptions& options,
                         const std::vector<OptionShown>& shown);

}  // namespace flagcensus
