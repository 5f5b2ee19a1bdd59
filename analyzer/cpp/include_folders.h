// Where a source's headers are, guessed from the files of the tree.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/tree/tree.h"

namespace flagcensus {

// The names between the quotes or angles of the text's include directives.
std::vector<std::string> IncludedNames(std::string_view text);

class IncludeFolders {
 public:
  explicit IncludeFolders(const Tree& tree);

  // The folders (absolute) by which the `#include "..."` and `<...>` of the file and of the headers
  // that they lead to find files of the tree, nearest header first where several fit. Costs reading
  // those headers (64 at most).
  std::vector<std::string> Guess(int file) const;

  // The header that `name` ("lib/log.h") most likely means in the file at `from`, an absolute path;
  // -1 where none is in the tree.
  int Find(const std::string& name, const std::string& from) const;

 private:
  const Tree& tree_;
  std::unordered_map<std::string, std::vector<int>> headers_;  // by last part of the path
};

}  // namespace flagcensus
