// The uses of texts that another function, or another file, has stored in a member of an object.
//
//   options.order = getenv("ORDER");                       the read, in one file
//   if (strcmp(options.order, "rows") == 0) ...            in another: the type of ORDER is an enum
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "analyzer/c/facts.h"
#include "analyzer/c/tokens.h"

namespace flagcensus {

// `&options.order`, `app->options.order` → "options.order", by the last two names; "" if the source
// is not a path of this form. Two names, since one (`order`) is too common; different objects of
// the same name are confused.
std::string KeptKey(std::string_view source);

// The uses of these members, by their keys. Costs a pass over the tokens.
std::map<std::string, CTextUse> FindKeptUses(const CTokens& tokens,
                                             const std::set<std::string>& keys);

}  // namespace flagcensus
