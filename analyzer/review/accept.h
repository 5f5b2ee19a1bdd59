// What a project accepts: findings ─→ those that are still to be told.
//
// A finding is accepted by a comment beside it, by a row of the configuration, or by the baseline.
// Whatever accepts nothing any more is a finding itself.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/config/config.h"
#include "analyzer/model/finding.h"
#include "analyzer/review/baseline.h"
#include "analyzer/review/ignores.h"

namespace flagcensus {

struct Acceptance {
  std::vector<IgnoreComment> comments;
  Baseline baseline;
  // The rules that were asked to look: what accepts findings of others may be unused.
  std::vector<std::string> rules;
  // Rule and fingerprint of what was there before: told already.
  std::set<std::pair<std::string, std::string>> before;
  // Files as they are shown: only findings with a place in one of them are told. Empty: all are.
  std::set<std::string> concerning;
};

// How many findings were accepted by what.
struct Accepted {
  uint64_t by_comment = 0;
  uint64_t by_configuration = 0;
  uint64_t by_baseline = 0;
  uint64_t before = 0;  // were there before
};

// Takes out of `findings` what is accepted, and adds what accepts nothing: `unused-ignore`,
// `stale-baseline`, where these rules are among those that look.
Accepted Accept(const Acceptance& acceptance, const Config& config, std::vector<Finding>& findings);

}  // namespace flagcensus
