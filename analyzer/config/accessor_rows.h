// The entries of a configuration that describe functions, objects and classes of libraries.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/config/toml_reader.h"

namespace flagcensus {

// Appends the entries of `kind` ("accessor", "object" or "settings") to `text`.
void ReadAccessorRows(TomlReader& reader, std::string_view kind, const toml::node& node,
                      std::string& text);

// Appends [casts].
void ReadCasts(TomlReader& reader, const toml::node& node, std::string& text);

}  // namespace flagcensus
