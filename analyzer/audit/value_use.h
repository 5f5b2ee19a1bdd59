// Where the value of a read goes in languages whose code is not run: into the calls of
// queries/value_sinks.toml.
//
// A file is read once, its strings and comments skipped, with the brackets that are open. A use
// counts if the read, or the name that holds its value, begins the argument of such a call:
// `exec.Command(os.Getenv("X"))`. What is put together from more than that is not followed: silence
// is better than a guess.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/audit/audit.h"

namespace flagcensus {

// `same_value`: calls that return what they get. `sites`: all of one file. Costs a pass over the
// text.
void FindValueUses(std::string_view text, const std::set<std::string, std::less<>>& same_value,
                   const std::vector<AuditSite*>& sites);

}  // namespace flagcensus
