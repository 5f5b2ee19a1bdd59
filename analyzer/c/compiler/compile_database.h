// compile_commands.json ─→ how each source of the tree is compiled, in each configuration.
//
//   build/debug/compile_commands.json:
//   [{"directory": "/t/build/debug", "file": "../../a.c", "command": "cc -DA ..."}]
//   ─→ configuration "build/debug", a.c: -D A
//
// The format is Clang's "JSON Compilation Database Format Specification". Nothing in such a file is
// executed: see arguments.h for the parts that are used.
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
  std::string name;  // the folder as displayed: "build/debug", "." for the root
  std::map<int, std::vector<CompileCommand>> commands;  // by index into Tree::files
};

struct CompileDatabases {
  std::vector<Configuration> configurations;  // sorted by name
  std::vector<std::string> roots;  // the scanned and the build folders, with trailing '/'
  std::vector<Diagnostic> diagnostics;
};

// The scanned folders: canonical, with trailing '/', sorted.
std::vector<std::string> ScannedFolders(const Tree& tree);

// Reads the files that the user named, otherwise those in the scanned folders and their build
// folders (build*, out, cmake-build-*, _build and one level below). A file that is unreadable or
// not a database is a diagnostic; an invalid entry is skipped. Costs reading the files (at most 64
// MiB each) and one look-up per source in them.
CompileDatabases ReadCompileDatabases(const Tree& tree, const std::vector<std::string>& named,
                                      const std::string& root,
                                      DependencyTracker* dependencies = nullptr);

}  // namespace flagcensus
