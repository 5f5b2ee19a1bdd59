// Which file of a tree a dotted module name means.
//
// A module is found by the tail of its path (`a.b` is `.../a/b.py` or `.../a/b/__init__.py`), the
// one nearest to the importing file where several fit; where two are equally near the import is
// ambiguous and nothing is known of it.
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/tree/tree.h"

namespace flagcensus {

// Safe to use from several threads. Costs some 100 bytes for each Python file of the tree.
class ModuleIndex {
 public:
  explicit ModuleIndex(const Tree& tree);

  // The file of dotted module `name` (leading dots: relative) seen from file `from`; -1 where the
  // tree has none or several equally near. Both are indices into Tree::files.
  int Find(std::string_view name, int from) const;
  // Whether the file's folder, or one above it, is a package (has an __init__.py).
  bool IsInPackage(int file) const;

 private:
  int Search(std::string_view name, int from) const;

  const Tree& tree_;
  std::vector<std::vector<std::string_view>> parts_;           // of each file's module name
  std::set<std::string> packages_;                             // folders with an __init__.py
  std::unordered_map<std::string, std::vector<int>> by_stem_;  // last component → files
  mutable std::mutex mutex_;
  // What Find found, by the importing file's folder and the name asked for.
  mutable std::unordered_map<std::string, int> found_;
};

}  // namespace flagcensus
