// Macros that hide an accessor: their call of one has a name that is only known after expansion,
// `#define READ(n) get(TEXT_OF(PREFIX_##n))`. Their uses are replaced by their expansions, under
// the macro definitions active there, in a file and in the lists that it includes.
//
//   #define PREFIX_port "APP_PORT"
//   READ(port)                       ─→ the tokens get("APP_PORT"), at the place of READ
#pragma once

#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/c/preprocessor/include_folders.h"
#include "analyzer/c/preprocessor/preprocess.h"
#include "analyzer/c/splices.h"
#include "analyzer/c/tokens.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

class MacroUses {
 public:
  // Keeps a reference to the tree. Thread-safe, but only one thread preprocesses at a time.
  explicit MacroUses(const Tree& tree);

  // Whether a token or macro of the file is one of `hiding_macros`, which Expand would process.
  static bool Mentions(const CTokens& tokens, const std::set<std::string>& hiding_macros);

  // The file's tokens with those uses of `hiding_macros` expanded that contain one of `names` after
  // expansion; nullopt if there are no such uses. Adds the headers of the tree that it includes to
  // *also. Sets *cut if a limit skipped something, and *lasts to false if so many headers are read
  // that others may be skipped in a later run. Costs lexing these headers, each once.
  std::optional<CTokens> Expand(int file, const CTokens& tokens,
                                const std::set<std::string>& hiding_macros,
                                const std::set<std::string>& names, std::vector<int>* also,
                                bool* cut, bool* lasts);

  // The files that it reads; not thread-safe.
  PpSources* sources() { return &sources_; }

 private:
  // The uses found so far in one file.
  struct Taking {
    const std::set<std::string>& hiding_macros;
    const std::set<std::string>& names;
    Preprocessor& preprocessor;
    std::vector<CSplice> splices = {};
    size_t inserted = 0;  // tokens
    size_t steps = 0;     // of expansions and searches for brackets
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
