// What a project accepts: findings ─→ those that are reported.
//
//   PORT = os.getenv("APP_PORT")  # flagcensus: ignore[undocumented] set by the launcher
//     ─→ the finding is removed, by_comment 1
//   # flagcensus: ignore[unused] …, above a line without such a finding
//     ─→ a finding of unused-ignore
//
// A finding is accepted by a comment next to it, by an entry of the configuration, or by the
// baseline. A suppression that accepts nothing is a finding.
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
  // The rules that run: a suppression of other rules' findings may be unused.
  std::vector<std::string> rules;
  // Rule and fingerprint of earlier findings, which are already reported.
  std::set<std::pair<std::string, std::string>> before;
  // Files as shown: only findings with a place in one of them are reported. Empty: all are
  // reported.
  std::set<std::string> concerning;
};

// The number of accepted findings by reason.
struct Accepted {
  uint64_t by_comment = 0;
  uint64_t by_configuration = 0;
  uint64_t by_baseline = 0;
  uint64_t before = 0;  // existed before
};

// Removes accepted findings from `findings`, and adds those about suppressions that accept nothing,
// `unused-ignore` and `stale-baseline`, if these rules run.
Accepted Accept(const Acceptance& acceptance, const Config& config, std::vector<Finding>& findings);

}  // namespace flagcensus
