// The flow of a read's value, in languages that the abstract machine does not run, into the calls
// of queries/value_sinks.toml.
//
//   cmd := os.Getenv("APP_CMD")
//   exec.Command(cmd, "-v")        ─→ ValueUse{"command", "exec.Command", line 2}
//   exec.Command("sh", cmd)        ─→ nothing, unless a row has this argument
//
// A file is scanned once, without strings and comments, tracking the open brackets. A use counts if
// the read, or the name with its value, begins the argument of such a call. Values composed of more
// than that are not followed: a missing use is better than a guessed one.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/audit/audit.h"

namespace flagcensus {

// `same_value`: calls that return their argument. `sites`: all of one file. Costs one pass over the
// text.
void FindValueUses(std::string_view text, const std::set<std::string, std::less<>>& same_value,
                   const std::vector<AuditSite*>& sites);

}  // namespace flagcensus
