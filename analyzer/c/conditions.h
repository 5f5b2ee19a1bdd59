// The #if of a file → what all of them around a line say together.
//
//     #ifdef A            A's lines: "defined(A)"
//     #elif B             "!defined(A) && B"
//     #else               "!defined(A) && !(B)"
//     #endif
//
// An include guard says nothing. Nothing is evaluated; what grows too long ends in "...".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/c/tokens.h"

namespace flagcensus {

class CConditions {
 public:
  // Takes a directive: its name and the rest of its line. `first`: nothing stands before it in the
  // file. What it does to the branches; nothing where it is no #if, #else or #endif.
  std::optional<CBranch::Kind> Take(std::string_view word, const std::string& rest, bool first);

  bool Inside() const { return !levels_.empty(); }
  // In a branch that no build takes: of #if 0, behind #if 1.
  bool Never() const;
  int current() const { return current_; }  // index into what Finish gives; -1: outside every #if
  std::vector<std::string> Finish() { return std::move(texts_); }

 private:
  struct Level {
    std::string condition;  // of the branch at hand
    std::string own;        // what its directive says alone
    std::string before;     // what the branches before it said, negated
    bool taken = false;     // a branch before it is taken by every build
    bool never = false;
  };

  void Open(std::string_view word, const std::string& rest, bool first);
  void Else(std::string_view word, const std::string& rest);
  void SetCurrent();

  std::vector<Level> levels_;
  std::vector<std::string> texts_;
  std::unordered_map<std::string, int> index_;  // of texts_
  size_t size_ = 0;                             // bytes of texts_
  int current_ = -1;
};

}  // namespace flagcensus
