// Data files that describe settings → the variables that they name. An example is in schema.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/flag.h"

namespace flagcensus {

struct SchemaPassage {
  std::string name;
  Passage passage;  // the caller sets `place.file`
};

// Whether a file of this name may be such a schema: YAML, JSON, TOML or XML.
bool IsSchemaName(std::string_view path);

// The variables of the settings that the file describes, in text order. A map has a variable under
// a key that says so ("environment_variable", "env_var"; one name or a list), and a description
// next to it. The default next to it counts if the map has only one variable.
//
// A form has a map below the variable's name with a label in it. A translation has a text there,
// and XML an element with the name and a label as attributes. Empty if the file cannot be parsed.
// Never throws; bounded by the size of the text.
std::vector<SchemaPassage> FindSchemaPassages(std::string_view path, std::string_view text);

}  // namespace flagcensus
