// Where the tests find what they test, and what else only the configured build knows. CMake writes the
// texts into one source file of the build, so that all others are the same in every checkout, and a
// compiler cache serves them.
#pragma once

#include <string>

namespace flagcensus {

extern const char* const kConfigured[5];

// The folder of the sources.
inline const std::string kRoot = kConfigured[0];
// The program.
inline const std::string kBinary = kConfigured[1];
// The workers of the other libclangs, with ':' between them.
inline const std::string kOtherWorkers = kConfigured[2];
// Tries what the worker's sandbox allows.
inline const std::string kProbe = kConfigured[3];
// FLAGCENSUS_RULE_PAGES, with {rule}; "" without it.
inline const std::string kRulePage = kConfigured[4];

}  // namespace flagcensus
