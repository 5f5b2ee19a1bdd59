// The projects of an audit, one after the other.
#pragma once

#include <vector>

#include "analyzer/audit/allow_list.h"
#include "analyzer/audit/database.h"
#include "analyzer/pipeline/audit_inputs.h"

namespace flagcensus {

// Adds each project to the census, in their order; false where one of them could not be audited,
// which is told on standard error and stands in the census. Each of several is read in a process of
// its own: what ends that process, a mistake of this program or a system that is out of memory,
// ends no other project. Risks that an entry of `allowed` accepts are marked so.
bool AuditEach(const std::vector<AuditProjectAt>& projects, const Options& options,
               const std::vector<AllowEntry>& allowed, Database& census);

}  // namespace flagcensus
