// The entries of a configuration that describe functions, objects and classes of libraries. They
// are checked here and kept as TOML text, which AddAccessors reads in the same way as the built-in
// tables.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/config/toml_reader.h"

namespace flagcensus {

// Appends the entries of `kind` ("accessor", "object" or "settings") to `text`, each key on the
// line that it has in the file.
void ReadAccessorRows(TomlReader& reader, std::string_view kind, const toml::node& node,
                      std::string& text);

// Appends [casts].
void ReadCasts(TomlReader& reader, const toml::node& node, std::string& text);

}  // namespace flagcensus
