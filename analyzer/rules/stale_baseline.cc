// stale-baseline: the baseline lists a finding that is fixed
//
// ## What it does
// Reports the baseline entries that no longer match a finding, all in one finding of severity info: a
// fix should never fail a build. Entries whose variable is still reported, but with values other than
// those accepted, are reported separately: nothing is fixed, and the finding counts as new.
//
// ## Why it matters
// A leftover entry hides the same disagreement if it comes back.
//
// ## Example
// A baseline with `{"rule": "unused", "name": "APP_OLD", ...}` and a page from which `APP_OLD` was
// removed:
//
//     1 finding in the baseline is fixed: APP_OLD (unused)
//
// ## Not reported
// - entries of rules that `--select`, `--ignore` or `disabled-rules` turn off.
//
// ## Fix
// Run `flagcensus baseline --prune`: it removes entries that are fixed or have other values, and adds
// nothing. To make the check fail, set `stale-baseline = "warning"` under `[severity]`.
#include "analyzer/rules/rule.h"

namespace flagcensus {

extern constexpr Rule kStaleBaselineRule = {
    .rank = 180,
    .name = "stale-baseline",
    .summary = "the baseline lists a finding that is fixed",
    .remedy = "remove it: flagcensus baseline --prune",
    .check = nullptr,
    .severity = Severity::kInfo,
};

}  // namespace flagcensus
