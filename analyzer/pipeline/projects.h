// A folder of several projects: each is examined separately, so that their names do not mix.
#pragma once

#include <vector>

#include "analyzer/pipeline/pipeline.h"

namespace flagcensus {

// One project and all results about it.
struct Project {
  Options options;  // with its own folder as PATH
  Config config;
  Tree tree;
  Comparison comparison;
};

// Splits a walked tree into projects: the content of PATH itself, without the projects below it,
// and each of those, in folder order. A project below PATH with a broken configuration is skipped
// and joins `failed`. A folder below PATH is a project of its own if it has a configuration (unless
// one was named, or none wanted) or, below a PATH that is in no repository, a .git; but not if all
// of its sources are tests, examples or vendored, nor if --catalog names the pages. The comparison
// of each is left empty.
Result<std::vector<Project>> SplitProjects(Tree tree, const Options& options, const Config& config,
                                           std::vector<Diagnostic>& failed);

// A diagnostic for a skipped project, by its folder as shown. It makes the exit status 2.
inline constexpr const char* kProjectFailed = "project-failed";
Diagnostic ProjectFailed(const std::string& folder, const std::string& why);

// Computes what the command needs for one project: its accesses, or the comparison of both sides.
// Returns what went wrong, or nullopt on success. `only` and `revisions`: as in
// LoadBaselineRevision.
std::optional<Error> ExamineProject(Project& project, const FindingFilter& only,
                                    std::vector<Revision>& revisions, RunBudget& budget);

// Merges several projects for a common report. Targets of the flags' pointers stay in `projects`.
Project Together(std::vector<Project>& projects);

// Prints everything known about a variable, in each project that has it; returns the exit status.
int PrintExplanations(const std::vector<Project>& projects, const Options& options);
// Writes the baseline of each project; returns the exit status.
int WriteBaselines(const std::vector<Project>& projects);
// Corrects findings about a variable that occurs in several projects: a statement of one about
// everything that was read (no access, no page) is corrected if another project has it. Costs one
// check per flag.
void RelateProjects(std::vector<Project>& projects);
// `failed`: projects that were skipped.
Answer ScansAnswer(std::vector<Project>& projects, const std::vector<Diagnostic>& failed,
                   const Options& options);
Answer ChecksAnswer(std::vector<Project> projects, const std::vector<Diagnostic>& failed,
                    const Options& options);
// Prints `failed` to standard error; returns 2 if it is not empty, else 0.
int TellFailed(const std::vector<Diagnostic>& failed);
// reference.cc: writes the reference pages, or compares them; if there are several projects, each
// has sections that begin with its directory. Returns the exit status.
int WriteDocs(const Options& options, const Config& config, RunBudget& budget);

}  // namespace flagcensus
