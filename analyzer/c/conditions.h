// The #if directives of a file → the combined condition of each line.
//
//   #ifdef A            ─→ of these lines: "defined(A)"
//   #elif B             ─→ "!defined(A) && B"
//   #else               ─→ "!defined(A) && !(B)"
//   #endif
//
// Include guards add no condition. Nothing is evaluated; texts that grow too long end in "...".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/c/tokens.h"

namespace flagcensus {

// One for each file. A lexer passes each directive to Take and asks current() for each token.
class CConditions {
 public:
  // Processes a directive with the name `word` and the rest of its line. `first`: nothing precedes
  // it in the file. Returns its effect on the branches; nullopt if it is not an #if, #else or
  // #endif.
  std::optional<CBranch::Kind> Take(std::string_view word, const std::string& rest, bool first);

  bool Inside() const { return !levels_.empty(); }
  // Whether the current branch is one that no build compiles: of #if 0, after #if 1.
  bool Never() const;
  int current() const { return current_; }  // index into Finish()'s result; -1: outside every #if
  std::vector<std::string> Finish() { return std::move(texts_); }

 private:
  struct Level {
    std::string condition;  // of the current branch
    std::string own;        // the condition of its directive alone
    std::string before;     // the negated conditions of the branches before it
    bool taken = false;     // a branch before it is always compiled
    bool never = false;
  };

  void Open(std::string_view word, const std::string& rest, bool first);
  void Else(std::string_view word, const std::string& rest);
  void SetCurrent();

  std::vector<Level> levels_;
  std::vector<std::string> texts_;
  std::unordered_map<std::string, int> index_;  // of texts_
  size_t size_ = 0;                             // bytes of texts_
  size_t deeper_ = 0;                           // open #ifs beyond the bound of levels_
  int current_ = -1;
};

}  // namespace flagcensus
