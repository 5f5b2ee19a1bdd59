// stale-baseline: a finding of the baseline is fixed
//
// ## What it does
// Reports the rows of the baseline that no finding needs any more, all in one finding at severity
// info: a fix should never fail a build. Rows of which the rule still finds the variable, but with
// other values than were accepted, are reported apart: nothing is fixed, and what is found counts
// as new.
//
// ## Why it matters
// A row that stays accepts the same disagreement when it comes back.
//
// ## Example
// A baseline with `{"rule": "unused", "name": "APP_OLD", ...}` and a page from which `APP_OLD` was
// removed:
//
//     1 finding of the baseline is fixed: APP_OLD (unused)
//
// ## Not reported
// - rows of rules that `--select`, `--ignore` or `disabled-rules` leave out.
//
// ## Fix
// `flagcensus baseline --prune` takes out what is fixed or has other values, and adds nothing. To
// make it fail the check, set `stale-baseline = "warning"` under `[severity]`.
//
// analyzer/review/accept.cc makes these findings: those of the other rules have to be known.
