// A folder of several projects: each is examined separately, so their names do not mix.
//
//   PATH = mono/, with mono/flagcensus.toml and mono/web/flagcensus.toml
//   ─→ mono/ without mono/web/, and mono/web/, each with its own configuration
#pragma once

#include <string>
#include <vector>

#include "analyzer/cache/answer.h"
#include "analyzer/pipeline/workspace.h"

namespace flagcensus {

// Splits a walked tree into projects, in folder order: the content of PATH itself without the
// projects below it, and each of those. A project below PATH with a broken configuration is skipped
// and added to `failed`.
//
// A folder below PATH is a separate project if it has a configuration (unless one was named, or
// none is wanted). If PATH is not in a repository, a folder with a .git is one as well. It is not
// one if all of its sources are tests, examples or vendored, nor if --catalog names the pages.
// Several PATHs are a project per repository (named_repositories.h), each walked again with its own
// configuration.
//
// `config`: that of `tree`; null if it is broken, which is an error unless it belongs to one of the
// projects below.
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
// Consumes the comparisons. The flags of the result point into `projects`, which must outlive it.
MergedProjects MergeProjects(std::vector<Workspace>& projects);

// Corrects findings about a variable that occurs in several projects. A statement of one project
// about everything that was read (no access, no page) is corrected if another project has an access
// or a page. Costs one check per flag.
void RelateProjects(std::vector<Workspace>& projects);

// Prints `failed` to standard error; returns 2 if it is not empty, otherwise 0.
int PrintFailed(const std::vector<Diagnostic>& failed);

}  // namespace flagcensus
