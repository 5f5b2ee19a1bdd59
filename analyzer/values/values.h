// Values: whether a documented value and a value in code are equal.
//
//   documented "on", code True, bool      ─→ kEqual
//   documented "64 MB", code 67108864     ─→ kEqual
//   documented "/tmp", code "/var/tmp"    ─→ kDiffer
//   documented "number of cores", code 8  ─→ kUnknown
//
// They are compared as values of the type that the code parses: booleans by the spellings that it
// accepts as true, numbers as amounts (numbers.h), paths normalised (paths.h), lists by element.
// Undecidable cases are kUnknown and never reported.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/access.h"
#include "analyzer/model/entry.h"
#include "analyzer/model/finding.h"

namespace flagcensus {

enum class Verdict { kEqual, kDiffer, kUnknown };

// The result for a default, with the confidence of a difference.
struct ComparedDefault {
  Verdict verdict = Verdict::kUnknown;
  Confidence confidence = Confidence::kHigh;  // if kDiffer
};

// Compares two literals. `truthy`: the spellings that the code accepts as true, lower case; may be
// empty.
Verdict CompareLiterals(std::string_view documented, std::string_view actual, ValueType type,
                        const std::vector<std::string>& truthy);

// Compares the default on the page with what `access` (a read) does if the variable is unset.
ComparedDefault CompareDefault(const Entry& entry, const Access& access);

}  // namespace flagcensus
