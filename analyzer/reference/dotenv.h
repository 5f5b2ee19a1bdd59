// Row → lines of a .env file.
#pragma once

#include <string>
#include <vector>

#include "analyzer/reference/cells.h"

namespace flagcensus {

// "NAME=value" of a variable that has to be set, "# NAME=value" of others; "" of a family. A value
// that is no plain word is quoted so that python-dotenv and docker compose read it back.
std::string DotenvAssignment(const Row& row);

// What stands above it, without the marks of comments: the description, wrapped, and what there is
// to say beside it.
std::vector<std::string> DotenvComment(const Row& row, const CellOptions& options);

}  // namespace flagcensus
