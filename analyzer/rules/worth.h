// Worth: how likely a variable without an entry deserves one, from queries/verdict.toml.
//
//   LIMIT = os.environ.get("APP_LIMIT", "5")   constant +5, own prefix +3  ─→  8, medium confidence
//
// It orders `undocumented` findings. It comes after the reasons of documentation_status.h and
// replaces none of them: weights cannot supply a missing fact.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/model/flag.h"
#include "analyzer/rules/ownership.h"

namespace flagcensus {

struct Worth {
  std::vector<ScorePart> parts;  // the questions with the answer yes
  Confidence confidence = Confidence::kLow;
  bool odd = false;  // little says that the variable is the project's
};

// The worth of the variables of one tree. Costs one pass over its flags and their accesses.
class WorthModel {
 public:
  WorthModel(const std::vector<Flag>& flags, const Ownership& ownership);

  Worth Of(const Flag& flag) const;

 private:
  struct Count {
    size_t all = 0;         // names that sources read
    size_t documented = 0;  // of these, those with an entry
  };
  static bool HasMany(const Count& count);

  const Ownership& ownership_;
  std::map<std::string, Count, std::less<>> by_word_;  // by the first word: "APP_"
  std::map<std::string_view, Count> by_file_;
  size_t documented_ = 0;  // names in use with an entry
  bool odd_counts_ = false;
};

}  // namespace flagcensus
