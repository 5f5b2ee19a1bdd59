// Where the tests find what they test. CMake writes the texts into one source file of the build, so that all
// others are the same in every checkout, and a compiler cache serves them.
#pragma once

#include <string>

namespace flagcensus {

extern const char* const kConfiguredPaths[4];

inline const std::string kRoot = kConfiguredPaths[0];          // the folder of the sources
inline const std::string kBinary = kConfiguredPaths[1];        // the program
inline const std::string kOtherWorkers = kConfiguredPaths[2];  // of each other libclang, with ':' between them
inline const std::string kProbe = kConfiguredPaths[3];         // tries what the worker's sandbox allows

}  // namespace flagcensus
