// Where the value of a read goes: into the calls that load or run what it names.
//
// A file is read once, its strings and comments passed over, with the brackets that stand open. A
// use counts where the read, or the name that holds its value, begins the first argument of a call
// of the table: `dlopen(getenv("X"))`, `subprocess.run([tool, "-v"])`. What is put together from
// more than that is not followed: silence is better than a guess.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/audit/audit.h"

namespace flagcensus {

// Names of calls as they are written.
struct ValueCalls {
  std::set<std::string, std::less<>> sinks;
  std::set<std::string, std::less<>> same_value;  // give back what they are given
};

// `sites`: all of one file. Costs a pass over the text.
void FindValueUses(std::string_view text, const ValueCalls& calls,
                   const std::vector<AuditSite*>& sites);

}  // namespace flagcensus
