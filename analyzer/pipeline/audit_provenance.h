// The provenance of an audited project: its name, version and package URL, the commit, the
// archive's hash.
#pragma once

#include <string>

#include "analyzer/audit/audit.h"
#include "analyzer/base/budget.h"
#include "analyzer/base/result.h"
#include "analyzer/pipeline/audit_inputs.h"

namespace flagcensus {

// To be called before the project is read: sets what git knows about its revision (tag, remote,
// name), and the hash of its archive. Fails if the archive cannot be hashed.
Result<bool> TakeOrigin(const AuditProjectAt& project, const RunBudget& budget,
                        AuditedSource& about);

// To be called after the project is read: sets name and version from its manifest, and the changes
// of its checkout. What cannot be determined is added to the tree's diagnostics.
//
//   about {name: "app-1.2.tar.gz"} and a pyproject.toml with name = "app"
//   ─→ {name: "app", named_by: "manifest", purl: "pkg:pypi/app@1.2"}
void TakeIdentity(const AuditProjectAt& project, const RunBudget& budget, AuditTree& read,
                  AuditedSource& about);

// `url` without user and password, as an absolute URI: "git@host:a/b.git" as "ssh://host/a/b.git".
// "" for a local path and for text that is not a URL.
std::string PublicUrl(std::string_view url);

// The date and time of SOURCE_DATE_EPOCH, "2026-11-26T00:00:00Z"; "" if it is not set. Fails if it
// is not a number of seconds.
Result<std::string> SourceDate();

}  // namespace flagcensus
