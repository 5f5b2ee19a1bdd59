// The languages that are read whole.
#pragma once

#include <vector>

#include "analyzer/link/engine/language_engine.h"

namespace flagcensus {

// They live as long as the program; in the order in which they run.
const std::vector<const LanguageEngine*>& LanguageEngines();

}  // namespace flagcensus
