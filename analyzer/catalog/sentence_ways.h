// Ways in which a sentence tells that a name is a variable of the environment.
#pragma once

#include <string_view>

#include "analyzer/pages/prose.h"

namespace flagcensus {

// All texts in lower case. `before` is the part of the sentence in front of the name, or of the
// first of several names; `behind` what follows the last of them and its value.

// The kind of the names is told behind them: "`X` environment variable".
bool IsCalledBehind(std::string_view behind);

// Or before them: "environment variable `X`", "environment variables called X".
bool IsCalledBefore(std::string_view before);

// Or a few words further in front: "the first environment variable that is found of the list `X`,
// `Y`".
bool IsCalledFurther(std::string_view before);

// It is set as variables of the environment are: "setting `X` to 1", "export X with the path".
// Whether an assignment follows the verb, "setting `X=1`", the caller knows.
bool IsSetThere(std::string_view before, std::string_view behind, bool assigned);

// "export X=1": no other thing is exported so.
bool IsExportedThere(std::string_view before);

// What holds depends on whether it is set: "Default: `$X` if set, otherwise 1".
bool IsDefaultThere(std::string_view before, std::string_view behind);

// "controlled via the `X` variable".
bool IsUsedThere(std::string_view before, std::string_view behind);

// The variable that a path in a span of code begins with, where it is one of those that say where
// programs keep their files: "$XDG_CONFIG_HOME/app"; empty for other spans.
std::string_view PathVariable(std::string_view code);

}  // namespace flagcensus
