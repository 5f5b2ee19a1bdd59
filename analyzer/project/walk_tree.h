// Paths → the files below them, each with the part that it plays.
#pragma once

#include <string>
#include <vector>

#include "analyzer/project/walk_tree.h"
#include "analyzer/tree/dependency_tracker.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Walks `paths` (files or folders, as the user wrote them; what the user names is taken even where
// a rule would leave it out). A missing path is a diagnostic of kind "missing-path". Symbolic links
// below them are never followed: a target inside the walked path is met under its own name, so
// every file is taken once and no circle is walked. .gitignore semantics follow gitignore(5) with
// nested files and .git/info/exclude, inside a repository: outside of one nothing is ignored. A
// file that its index has is taken all the same. Hidden files are taken, hidden folders are not.
// Binary files (a NUL byte in the first 8 KiB) are left out when read, not here. Costs one readdir
// a folder and one stat a file; the result does not depend on `jobs`.
// `dependencies`, where there is one, takes the stamps of what is read and looked for.
Tree WalkTree(const std::vector<std::string>& paths, const WalkOptions& options,
              DependencyTracker* dependencies = nullptr);

}  // namespace flagcensus
