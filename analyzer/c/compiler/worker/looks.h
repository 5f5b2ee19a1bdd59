// Records the file system look-ups while a source is parsed: each path that was opened, listed or
// looked up, whether it exists or not.
//
//   StartLooks(); parse; TakeFileLookups()     ─→ {"/t/inc/a.h", kAbsent}, {"/t/a.h", kThere}, ...
//
// libclang reports which headers it read, but not where it searched for them first. Nor does it
// report what a `__has_include` did not find, and what its driver found installed. All of that goes
// through a few functions of the C library. The program defines functions of the same names that
// precede them. They record the path between two calls of this header and do nothing else.
#pragma once

#include <optional>
#include <vector>

#include "analyzer/c/compiler/protocol.h"

namespace flagcensus {

// Starts recording the paths of all threads.
void StartLooks();

// Stops recording. Returns the paths as requested, not always absolute, in the order of the calls,
// many repeated; nullopt if there were too many, or if this system uses other functions.
std::optional<std::vector<Look>> TakeFileLookups();

}  // namespace flagcensus
