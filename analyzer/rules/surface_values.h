// A value in a surface against the code's default.
//
//   .env.example: APP_PORT=81,  the code: os.getenv("APP_PORT", "80")  ─→ kDiffer
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/surface.h"
#include "analyzer/rules/rule.h"
#include "analyzer/values/values.h"

namespace flagcensus {

// The reads that decide which value the sources use if `flag` is unset, each with a literal; empty
// if that is not known, or if something sets it.
std::vector<const Access*> DefaultsOf(const Flag& flag);

// Compares the value of a setting with the default of the variable that it names. kUnknown for a
// setting without a value, a placeholder, or a variable without a default in code. In a deployment,
// only a value after ":-" is meant as a default.
Verdict CompareSetting(const RuleInput& input, const Surface& surface,
                       const SurfaceSetting& setting);

}  // namespace flagcensus
