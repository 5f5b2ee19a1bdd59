// unused-ignore: what accepts a finding accepts none
//
// ## What it does
// Reports each comment `flagcensus: ignore[RULE] reason` and each row of `[[ignore]]` in
// `flagcensus.toml` that no finding needs, that names a rule that does not exist, or that gives no
// reason.
//
// ## Why it matters
// What was accepted once is not looked at again. When the finding is gone, the comment stays and
// accepts the next one at this place unseen; without a reason nobody knows whether it still holds.
//
// ## Example
//     TIMEOUT = os.getenv("APP_TIMEOUT", "30")  # flagcensus: ignore[undocumented] not yet public
//
// beside a page that documents `APP_TIMEOUT` by now:
//
//     the comment accepts findings of undocumented, and none is here
//
// ## Not reported
// - comments about a rule that `--select`, `--ignore` or `disabled-rules` leave out;
// - the words in a string, or in a code block of a Markdown page.
//
// ## Fix
// Remove the comment or the row; or give it the rule that it is about, and the reason.
//
// analyzer/review/accept.cc makes these findings: those of the other rules have to be known.
