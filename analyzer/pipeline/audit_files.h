// The files that an audit writes: its page and its database.
#pragma once

#include <optional>
#include <string>

#include "analyzer/audit/compare.h"
#include "analyzer/audit/database.h"
#include "analyzer/config/audit_options.h"

namespace flagcensus {

// What is wrong with the requested files, as far as that is known before they are written; nullopt
// if there is no objection. An audit may take hours, so a path that cannot be written is
// reported before it begins.
std::optional<std::string> CannotWriteAudit(const AuditOptions& audit);

// Writes the HTML page, if `path` is not empty. `compared`: null if no versions are compared.
// Returns false if it cannot be written, which is reported on standard error.
bool WritePage(const Database& census, const VersionChanges* compared, const std::string& path);

// Stores the database at `path`; does nothing if the census is only in memory. Returns `status`, or
// 2 if it cannot be written.
int KeepCensus(Database& census, const std::string& path, int status);

}  // namespace flagcensus
