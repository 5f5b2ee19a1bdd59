// Paths → the files below them, each with its scope.
//
//   WalkTree({"app", "docs/env.md"}, ...)  ─→  app/main.py kSrc, app/tests/a.py kTest, docs/env.md
#pragma once

#include <string>
#include <vector>

#include "analyzer/project/walk_tree.h"
#include "analyzer/tree/dependency_tracker.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Walks `paths`, files or folders as passed by the user. A path that is passed is included even if
// a rule would skip it, and a missing one is a diagnostic of kind "missing-path".
//
// Symbolic links below them are never followed: a target inside the walked path is found under its
// own name. So every file is included once, and cycles are impossible.
//
// .gitignore follows gitignore(5), with nested files and .git/info/exclude, inside a repository;
// outside of one nothing is ignored. A file in the index is included even if it is ignored. Hidden
// files are included, hidden folders are not. Binary files (a NUL byte in the first 8 KiB) are
// skipped when they are read, not here.
//
// Costs one readdir per folder and one stat per file. The result does not depend on `jobs`. If not
// null, `dependencies` receives the stamps of what is read and looked up.
Tree WalkTree(const std::vector<std::string>& paths, const WalkOptions& options,
              DependencyTracker* dependencies = nullptr);

}  // namespace flagcensus
