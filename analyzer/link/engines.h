// The languages that are always analysed, and the engine for those that the user asks for.
#pragma once

#include <vector>

#include "analyzer/link/engine/language_engine.h"

namespace flagcensus {

// In the order in which they run. They live as long as the program.
const std::vector<const LanguageEngine*>& LanguageEngines();

}  // namespace flagcensus
