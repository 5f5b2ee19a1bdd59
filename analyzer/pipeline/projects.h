// A folder of several projects: each is examined alone, so that no name of one meets another's.
#pragma once

#include <vector>

#include "analyzer/pipeline/pipeline.h"

namespace flagcensus {

// One project and all that is found out of it.
struct Project {
  Options options;  // with its own folder as PATH
  Config config;
  Tree tree;
  Comparison comparison;
};

// The projects of a walked tree: what PATH itself holds, without the projects below it, and each of
// those, in the order of their folders. One below PATH whose configuration is broken is left out
// and joins `failed`. A folder below PATH is a project of its own where it has a configuration
// (unless one was named, or none wanted) or, below a PATH that is in no repository, a .git; none is
// where all of its sources are tests, examples or vendored, or where --catalog names the pages. The
// comparison of each is left empty.
Result<std::vector<Project>> SplitProjects(Tree tree, const Options& options, const Config& config,
                                           std::vector<Diagnostic>& failed);

// A project, by its folder as it is shown, that is left out of the run. Such a diagnostic makes the
// exit status 2.
inline constexpr const char* kProjectFailed = "project-failed";
Diagnostic ProjectFailed(const std::string& folder, const std::string& why);

// What the command asks for of one project: its accesses, or both sides and where they disagree;
// what is wrong where that cannot be done. `only` and `revisions`: as LoadBaselineRevision has
// them.
std::optional<Error> ExamineProject(Project& project, const FindingFilter& only,
                                    std::vector<Revision>& revisions, RunBudget& budget);

// Several as one, for a report over all of them. What flags point to stays in `projects`.
Project Together(std::vector<Project>& projects);

// What is known of a variable, in each project that has it; the exit status, as the next.
int PrintExplanations(const std::vector<Project>& projects, const Options& options);
// Writes the baseline of each.
int WriteBaselines(const std::vector<Project>& projects);
// Several projects of one run speak of one variable: what a finding of one says of all that was
// read (no access, no page) is put right where another project has it. Costs a look at each flag.
void RelateProjects(std::vector<Project>& projects);
// `failed`: projects that were left out.
Answer ScansAnswer(std::vector<Project>& projects, const std::vector<Diagnostic>& failed,
                   const Options& options);
Answer ChecksAnswer(std::vector<Project> projects, const std::vector<Diagnostic>& failed,
                    const Options& options);
// Prints `failed` on standard error; 2 where there is any, else 0.
int TellFailed(const std::vector<Diagnostic>& failed);
// reference.cc: writes the reference pages, or compares them; of several projects each has sections
// that begin with its directory. The exit status.
int WriteDocs(const Options& options, const Config& config, RunBudget& budget);

}  // namespace flagcensus
