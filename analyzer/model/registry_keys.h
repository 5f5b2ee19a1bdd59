// RegistryKeys: how registries that are data (JSON, YAML, TOML) name their fields.
#pragma once

#include <string>
#include <vector>

namespace flagcensus {

// Each list holds accepted keys, lower case; the first that stands in a record is taken.
struct RegistryKeys {
  std::vector<std::string> name = {"name",     "env", "env_var", "envvar", "environment_variable",
                                   "variable", "key"};
  std::vector<std::string> default_value = {"default", "default_value", "defaultvalue"};
  std::vector<std::string> type = {"type"};
  std::vector<std::string> description = {"description", "help", "doc", "summary"};
};

}  // namespace flagcensus
