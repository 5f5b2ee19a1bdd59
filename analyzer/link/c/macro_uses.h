// Macros that hide an accessor: those whose call of one has a name that only their expansion
// tells, `#define READ(n) get(TEXT_OF(PREFIX_##n))`. Their uses are replaced by what they expand
// to, under the macros that are in force there, in a file and in the lists that it includes.
#pragma once

#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/c/splices.h"
#include "analyzer/c/tokens.h"
#include "analyzer/cpp/include_folders.h"
#include "analyzer/cpp/preprocess.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

class MacroUses {
 public:
  // Keeps a reference to the tree. For several threads, one of which preprocesses at a time.
  explicit MacroUses(const Tree& tree);

  // Whether a token or macro of the file is one of `hiders`: what Expand would look at.
  static bool Mentions(const CTokens& tokens, const std::set<std::string>& hiders);

  // The file's tokens with those uses of `hiders` expanded that then have one of `names`;
  // nullopt if there are none. Sets *cut if a limit left something out. Costs the file's headers in
  // the tree, each lexed once.
  std::optional<CTokens> Expand(int file, const CTokens& tokens,
                                const std::set<std::string>& hiders,
                                const std::set<std::string>& names, bool* cut);

 // The files that it reads; by one thread at a time.
  PpSources* sources() { return &sources_; }

 private:
  // The uses of one file, as they are found.
  struct Taking {
    const std::set<std::string>& hiders;
    const std::set<std::string>& names;
    Preprocessor& preprocessor;
    std::vector<CSplice> splices = {};
    size_t inserted = 0;  // tokens
    size_t steps = 0;     // of expansions and looks for brackets
    bool cut = false;
  };
  static void TakeUses(const Preprocessor::Text& text, Taking* taking);
  static void TakeUse(const Preprocessor::Text& text, size_t begin, size_t end,
                      const std::string& item, Taking* taking);

  const Tree& tree_;
  const IncludeFolders folders_;
  std::mutex mutex_;
  PpSources sources_;
};

}  // namespace flagcensus
