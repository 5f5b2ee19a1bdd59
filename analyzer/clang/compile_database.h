// compile_commands.json ─→ how each source of the tree is compiled, in each configuration.
//
// The form is that of Clang's "JSON Compilation Database Format Specification". Nothing in such a
// file is run: see arguments.h for what is taken of it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/tree/dependency_tracker.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

struct CompileCommand {
  int file = -1;                       // index into Tree::files
  std::vector<std::string> arguments;  // sanitised
};

// One build folder.
struct Configuration {
  std::string name;  // the folder as the user sees it: "build/debug", "." for the root
  std::map<int, std::vector<CompileCommand>> commands;  // by index into Tree::files
};

struct CompileDatabases {
  std::vector<Configuration> configurations;  // sorted by name
  std::vector<std::string> roots;  // the scanned folders and the build folders, with '/' at the end
  std::vector<Diagnostic> diagnostics;
};

// The folders that were scanned: canonical, with '/' at the end, sorted.
std::vector<std::string> ScannedFolders(const Tree& tree);

// Reads those that the user named, or else those that lie in the scanned folders and their build
// folders (build*, out, cmake-build-*, _build and one level below). One that cannot be read or is
// no such file is a diagnostic, an entry that is none is passed over. Costs reading them (64 MiB
// each at most) and one look-up a source in them.
CompileDatabases ReadCompileDatabases(const Tree& tree, const std::vector<std::string>& named,
                                      const std::string& root,
                                      DependencyTracker* dependencies = nullptr);

}  // namespace flagcensus
