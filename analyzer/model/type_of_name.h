// What a variable's name says about its value if the code says nothing: the code only passes the
// text on.
//
//   os.getenv("APP_DATA_DIR")                ─→ kPath
//   os.getenv("APP_PROFILE_DIR", "2")        ─→ kStr: the default is not a path
//   os.getenv("APP_DATA_URL")                ─→ kStr
#pragma once

#include <string_view>

#include "analyzer/model/access.h"

namespace flagcensus {

// `default_text`: the default as a text, or "" if it is unknown or there is none. A default that
// cannot be a path refutes the name. Returns kPath, or kStr if the name says nothing. Case does not
// matter.
ValueType TypeOfName(std::string_view name, std::string_view default_text = {});

}  // namespace flagcensus
