// Readers of the values of a configuration's keys, one for each key.
#pragma once

#include "analyzer/config/config.h"
#include "analyzer/config/toml_reader.h"

namespace flagcensus {

// The string, or each of the list of strings, at `key` of an entry; empty if it has no such key.
std::vector<PathGlob> ReadOneOrMore(TomlReader& reader, const toml::table& row,
                                    std::string_view key);
std::vector<PathGlob> ReadPaths(TomlReader& reader, std::string_view key, const toml::node& node);
void ReadSeverities(TomlReader& reader, const toml::node& node, Config& config);
void ReadRegistry(TomlReader& reader, const toml::node& node, RegistryKeys& keys);
void ReadDocumentedBy(TomlReader& reader, const toml::node& node, Config& config);
void ReadDisabled(TomlReader& reader, const toml::node& node, Config& config);

// One entry of [[key]], for each key with entries of the project itself.
void ReadRow(TomlReader& reader, std::string_view key, const toml::table& row, Config& config);

}  // namespace flagcensus
