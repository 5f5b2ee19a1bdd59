// Two versions of one program → what the update does to its environment.
#pragma once

#include <string>
#include <vector>

#include "analyzer/audit/database.h"

namespace flagcensus {

struct DefaultChange {
  std::string name, before, after;  // " or " between several; "none", "required"
};

// Of the sources: what tests and examples touch is nobody's interface.
struct VersionChanges {
  std::string before, after;  // the versions' names
  std::vector<std::string> added, removed, written, required;
  std::vector<DefaultChange> defaults;
};

// The first project of the census against the second.
VersionChanges CompareVersions(const Database& census);

}  // namespace flagcensus
