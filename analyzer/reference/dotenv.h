// Row → lines of a .env file, or of a map of variables in YAML.
//
//   APP_PORT, default 80   ─→  # Where it listens.
//                              # APP_PORT=80
//   APP_TOKEN, required    ─→  APP_TOKEN=
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/reference/cells.h"

namespace flagcensus {

// "NAME=value" for a required variable, "# NAME=value" for others; "" for a family.
std::string DotenvAssignment(const Row& row);

// A value in the syntax of a .env file: it is quoted unless it is a plain word, so
// python-dotenv and docker compose read it back unchanged.
std::string DotenvValue(std::string_view value);

// "NAME: "value"" for a required variable, with the placeholder CHANGE_ME, or an empty value if it
// is a secret. "# NAME: "default"" for others; empty for a family. `item`: as "- name: NAME" and a
// line for the value.
std::vector<std::string> YamlEntry(const Row& row, bool item);

// The comment above it, without comment marks: the description, wrapped.
std::vector<std::string> DotenvDescription(const Row& row);
// The same with the notes. They begin with a phrase by which readers of pages recognise generated
// text.
std::vector<std::string> DotenvComment(const Row& row, const CellOptions& options);

}  // namespace flagcensus
