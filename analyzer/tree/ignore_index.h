// IgnoreIndex: which rules of an ignore file can match a path at all, by its last component.
//
//   rules  0: *.log   1: build   2: tmp*
//   Last("app.log", matches)    ─→ calls matches(0) only
//   Last("main.c", matches)     ─→ -1 without a call
//
// Most rules are names or suffixes, so a path is looked up instead of being matched against each.
// The key of a rule is necessary for a match and not sufficient.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/text_map.h"

namespace flagcensus {

// A condition on every path that a pattern matches: its last component equals, begins with, ends
// with or contains `text`.
struct RequiredName {
  enum class Part : uint8_t { kAny, kWhole, kHead, kTail, kInside };
  Part part = Part::kAny;
  std::string text;
};

// `pattern`: without the '!' and the trailing '/'.
RequiredName RequiredOf(std::string_view pattern);

class IgnoreIndex {
 public:
  // Adds the next rule: the calls are in the order of the rules.
  void Add(const RequiredName& required);

  // The last rule that may match a path with this last component and for which matches(rule) is
  // true; -1 if there is no such rule.
  template <typename Matches>
  int Last(std::string_view name, const Matches& matches) const {
    int best = -1;
    // Rules of one key are in ascending order: from the end, and no further than the best one so
    // far.
    const auto look = [&](const std::vector<int>* rules) {
      if (rules == nullptr) return;
      for (auto rule = rules->rbegin(); rule != rules->rend() && *rule > best; ++rule) {
        if (!matches(*rule)) continue;
        best = *rule;
        return;
      }
    };
    look(&any_);
    look(Find(whole_.rules, name));
    for (const size_t size : head_.sizes) {
      if (size <= name.size()) look(Find(head_.rules, name.substr(0, size)));
    }
    for (const size_t size : tail_.sizes) {
      if (size <= name.size()) look(Find(tail_.rules, name.substr(name.size() - size)));
    }
    for (const size_t size : inside_.sizes) {
      for (size_t at = 0; at + size <= name.size(); ++at) {
        look(Find(inside_.rules, name.substr(at, size)));
      }
    }
    return best;
  }

 private:
  using Rules = TextMap<std::vector<int>>;
  struct Group {
    Rules rules;
    std::vector<size_t> sizes;  // of the texts, without duplicates
  };
  static const std::vector<int>* Find(const Rules& rules, std::string_view text) {
    const auto at = rules.find(text);
    return at == rules.end() ? nullptr : &at->second;
  }

  int count_ = 0;
  std::vector<int> any_;
  Group whole_;
  Group head_;
  Group tail_;
  Group inside_;  // by the first bytes of the required text
};

}  // namespace flagcensus
