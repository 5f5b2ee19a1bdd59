// Paths → the files below them, each with its scope.
#pragma once

#include <string>
#include <vector>

#include "analyzer/project/walk_tree.h"
#include "analyzer/tree/dependency_tracker.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Walks `paths` (files or folders, as passed by the user; named paths are included even if a rule
// would skip them). A missing path is a diagnostic of kind "missing-path". Symbolic links below
// them are never followed: a target inside the walked path is found under its own name, so every
// file is included once and cycles are impossible. .gitignore semantics follow gitignore(5) with
// nested files and .git/info/exclude, inside a repository: outside of one nothing is ignored. A
// file in its index is included even if ignored. Hidden files are included, hidden folders are not.
// Binary files (a NUL byte in the first 8 KiB) are skipped when read, not here. Costs one readdir
// per folder and one stat per file; the result does not depend on `jobs`. If not null,
// `dependencies` receives the stamps of what is read and looked up.
Tree WalkTree(const std::vector<std::string>& paths, const WalkOptions& options,
              DependencyTracker* dependencies = nullptr);

}  // namespace flagcensus
