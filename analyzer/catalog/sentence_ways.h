// Patterns by which a sentence says that a name is an environment variable.
#pragma once

#include <string_view>

#include "analyzer/pages/prose.h"

namespace flagcensus {

// All texts are in lower case. `before` is the part of the sentence before the name, or before the
// first of several names; `behind` follows the last name and its value.

// The words after the names call them so: "`X` environment variable".
bool IsCalledBehind(std::string_view behind);

// The words before them do: "environment variable `X`", "environment variables called X".
bool IsCalledBefore(std::string_view before);

// Or words further before: "the first environment variable that is found of the list `X`, `Y`".
bool IsCalledFurther(std::string_view before);

// It is set like an environment variable: "setting `X` to 1", "export X with the path". `assigned`:
// an assignment follows the verb, "setting `X=1`".
bool IsSetThere(std::string_view before, std::string_view behind, bool assigned);

// "export X=1": only environment variables are exported like this.
bool IsExportedThere(std::string_view before);

// The effect depends on whether it is set: "Default: `$X` if set, otherwise 1".
bool IsDefaultThere(std::string_view before, std::string_view behind);

// "controlled via the `X` variable".
bool IsUsedThere(std::string_view before, std::string_view behind);

// The variable at the start of a path in a code span, if it is one that names a program's file
// locations: "$XDG_CONFIG_HOME/app"; empty for other spans.
std::string_view PathVariable(std::string_view code);

}  // namespace flagcensus
