// Claims and types: what a page promises about a variable besides its default.
//
//   "Deprecated. Use `APP_NEW` instead."   ─→ deprecated
//   "Alias of `APP_NEW`."                  ─→ alias-of:APP_NEW
//   "Currently not used."                  ─→ not-consumed
//   "One of `fast`, `slow`."               ─→ the values fast and slow
//   "Comma-separated list of hosts."       ─→ the type list
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

// The former names of the variable according to its description (old_names.cc).
std::vector<NameAt> OldNamesIn(const Prose& description, std::string_view name);

// The claims that a heading or the sentence before a list makes for everything below it.
std::vector<std::string> ClaimsFromIntro(const Prose& intro);

// Whether the sentence says that what follows is set by the program ("Always set when ...:").
bool SaysSet(std::string_view lower);

// Whether it says that the names before it occur only in docstrings or examples.
bool SaysDocstringOnly(std::string_view lower);

// Whether its last sentence announces a list of values: "Possible values:".
bool AnnouncesValues(std::string_view lower);

// The values that a description allows for a variable: "one of `a`, `b`"; empty if it lists none.
std::vector<std::string> ValuesFromWords(const Prose& description);

// A documented type: "bool", "Integer", "Enum values: 'a', 'b'"; kUnknown if it is not a type.
ValueType TypeFromCell(const Prose& cell);
// The type that a description implies: "if set to 1", "comma-separated list", "path to".
ValueType TypeFromWords(const Prose& description);

}  // namespace flagcensus
