// Environments in deployment files (Compose, Kubernetes, Helm) that are documented by comments.
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/pages/data/registry_tree.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// Looks in the parsed YAML `root` for environments: the key `environment`, `env` or `extraEnv` and
// below it a map of values, a list of "NAME=value", or a list of maps with a name. Each variable
// with a comment above it or behind its value, in `text`, becomes a kRecord with a "description".
// The value is what this deployment wants, so that it is no default; "${NAME:-value}" states one.
// Fewer than two such variables give nothing. Sources: the Compose specification, "environment";
// Kubernetes API, EnvVar. Linear in the size of the text.
std::vector<Block> ReadDeployment(const RegistryNode& root, std::string_view text);

}  // namespace flagcensus
