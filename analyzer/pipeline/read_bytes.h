// A path ─→ the bytes of the file, with line ends and encoding as they are.
#pragma once

#include <string>

#include "analyzer/base/result.h"

namespace flagcensus {

// Reads a page's bytes unchanged.
Result<std::string> ReadBytes(const std::string& path);

}  // namespace flagcensus
