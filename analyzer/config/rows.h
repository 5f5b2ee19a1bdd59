// The values of a configuration's keys, one reader each.
#pragma once

#include "analyzer/config/config.h"
#include "analyzer/config/toml_reader.h"

namespace flagcensus {

std::vector<PathGlob> ReadPaths(TomlReader& reader, std::string_view key, const toml::node& node);
void ReadSeverities(TomlReader& reader, const toml::node& node, Config& config);
void ReadRegistry(TomlReader& reader, const toml::node& node, RegistryKeys& keys);
void ReadDocumentedBy(TomlReader& reader, const toml::node& node, Config& config);
void ReadDisabled(TomlReader& reader, const toml::node& node, Config& config);

// One row of [[key]], for each key that has rows of the project itself.
void ReadRow(TomlReader& reader, std::string_view key, const toml::table& row, Config& config);

}  // namespace flagcensus
