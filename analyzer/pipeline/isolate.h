// Several projects in one run: a failure of one does not end the others.
//
//   a, b (crashes), c  ─→ one child for all: it crashes
//                      ─→ a child for each: b crashes, and is recorded in `failed`
//                      ─→ one child for a and c, which prints the report with a diagnostic for b
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/model/finding.h"
#include "analyzer/pipeline/projects.h"

namespace flagcensus {

// Reads and compares one project. Returns what went wrong, or nullopt on success. May throw.
using Examine = std::function<std::optional<Error>(Workspace& project)>;

// Examines each project, in order. One that fails, by an error or an exception, is moved from
// `projects` to `failed`: a diagnostic of kind "project-failed" at its folder. Returns the reason
// if no project remains. If there is only one project, its exception propagates.
std::optional<std::string> ExamineEach(std::vector<Workspace>& projects, const Examine& examine,
                                       std::vector<Diagnostic>& failed);

// Runs `rest`, which examines `projects` and reports on them, and returns its exit status. If there
// are several projects, it runs in a child process, which prints nothing until it is done. If that
// process is killed (a signal, lack of memory), each project is examined in a child process. Those
// that crash are removed from `projects`, and `rest` runs once more with their diagnostics added.
// `failed`: the projects that are already skipped. Costs a fork; after a crash, twice the work. No
// other thread may be running.
using Rest = std::function<int(std::vector<Workspace>& projects, std::vector<Diagnostic> failed)>;
int RunIsolated(std::vector<Workspace>& projects, std::vector<Diagnostic> failed,
                const Examine& examine, const Rest& rest);

}  // namespace flagcensus
