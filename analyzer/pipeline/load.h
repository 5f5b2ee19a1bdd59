// Options ─→ the configuration and the tree, which all other steps read.
//
//   {paths: ["src/"]}   ─→ LoadConfig: the flagcensus.toml in src/ or above it
//                       ─→ WalkProject: the files of src/, with their kinds and scopes
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "analyzer/base/result.h"
#include "analyzer/config/config.h"
#include "analyzer/config/project_options.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// The configuration for the options: the named file, the nearest one upwards from the first PATH,
// or none. An unknown rule in it is an error with its position.
Result<Config> LoadConfig(const ProjectOptions& options);
// "did you mean 'unused'?", or where to find the rules: for a name that is not a rule.
std::string SuggestRule(std::string_view name);
// Sets the paths of the configuration if the command line names none. Returns why that fails, or
// nullopt.
std::optional<std::string> TakePaths(const Config& config, ProjectOptions& options);
Tree WalkProject(const ProjectOptions& options, const Config& config);
// Why there is nothing to do; nullopt if there is a file to read.
std::optional<std::string> NothingToRead(const Tree& tree, const ProjectOptions& options);

}  // namespace flagcensus
