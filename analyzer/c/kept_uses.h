// What a file does with texts that another function, or another file, has put into a member of an
// object.
//
//     options.order = getenv("ORDER");                       the read, somewhere
//     if (strcmp(options.order, "rows") == 0) ...            what is done with it
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "analyzer/c/facts.h"
#include "analyzer/c/tokens.h"

namespace flagcensus {

// `&options.order`, `app->options.order` → "options.order", by the last two names; "" if the source
// is no such path.
std::string KeptKey(std::string_view source);

// The uses of these members, by their keys. Costs a pass over the tokens.
std::map<std::string, CTextUse> FindKeptUses(const CTokens& tokens,
                                             const std::set<std::string>& keys);

}  // namespace flagcensus
