// Environments in deployment files (Compose, Kubernetes, Helm) that comments document.
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/pages/data/registry_tree.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// Whether a key of YAML is called as one that holds an environment: `environment`, `env`,
// `extraEnvVars`, `pod_env`; not `envFrom`.
bool ContainsEnvironment(std::string_view key);

// Searches the parsed YAML `root` for environments: a key that is called so with a map of values, a
// list of "NAME=value", or a list of maps with a name. Each variable with a comment in `text` above
// it or after its value becomes a kRecord with a "description". The value is this deployment's
// choice and therefore not a default, except in "${NAME:-value}". Returns nothing if there are
// fewer than two such variables. Sources: the Compose specification, "environment"; Kubernetes API,
// EnvVar. Linear in the size of the text.
std::vector<Block> ReadDeployment(const RegistryNode& root, std::string_view text);

}  // namespace flagcensus
