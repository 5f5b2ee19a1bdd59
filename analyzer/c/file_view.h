// One file's tokens with its brackets, read-only: what all readers of a file's facts share.
//
//   void f(int n) { g(n); }     Match(2) ─→ 5, its ')'     Enclosing(7, 0) ─→ 6, the '{' around `g`
//
// The functions find positions; they keep nothing, and decide nothing about accesses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/c/syntax.h"
#include "analyzer/c/tokens.h"

namespace flagcensus {

// Keeps a reference to the tokens.
class CFileView {
 public:
  static constexpr uint32_t kNone = 0xffffffff;  // no token

  explicit CFileView(const CTokens& all) : all_(all), t_(all.tokens) {}

  const CTokens& all() const { return all_; }
  const std::vector<CToken>& tokens() const { return t_; }
  // For each token the '{' around it, kNone if there is none. Without them none is found.
  void KeepBraces(std::vector<uint32_t> braces) { braces_ = std::move(braces); }
  uint32_t BraceAround(size_t at) const { return at < braces_.size() ? braces_[at] : kNone; }
  size_t Match(size_t open) const { return MatchBracket(t_, open); }
  // The '{' that encloses `at`, and the bracket that closes at `at`; `body` if there is none.
  size_t Enclosing(size_t at, size_t body) const;
  size_t OpenOf(size_t at, size_t body) const;
  // The '>' of the '<' at `open`; `open` if there is none before `end`.
  size_t SkipAngles(size_t open, size_t end) const;
  // The start of the callee's name, including its qualifiers.
  size_t CalleeBegin(size_t i) const;
  // Whether the name at `i` is declared there.
  bool IsDeclared(size_t i) const;
  // Whether the tokens from `at` on are those of the range.
  bool SameTokens(size_t at, std::pair<size_t, size_t> range) const;
  // Whether one of the names occurs in from..to.
  bool Mentions(size_t from, size_t to, const std::set<std::string>& names) const;

 private:
  using Kind = CToken::Kind;

  const CTokens& all_;
  const std::vector<CToken>& t_;
  std::vector<uint32_t> braces_;
};

}  // namespace flagcensus
