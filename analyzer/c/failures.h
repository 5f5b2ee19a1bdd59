// Expressions of C and C++ code that give no value: what a function returns where something failed.
#pragma once

#include <cstddef>
#include <vector>

#include "analyzer/c/tokens.h"

namespace flagcensus {

// Whether an expression only says that something went wrong: -ENOENT, Status::kError, APP_ERR_ARGS.
bool IsFailure(const std::vector<CToken>& tokens, size_t begin, size_t end);

// Whether a call in the range gives its result through an argument, so that what it returns is a
// status: parse(v, &out).
bool IsStatus(const std::vector<CToken>& tokens, size_t begin, size_t end);

// Whether an expression reads another variable.
bool IsAnotherRead(const std::vector<CToken>& tokens, size_t begin, size_t end);

}  // namespace flagcensus
