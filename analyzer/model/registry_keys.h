// RegistryKeys: the field names of registries in data files (JSON, YAML, TOML).
//
//   - env: APP_PORT          name: "env"
//     default: 80            default_value: "default"
//     help: port to bind     description: "help"
//
// These are the built-in keys, the common names in such files. `key` is last among the names, since
// it is often the key of something else.
#pragma once

#include <string>
#include <vector>

namespace flagcensus {

// Each list contains accepted keys in lower case; the first that occurs in a record is used.
struct RegistryKeys {
  std::vector<std::string> name = {"name",     "env", "env_var", "envvar", "environment_variable",
                                   "variable", "key"};
  std::vector<std::string> default_value = {"default", "default_value", "defaultvalue"};
  std::vector<std::string> type = {"type"};
  std::vector<std::string> description = {"description", "help", "doc", "summary"};
};

}  // namespace flagcensus
