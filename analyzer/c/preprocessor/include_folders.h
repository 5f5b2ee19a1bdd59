// Finds the headers that a source includes among the files of the tree.
//
//   #include "lib/log.h" in src/main.c     ─→ src/lib/log.h rather than other/lib/log.h
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/tree/tree.h"

namespace flagcensus {

// The names between the quotes or angle brackets of the text's include directives.
std::vector<std::string> IncludedNames(std::string_view text);

class IncludeFolders {
 public:
  explicit IncludeFolders(const Tree& tree);

  // The index in Tree::files of the header that `name` ("lib/log.h") most likely denotes in the
  // file at `from`, an absolute path; -1 if the tree has none.
  int Find(const std::string& name, const std::string& from) const;

 private:
  const Tree& tree_;
  std::unordered_map<std::string, std::vector<int>> headers_;  // by the last part of the path
};

}  // namespace flagcensus
