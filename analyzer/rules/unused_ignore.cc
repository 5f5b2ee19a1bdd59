// unused-ignore: a suppression matches no finding
//
// ## What it does
// Reports each comment `flagcensus: ignore[RULE] reason` and each `[[ignore]]` entry of
// `flagcensus.toml` that matches no finding, names an unknown rule, or gives no reason.
//
// ## Why it matters
// A leftover suppression hides the next finding in the same place. Without a reason, no one
// knows whether it is still valid.
//
// ## Example
//     TIMEOUT = os.getenv("APP_TIMEOUT", "30")  # flagcensus: ignore[undocumented] not yet public
//
// and a page that now documents `APP_TIMEOUT`:
//
//     unused suppression of undocumented
//
// ## Not reported
// - comments for a rule that `--select`, `--ignore` or `disabled-rules` turn off;
// - the same words in a string, or in a code block of a Markdown page.
//
// ## Fix
// Remove the comment or the entry, or correct its rule and add a reason.
#include "analyzer/rules/rule.h"

namespace flagcensus {

extern constexpr Rule kUnusedIgnoreRule = {
    .rank = 170,
    .name = "unused-ignore",
    .summary = "a suppression matches no finding",
    .remedy = "remove it, or give it a rule and a reason",
    .check = nullptr,
};

}  // namespace flagcensus
