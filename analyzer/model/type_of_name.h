// What a variable's name says of its value where the code says nothing: it takes the text as it is,
// and hands it on. APP_DATA_DIR is a path.
#pragma once

#include <string_view>

#include "analyzer/model/access.h"

namespace flagcensus {

// `default_text`: what it is when unset, as a text; empty: not known, or nothing. A default of
// another kind refutes the name: APP_PROFILE_DIR=2 is a text. Returns kPath, or kStr where the name
// says nothing. Case does not matter.
ValueType TypeOfName(std::string_view name, std::string_view default_text = {});

}  // namespace flagcensus
