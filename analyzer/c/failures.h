// C and C++ expressions that are not values but a function's result on failure.
//
//   if (!v) return -ENOENT;        ─→ IsFailure: APP_X has no default, it is an error
//   if (!v) return 30;             ─→ not a failure: 30 is the default
#pragma once

#include <cstddef>
#include <vector>

#include "analyzer/c/tokens.h"

namespace flagcensus {

// Whether an expression only indicates an error: -ENOENT, Status::kError, APP_ERR_ARGS.
bool IsFailure(const std::vector<CToken>& tokens, size_t begin, size_t end);

// Whether a call in the range has an output argument, so its return value is a status:
// parse(v, &out).
bool IsStatus(const std::vector<CToken>& tokens, size_t begin, size_t end);

// Whether an expression reads another variable.
bool IsAnotherRead(const std::vector<CToken>& tokens, size_t begin, size_t end);

// Whether the name of a function says that it does not return: exit, die, throw_error, failWith.
bool EndsProgram(const std::string& callee);

}  // namespace flagcensus
