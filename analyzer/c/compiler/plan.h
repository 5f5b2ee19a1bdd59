// Which sources are parsed with which arguments, and which accesses are looked up in each.
//
//   a.c with accesses 1 and 2, compiled in build/debug and build/release     ─→ two units
//   b.h with access 3              ─→ asked in both; and a unit for each configuration, as a header
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "analyzer/c/compiler/compile_database.h"
#include "analyzer/config/resolve_options.h"
#include "analyzer/model/census.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

struct PlannedUnit {
  int file = -1;                       // index into Tree::files
  int configuration = -1;              // index into CompileDatabases
  std::vector<std::string> arguments;  // for the compiler
  std::vector<int> accesses;           // indices into Census::accesses
  bool header = false;  // looks up only what no source's unit of the configuration includes
};

struct Plan {
  std::vector<PlannedUnit> units;
  std::vector<std::string> tree;                  // the scanned folders
  std::map<int, std::string> paths;               // canonical, of files with accesses
  std::unordered_map<std::string, int> by_path;   // its inverse
  std::unordered_map<std::string, int> by_shown;  // the same, by the displayed path
  std::vector<int> uncompiled;                    // accesses of sources in no configuration

  // The canonical path of a file by its displayed path; "" if it has no accesses.
  std::string PathOf(const std::string& shown) const;
  int FileAt(const std::string& path) const;  // -1
};

// Empty without a database.
Plan MakePlan(const Tree& tree, const CompileDatabases& databases, const Census& census);

}  // namespace flagcensus
