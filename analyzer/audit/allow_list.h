// The allow list of an audit (`audit --allow FILE`): risks that were reviewed and accepted, each
// with the reason (docs/audit.md, docs/schema/audit-allow.schema.json).
//
//   [[allow]]
//   variable = "APP_*_COMMAND"
//   risk = "command-named"
//   reason = "only administrators set it"
//   until = "2027-01-31"
//
// The file belongs to the auditor. A file in the audited tree is only read if it is named:
// otherwise a project could accept its own risks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/audit/audit.h"
#include "analyzer/base/result.h"
#include "analyzer/model/place.h"
#include "analyzer/tree/gitignore.h"
#include "analyzer/tree/glob.h"

namespace flagcensus {

// An [[allow]] entry. A missing key matches anything.
struct AllowEntry {
  Place place;
  Globs variables, projects;  // names, with `*`
  std::vector<std::string> risks;
  std::vector<IgnoreRule> paths;  // as lines of .gitignore, relative to the audited project
  std::string shown;              // "variable X*, risk command-named": for messages
  std::string reason;
  std::string until;     // the last day on which it is valid, "2027-01-31"; "": no end
  bool expired = false;  // that day is over: the entry accepts nothing

  // "allow.toml:3", the entry's name in the census.
  std::string Where() const;
};

// The entries of `text`, the allow list `path`. Fails with the position of the first error: invalid
// TOML, an unknown key or risk, a missing reason. `today`: as "2026-11-26".
Result<std::vector<AllowEntry>> ParseAllowList(std::string_view text, const std::string& path,
                                               std::string_view today);

// The entries of all `paths`, in order. Fails if one cannot be read or is larger than 1 MiB.
Result<std::vector<AllowEntry>> ReadAllowLists(const std::vector<std::string>& paths,
                                               std::string_view today);

// Marks the risks of `project` that an entry accepts; the first matching entry is recorded.
void AcceptRisks(const std::vector<AllowEntry>& entries, ProjectAudit& project);

}  // namespace flagcensus
