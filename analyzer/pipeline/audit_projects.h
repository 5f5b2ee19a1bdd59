// Audits the projects one after the other.
//
//   {a, b, c}, and b crashes the program
//   ─→ the census has a, c, and for b a failed project with the signal; returns false
#pragma once

#include <vector>

#include "analyzer/audit/allow_list.h"
#include "analyzer/audit/database.h"
#include "analyzer/pipeline/audit_inputs.h"

namespace flagcensus {

// Adds each project to the census, in order. Returns false if one of them could not be audited,
// which is reported on standard error and recorded in the census. If there are several, each is
// read in a child process: a crash, by a bug of this program or by lack of memory, ends no other
// project. Marks risks that an entry of `allowed` accepts.
bool AuditEach(const std::vector<AuditProjectAt>& projects, const AuditRequest& request,
               const std::vector<AllowEntry>& allowed, Database& census);

}  // namespace flagcensus
