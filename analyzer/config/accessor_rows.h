// The rows of a configuration that tell of libraries' functions, objects and classes.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/config/toml_reader.h"

namespace flagcensus {

// Appends the rows of `kind` ("accessor", "object" or "settings") to `text`.
void ReadAccessorRows(TomlReader& reader, std::string_view kind, const toml::node& node,
                      std::string& text);

// Appends [casts].
void ReadCasts(TomlReader& reader, const toml::node& node, std::string& text);

}  // namespace flagcensus
