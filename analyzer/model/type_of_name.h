// What a variable's name says of its value where the code says nothing: it takes the text as it is,
// and hands it on. APP_DATA_DIR is a path, APP_PORT with the default 8080 a number.
#pragma once

#include <string_view>

#include "analyzer/model/access.h"

namespace flagcensus {

// `default_text`: what it is when unset, as a text; empty: not known, or nothing. A default of
// another kind refutes the name: APP_PORT=unix:/run/app is a text. Returns kPath, kInt, or kStr
// where the name says nothing. Case does not matter.
ValueType TypeOfName(std::string_view name, std::string_view default_text = {});

}  // namespace flagcensus
