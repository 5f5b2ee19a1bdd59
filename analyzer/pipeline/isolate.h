// Several projects in one run: one that fails ends no other.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/model/finding.h"
#include "analyzer/pipeline/projects.h"

namespace flagcensus {

// Reads and compares one project; what is wrong where that cannot be done. It may throw.
using Examine = std::function<std::optional<Error>(Project& project)>;

// Examines each project, in their order. One that fails, by an error or an exception, is taken out
// of `projects` and joins `failed`: a diagnostic of kind "project-failed" at its folder. Where that
// leaves none, why; the exception of a single project passes.
std::optional<std::string> ExamineEach(std::vector<Project>& projects, const Examine& examine,
                                       std::vector<Diagnostic>& failed);

// Runs `rest`, which examines `projects` and reports on them, and returns its exit status. Of
// several projects, it runs in a process of its own, which prints nothing before it is done. Where
// something ends that process (a signal, a system that is out of memory) each project is examined
// in one of its own; those that end it are taken out of `projects`, and `rest` runs once more with
// their diagnostics, too. `failed`: those that are left out already. Costs a fork; after a crash,
// twice the work. No other thread may run.
using Rest = std::function<int(std::vector<Project>& projects, std::vector<Diagnostic> failed)>;
int RunIsolated(std::vector<Project>& projects, std::vector<Diagnostic> failed,
                const Examine& examine, const Rest& rest);

}  // namespace flagcensus
