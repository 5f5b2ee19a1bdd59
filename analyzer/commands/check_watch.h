// check --watch: the findings that appear and disappear while files change.
//
//   gone: docs/env.md:9: warning: APP_PORT ... (default-mismatch)
//   1 gone, ...
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/pipeline/workspace.h"

namespace flagcensus {

// The findings of each project, in their order.
using FindingsOfProjects = std::vector<std::vector<Finding>>;

// Watches the folders of the projects until a signal interrupts it, and runs `check` on the
// projects that a change affects. `known`: the findings of each project that were reported. Returns
// 0, or 2 if nothing can be watched.
int WatchProjects(std::vector<Workspace>& projects, FindingsOfProjects known,
                  const std::function<std::optional<Error>(Workspace& project)>& check);

}  // namespace flagcensus
