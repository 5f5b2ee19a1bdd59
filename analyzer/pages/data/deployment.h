// Environments in deployment files (Compose, Kubernetes, Helm) that comments document.
//
//   environment:
//     # The port that the server listens on.     ─→  record APP_PORT, default 8080, with the
//     APP_PORT: ${APP_PORT:-8080}                     comment as its description
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/pages/data/registry_tree.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// Whether the name of a key in YAML is that of an environment: `environment`, `env`,
// `extraEnvVars`, `pod_env`; not `envFrom`.
bool IsEnvironmentKey(std::string_view key);

// Searches the parsed YAML `root` for environments: a key with one of these names, and as its value
// a map of values, a list of "NAME=value", or a list of maps with a name. Each variable with a
// comment in `text` above it or after its value becomes a kRecord with a "description". The value
// is this deployment's choice and therefore not a default, except in "${NAME:-value}". Returns
// nothing if there are fewer than two such variables. Sources: the Compose specification,
// "environment"; Kubernetes API, EnvVar. Linear in the size of the text.
std::vector<Block> ReadDeployment(const RegistryNode& root, std::string_view text);

}  // namespace flagcensus
