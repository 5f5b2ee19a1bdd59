// Claims and types: what a page promises of a variable beside its default.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/access.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/prose.h"

namespace flagcensus {

// The claims (see Entry::claims) that a description of `name` makes.
std::vector<std::string> ClaimsFromWords(const Prose& description, std::string_view name);

// The names that the variable had before, as its description tells (old_names.cc).
std::vector<NameAt> OldNamesIn(const Prose& description, std::string_view name);

// The claims that a heading or the sentence before a list makes for all that stands below.
std::vector<std::string> ClaimsFromIntro(const Prose& intro);

// Whether the sentence says that what follows is set by the program ("Always set when ...:").
bool SaysSet(std::string_view lower);

// Whether it says that the names before it stand in docstrings or examples alone.
bool SaysDocstringOnly(std::string_view lower);

// Whether its last sentence announces a list of values: "Possible values:".
bool AnnouncesValues(std::string_view lower);

// The values that a description says a variable may have: "one of `a`, `b`"; empty where it says
// none.
std::vector<std::string> ValuesFromWords(const Prose& description);

// A documented type: "bool", "Integer", "Enum values: 'a', 'b'"; kUnknown where it is no type.
ValueType TypeFromCell(const Prose& cell);
// The type that a description implies: "if set to 1", "comma-separated list", "path to".
ValueType TypeFromWords(const Prose& description);

}  // namespace flagcensus
