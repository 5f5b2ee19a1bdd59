// PATH arguments in several repositories: which of them form one project.
#pragma once

#include <string>
#include <vector>

#include "analyzer/config/project_options.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Whether the file is code of the project itself: not a test, an example or vendored code.
bool IsOwnSource(const SourceFile& file);

// Whether the PATH arguments are in several repositories: each may be a project, by its own
// configuration.
bool NamesRepositories(const ProjectOptions& options);

struct NamedProject {
  std::vector<std::string> paths;  // as the user passed them
  std::string home;                // the repository, as shown; "" for paths outside all of them
};

// Groups the PATH arguments by repository, in the order of the first of each:
//
//     checkouts/a checkouts/b/src checkouts/b/lib notes.py
//     ─→ {checkouts/a}, {checkouts/b/src, checkouts/b/lib}, {notes.py}
//
// A repository inside another one that is named, for example a submodule, belongs to that one.
// Paths outside all repositories are one group, together with those of repositories without own
// code: such a repository has the pages of another. Empty if there are fewer than two groups with
// code. `tree`: the walk of all of them. Costs a few stat calls per PATH.
std::vector<NamedProject> NamedProjects(const Tree& tree, const ProjectOptions& options);

}  // namespace flagcensus
