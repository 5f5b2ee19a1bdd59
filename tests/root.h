// The folder of the sources that are tested.
#pragma once

#include <string>

#include "tests/paths.h"

namespace flagcensus {

inline const std::string kRoot = FLAGCENSUS_SOURCE_DIR;

}  // namespace flagcensus
