// C and C++ expressions that are no value but a function's result on failure.
#pragma once

#include <cstddef>
#include <vector>

#include "analyzer/c/tokens.h"

namespace flagcensus {

// Whether an expression only indicates an error: -ENOENT, Status::kError, APP_ERR_ARGS.
bool IsFailure(const std::vector<CToken>& tokens, size_t begin, size_t end);

// Whether a call in the range has an output argument, so that its return value is a status:
// parse(v, &out).
bool IsStatus(const std::vector<CToken>& tokens, size_t begin, size_t end);

// Whether an expression reads another variable.
bool IsAnotherRead(const std::vector<CToken>& tokens, size_t begin, size_t end);

// Whether a function says by its name that it does not come back: exit, die, throw_error, failWith.
bool EndsProgram(const std::string& callee);

}  // namespace flagcensus
