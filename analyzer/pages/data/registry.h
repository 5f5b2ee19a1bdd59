// Registries of variables in data files (JSON, YAML, TOML) → Document.
//
//   {"APP_PORT": {"default": 8080, "type": "int"}}   ─→   record APP_PORT: default 8080, type int
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/model/registry_keys.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

enum class RegistrySyntax { kJson, kYaml, kToml };

// `syntax` is the format of the file. Three shapes are read: a list of maps with a name and at
// least one of default, type and description; a map from variables to such maps; a map from
// variables to plain values, if it is the whole file or the value of a key such as "env_vars". Each
// variable is a kRecord with its name as the `label` and kField children "name", "default", "type",
// "description". For any other file the document is empty. Never throws; time and memory are
// bounded by the size of the text; YAML aliases are not followed.
Document ReadRegistry(std::string_view file, std::string_view text, RegistrySyntax syntax,
                      const RegistryKeys& keys, std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
