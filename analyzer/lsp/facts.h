// Facts: what the last check found, for the answers to the client. Never changed after they are
// made, so requests are answered while the next check runs.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/pipeline/workspace.h"

namespace flagcensus {

// A place at which a variable is accessed or documented in a file.
struct NamedPlace {
  const Flag* flag = nullptr;
  const Access* access = nullptr;  // one of these two is null
  const Entry* entry = nullptr;

  const Place& place() const { return access != nullptr ? access->place : entry->place; }
};

// One project. Everything points into `comparison`.
//
//   {root: "/p", flags: {"APP_PORT": ...}, by_file: {"/p/app.py": [APP_PORT at app.py:3]}}
struct ProjectFacts {
  std::string root;                // absolute: shown paths are relative to it
  std::vector<std::string> paths;  // absolute: what the project reads
  std::string config_file;         // absolute; "" if it has none
  // The comparison's findings and fixes may change, and are not used.
  std::shared_ptr<const Comparison> comparison;
  std::vector<Finding> findings;  // as a report shows them
  std::map<std::string_view, const Flag*> flags;
  std::map<std::string, std::vector<NamedPlace>> by_file;  // by absolute path, sorted by place

  std::string PathOf(const Place& place) const;
};

// Computed after `project` was checked; `findings`: those to be shown.
std::shared_ptr<const ProjectFacts> MakeProjectFacts(const Workspace& project,
                                                     std::vector<Finding> findings);

// All projects of all folders. A new object is made by each check that changes anything.
struct Facts {
  std::vector<std::shared_ptr<const ProjectFacts>> projects;

  // The project that reads the file; null if there is none.
  const ProjectFacts* Of(const std::string& path) const;
  // The same, followed by all other projects.
  std::vector<const ProjectFacts*> From(const std::string& path) const;
};

// A variable, and the project that knows it; null if none does.
struct KnownFlag {
  const ProjectFacts* project = nullptr;
  const Flag* flag = nullptr;
};
// The variable `name` as the project of the file `path` knows it, otherwise as another project
// does.
KnownFlag FindFlag(const Facts& facts, const std::string& path, std::string_view name);

}  // namespace flagcensus
