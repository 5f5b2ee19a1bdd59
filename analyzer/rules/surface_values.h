// A value in a surface against the code's default.
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/surface.h"
#include "analyzer/rules/rule.h"
#include "analyzer/values/values.h"

namespace flagcensus {

// The reads that decide what the sources use where `flag` is unset, each with a literal; empty if
// that is not known, or something sets it.
std::vector<const Access*> DefaultsOf(const Flag& flag);

// What a setting gives against the default of the variable that it names. kUnknown for what gives
// no value, a placeholder, or a variable without a default in code; of a deployment only the text
// that it fills in is meant as a default.
Verdict CompareSetting(const RuleInput& input, const Surface& surface,
                       const SurfaceSetting& setting);

}  // namespace flagcensus
