// What reading one file may cost, and what was skipped for it.
//
//   while (... && limits.MayLook(1))      ─→ false after kMaxLooked tokens of the file
//   limits.Cut(token, "too many X")       ─→ CFacts::cuts, five of a kind
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/c/facts.h"

namespace flagcensus {

class CLimits {
 public:
  // Counts scanned tokens; returns false once there are too many.
  bool MayLook(size_t tokens) {
    looked_ += tokens;
    return !IsOver();
  }
  bool IsOver() const { return looked_ > kMaxLooked; }
  // Records something skipped at the token; only a few of one kind are reported.
  void Cut(const CToken& at, const std::string& what) {
    // Five of a kind show that and where a limit cuts off; more would only repeat the message.
    constexpr long kMaxReported = 5;
    const auto stated = std::count_if(cuts_.begin(), cuts_.end(),
                                      [&](const CCut& cut) { return cut.what == what; });
    if (stated < kMaxReported) cuts_.push_back({at.line, at.column, what});
  }
  std::vector<CCut> TakeCuts() { return std::move(cuts_); }

 private:
  // Bound on the tokens scanned to follow locals and to find guards, beyond which neither is done.
  static constexpr size_t kMaxLooked = 20'000'000;

  size_t looked_ = 0;
  std::vector<CCut> cuts_;
};

}  // namespace flagcensus
