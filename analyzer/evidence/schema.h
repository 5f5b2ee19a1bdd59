// Data files that describe settings → the variables that they name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/flag.h"

namespace flagcensus {

struct SchemaPassage {
  std::string name;
  Passage passage;  // `place.file` is left to the caller
};

// Whether a file of this name may be such a schema: YAML, JSON or TOML.
bool IsSchemaName(std::string_view path);

// The variables of settings that the file describes, in the order of the text: a map has one under
// a key that says so ("environment_variable", "env_var"; one name or a list of them), and beside it
// a description. The default is the one beside it, where the map has one variable. Nothing where
// the file cannot be parsed. Never throws; bounded by the size of the text.
std::vector<SchemaPassage> FindSchemaPassages(std::string_view path, std::string_view text);

}  // namespace flagcensus
