// Row → lines of a .env file.
#pragma once

#include <string>
#include <vector>

#include "analyzer/reference/cells.h"

namespace flagcensus {

// "NAME=value" for a required variable, "# NAME=value" for others; "" for a family. A value that is
// not a plain word is quoted so that python-dotenv and docker compose read it back unchanged.
std::string DotenvAssignment(const Row& row);

// The comment above it, without comment marks: the description, wrapped, and the notes.
std::vector<std::string> DotenvComment(const Row& row, const CellOptions& options);

}  // namespace flagcensus
