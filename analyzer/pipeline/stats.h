// --stats: what a run read, and the CPU time of each phase.
#pragma once

#include <vector>

#include "analyzer/cache/answer.h"
#include "analyzer/pipeline/workspace.h"

namespace flagcensus {

// Records the sizes of the projects, for PrintStats. Does nothing without --stats, like the next.
void CountRun(const std::vector<Workspace>& projects, const ProjectOptions& options);
// Prints the cached answer of an earlier run; returns its exit status.
int PrintCached(const Answer& answer, const ProjectOptions& options);
// Prints the costs of the run to standard error; nothing if it produced no answer.
void PrintStats(const ProjectOptions& options);

}  // namespace flagcensus
