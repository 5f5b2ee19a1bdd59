// What a project accepts: findings ─→ those that are still to be told.
//
// A finding is accepted by a comment beside it, by a row of the configuration, or by the baseline.
// Whatever accepts nothing any more is a finding itself.
#pragma once

#include <cstdint>
#include <string>
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
};

// How many findings were accepted by what.
struct Accepted {
  uint64_t by_comment = 0;
  uint64_t by_configuration = 0;
  uint64_t by_baseline = 0;
};

// Takes out of `findings` what is accepted, and adds what accepts nothing: `unused-ignore`,
// `stale-baseline`, where these rules are among those that look.
Accepted Accept(const Acceptance& acceptance, const Config& config, std::vector<Finding>& findings);

}  // namespace flagcensus
