// A folder of several projects: each is examined separately, so that their names do not mix.
#pragma once

#include <string>
#include <vector>

#include "analyzer/cache/answer.h"
#include "analyzer/pipeline/workspace.h"

namespace flagcensus {

// Splits a walked tree into projects: the content of PATH itself, without the projects below it,
// and each of those, in folder order. A project below PATH with a broken configuration is skipped
// and joins `failed`. A folder below PATH is a project of its own if it has a configuration (unless
// one was named, or none wanted) or, below a PATH that is in no repository, a .git; but not if all
// of its sources are tests, examples or vendored, nor if --catalog names the pages. Several PATHs
// are a project per repository (named_repositories.h), each walked again by its own configuration.
// `config`: that of `tree`; null if it is broken, which is an error unless it is that of one of
// them.
Result<std::vector<Workspace>> SplitProjects(Tree tree, const ProjectOptions& options,
                                             const Config* config, std::vector<Diagnostic>& failed);

// A diagnostic for a skipped project, by its folder as shown.
Diagnostic ProjectFailed(const std::string& folder, const std::string& why);

// Several projects in one report.
struct MergedProjects {
  Tree tree;
  Comparison comparison;
  Config config;  // the settings that a report needs
};
// Consumes the comparisons; targets of the flags' pointers stay in `projects`.
MergedProjects MergeProjects(std::vector<Workspace>& projects);

// Corrects findings about a variable that occurs in several projects: a statement of one about
// everything that was read (no access, no page) is corrected if another project has it. Costs one
// check per flag.
void RelateProjects(std::vector<Workspace>& projects);

// Prints `failed` to standard error; returns 2 if it is not empty, else 0.
int PrintFailed(const std::vector<Diagnostic>& failed);

}  // namespace flagcensus
