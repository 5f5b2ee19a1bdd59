// stale-baseline: the baseline lists a finding that no longer occurs
//
// ## What it does
// Reports the baseline entries that no longer match a finding, as a single info finding, because a fix
// should never fail a build. If a variable is still reported but with different values, its entry is
// listed separately: the finding counts as new.
//
// ## Why it matters
// A leftover entry hides the same disagreement if it comes back.
//
// ## Example
// A baseline with `{"rule": "unused", "name": "APP_OLD", ...}` and a page from which `APP_OLD` was
// removed:
//
//     1 finding in the baseline no longer occurs: APP_OLD (unused)
//
// ## Not reported
// - entries of rules that `--select`, `--ignore` or `disabled-rules` turn off.
//
// ## Fix
// Run `flagcensus baseline --prune`: it removes entries whose finding no longer occurs or has other
// values, and adds nothing. To make the check fail, set `stale-baseline = "warning"` under `[severity]`.
#include "analyzer/rules/rule.h"

namespace flagcensus {

extern constexpr Rule kStaleBaselineRule = {
    .rank = 180,
    .name = "stale-baseline",
    .summary = "the baseline lists a finding that no longer occurs",
    .remedy = "remove it: flagcensus baseline --prune",
    .check = nullptr,
    .severity = Severity::kInfo,
};

}  // namespace flagcensus
