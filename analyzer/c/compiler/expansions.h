// Counts the tokens that a source's macros expand to, without expanding them. A kilobyte of
//
//   #define M1 M0 M0
//   #define M2 M1 M1
//   ...
//
// keeps a compiler busy until it is killed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analyzer/c/preprocessor/include_folders.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

class Expansions {
 public:
  // Keeps references to both. Not thread-safe.
  Expansions(const Tree& tree, const IncludeFolders& folders) : tree_(tree), folders_(folders) {}

  // Why the file should not be passed to a compiler: a macro that it, a header of the tree, or `-D`
  // in `arguments` defines expands to too many tokens, or the file's own text does. "" if none
  // does; unreadable files are skipped. Each file is read once, even if several include it.
  std::string RefusalReason(int file, const std::vector<std::string>& arguments);

 private:
  struct Macro {
    std::string name;
    bool function = false;
    std::vector<std::string> parameters;
    std::vector<std::string> words;  // names and parentheses; "" for any other token
  };
  struct Source {
    std::vector<Macro> macros;       // that name something
    std::vector<std::string> words;  // of lines that are not directives
    std::vector<std::string> includes;
  };
  struct Cost {
    double tokens = 1;    // of one use
    double argument = 1;  // how often its argument is repeated
  };
  using Costs = std::map<std::string, Cost, std::less<>>;

  const Source& SourceOf(int file);
  static Cost CostOf(const std::vector<std::string>& words, const Macro* around,
                     const std::map<std::string, bool, std::less<>>& kinds, const Costs& costs);

  const Tree& tree_;
  const IncludeFolders& folders_;
  std::map<int, Source> known_;
};

}  // namespace flagcensus
