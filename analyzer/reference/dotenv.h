// Row → lines of a .env file, or of a map of variables in YAML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/reference/cells.h"

namespace flagcensus {

// "NAME=value" for a required variable, "# NAME=value" for others; "" for a family.
std::string DotenvAssignment(const Row& row);

// A value as a .env file has it: what is not a plain word is quoted so that python-dotenv and
// docker compose read it back unchanged.
std::string DotenvValue(std::string_view value);

// "NAME: "value"" for a required variable, with what stands for a value, or nothing if it is a
// secret; "# NAME: "default"" for others; none for a family. `item`: "- name: NAME" and its value.
std::vector<std::string> YamlEntry(const Row& row, bool item);

// The comment above it, without comment marks: the description, wrapped.
std::vector<std::string> DotenvDescription(const Row& row);
// The same with the notes, which a reader of pages knows on those that this program wrote.
std::vector<std::string> DotenvComment(const Row& row, const CellOptions& options);

}  // namespace flagcensus
