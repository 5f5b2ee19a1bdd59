// Resolves a dotted module name to a file of the tree.
//
// A module is found by the tail of its path (`a.b` is `.../a/b.py` or `.../a/b/__init__.py`). Of
// several matches the one nearest to the importing file is chosen; if two are equally near, the
// import is ambiguous and is not resolved.
//
//   Find("app.env", src/app/main.py)     ─→ src/app/env.py
//   Find(".env", src/app/main.py)        ─→ src/app/env.py: relative to the file's package
//   Find("yaml", src/app/main.py)        ─→ -1: a library
//
// The roots of a program (sys.path) are not known, so any directory may be one.
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/base/text_map.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// The parts of the dotted name of the module in a file: "a/b/__init__.py" → {a, b}; "a/b.py" → {a,
// b}. Views into `path`; never empty.
std::vector<std::string_view> ModuleParts(std::string_view path);

// Thread-safe. Costs about 100 bytes for each Python file of the tree.
class ModuleIndex {
 public:
  explicit ModuleIndex(const Tree& tree);

  // The file of dotted module `name` (leading dots: relative) as seen from file `from`; -1 if the
  // tree has none or several equally near. Both are indices into Tree::files.
  int Find(std::string_view name, int from) const;
  // Whether the file's folder, or one above it, is a package (has an __init__.py).
  bool IsInPackage(int file) const;

 private:
  int Search(std::string_view name, int from) const;

  const Tree& tree_;
  std::vector<std::vector<std::string_view>> parts_;  // of each file's module name
  std::set<std::string> packages_;                    // folders with an __init__.py
  TextMap<std::vector<int>> by_stem_;                 // last component → files
  std::vector<int> places_;                           // where each file's imports are resolved
  mutable std::mutex mutex_;
  // Cache of Find, by the requested name and the importing file's place.
  mutable TextMap<std::unordered_map<int, int>> found_;
};

}  // namespace flagcensus
