// Values: whether a documented value and a value in code say the same.
//
// Compared as values of the type that the code parses: booleans by the spellings that it takes for
// true, numbers as amounts (numbers.h), paths in one spelling (paths.h), lists by element. What
// cannot be known is kUnknown and never reported.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/access.h"
#include "analyzer/model/entry.h"
#include "analyzer/model/finding.h"

namespace flagcensus {

enum class Verdict { kEqual, kDiffer, kUnknown };

struct ComparedDefault {
  Verdict verdict = Verdict::kUnknown;
  Confidence confidence = Confidence::kHigh;  // of kDiffer
};

// Compares two literals. `truthy`: the spellings that the code takes for true, lower case; may be
// empty.
Verdict CompareLiterals(std::string_view documented, std::string_view actual, ValueType type,
                        const std::vector<std::string>& truthy);

// Compares the default that the page tells with what `access` (a read) does when unset.
ComparedDefault CompareDefault(const Entry& entry, const Access& access);

}  // namespace flagcensus
