// What is asked of the file system while a source is parsed: each path that was opened, listed or
// looked for, whether it was there or not.
//
// libclang tells which headers it read, but not where it looked for them first, nor what a
// `__has_include` found missing, nor what its driver found installed. All of that goes through a
// handful of functions of the C library. The program has functions of the same names in front of
// them, which write down the path between two calls of this header and do nothing else.
#pragma once

#include <optional>
#include <vector>

#include "analyzer/clang/protocol.h"

namespace flagcensus {

// From here on paths are written down, of all threads.
void StartLooks();

// Ends it. The paths as they were asked for, not always absolute, in the order of the calls, many
// more than once. Nothing where they were too many, or this system has other functions.
std::optional<std::vector<Look>> TakeLooks();

}  // namespace flagcensus
