// What an audited project is: its name, version and package URL, the commit, the archive's hash.
#pragma once

#include <string>

#include "analyzer/audit/audit.h"
#include "analyzer/base/budget.h"
#include "analyzer/base/result.h"
#include "analyzer/pipeline/audit_inputs.h"

namespace flagcensus {

// Before the project is read: what git says of its revision, the hash of its archive. Fails if the
// archive cannot be hashed.
Result<bool> TakeOrigin(const AuditProjectAt& project, const RunBudget& budget,
                        AuditedSource& about);

// After it was read: name and version by its manifest, changes of its checkout. What cannot be told
// is added to the tree's diagnostics.
void TakeIdentity(const AuditProjectAt& project, const RunBudget& budget, AuditTree& read,
                  AuditedSource& about);

// `url` without user and password, as an absolute URI: "git@host:a/b.git" as "ssh://host/a/b.git".
// "" for a path of this machine and for what is none.
std::string PublicUrl(std::string_view url);

// The day and time that SOURCE_DATE_EPOCH gives, "2026-11-26T00:00:00Z"; "" if it is not set. Fails
// if it is no number of seconds.
Result<std::string> SourceDate();

}  // namespace flagcensus
