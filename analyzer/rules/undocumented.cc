// undocumented: the code accesses a variable that no page documents
//
// ## What it does
// Reports each variable that the project's own sources (scope `src`) read, test, set or delete and
// that has no entry in the catalog. It is a warning if no documentation in the tree mentions the
// variable and nothing in the sources indicates that it is internal. Otherwise the severity is info,
// and the finding says why: for example, a page mentions the variable, it belongs to a third-party
// project, or the program sets it.
//
// ## Why it matters
// A variable that is not documented is discovered by reading the source, relied on by accident, and
// broken without notice. Whatever changes how a program behaves belongs on the page, or on the list
// of internal variables with a reason.
//
// ## Example
//     # app/server.py
//     TIMEOUT = int(os.environ.get("APP_TIMEOUT", "60"))
//
// and no entry for `APP_TIMEOUT` on any page in the catalog:
//
//     APP_TIMEOUT is read (default 60), but no page mentions it
//
// ## Not reported
// - names that only tests, examples, scripts, vendored code or docstrings access: `scan` lists
//   them;
// - names with an unknown part (`APP_*`);
// - members of a documented family: an entry `APP_LOG_*` documents `APP_LOG_LEVEL`. A family that
//   spans the project's whole prefix (`APP_*`), or that only refers to another page, documents
//   none;
// - individual variables in a tree with no page that documents variables:
//   [`no-catalog`](no-catalog.md) reports them together.
//
// ## Reported as info
// Each finding gives the reason.
//
// - names that any documentation in the tree describes or mentions: a manual, with the docstrings
//   and options that it is generated from, a README, a man page, the program's own help, or a comment
//   above a setting in a Compose file or another sample configuration. Changelogs are ignored, and so is
//   everything except lists and tables in pages about tests. With `documented-by = "catalog"` in
//   `flagcensus.toml` these are warnings, too, and say where the existing text is;
// - third-party names (`PATH`, `SLURM_JOB_ID`), and names that appear in the same list as such
//   names, or that are read through a function used mostly for the variables of one third-party
//   project. Names that begin with the project's name (in pyproject.toml, CMakeLists.txt,
//   configure.ac and the like), with a prefix from the configuration, or with one that many
//   documented names share are never third-party; `--verbose` lists these prefixes;
// - names that the program sets itself, for its own processes or for others, unless a page
//   documents other variables that the program sets and that begin with the same word;
// - names that a comment next to the access describes as internal, unused, or for tests or
//   tuning, that are declared as hidden, that only debug or fault-injection builds read, that are
//   read only to warn that they were removed, or that begin with an underscore or contain the
//   word TEST;
// - names without a comment in a file that declares many variables, if comments there appear on
//   nearly all documented names and on almost no others;
// - names without the project's prefix that its own launcher or CI sets, or that are read in code
//   under another licence (bundled code);
// - command-line options whose variables are derived from a common prefix, unless the pages
//   document a third of them;
// - names that a wrapper derives from another name in the same call (`CC_FOR_BUILD` from `CC`):
//   pages describe how they are derived.
//
// ## Fix
// Add the variable to the page with its default, or list it under `[[internal]]` in
// `flagcensus.toml` with a reason.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/rules/evidence.h"
#include "analyzer/rules/rule.h"
#include "analyzer/rules/standing.h"

namespace flagcensus {
namespace {

void Tell(const DocumentationStatus& standing, bool loud, Finding& out) {
  if (standing.reason.empty()) {
    out.message = standing.act + ", but no page mentions it";
    out.remedy = "add it to the page, or list it as internal in flagcensus.toml";
    return;
  }
  const bool named = standing.reason == "named";
  if (named) {
    out.message = fmt::format("{}, but {}", standing.act, standing.explanation);
  } else if (loud) {
    out.message =
        fmt::format("{} but has no entry, only a description at {}", standing.act, standing.detail);
  } else {
    // A text or a missing page may document it, so that only the entry is certainly missing.
    const bool perhaps = standing.reason == "described" || standing.reason == "generated-page";
    out.message = fmt::format("{} but {}: {}", standing.act,
                              perhaps ? "has no entry" : "not documented", standing.explanation);
  }
  if (loud) {
    out.remedy = "add an entry for it";
  } else if (named) {
    out.remedy = "describe there what it does";
  }
}

Finding Report(const DocumentationStatus& standing, bool loud) {
  const bool in_string = std::all_of(standing.accesses.begin(), standing.accesses.end(),
                                     [](const Access* access) { return access->in_string; });
  Finding out =
      MakeFinding("undocumented", standing.flag->name, loud ? Severity::kWarning : Severity::kInfo,
                  in_string                  ? Confidence::kLow
                  : !standing.reason.empty() ? Confidence::kMedium
                                             : Confidence::kHigh);
  out.code = PlacesOf(standing.accesses);
  out.doc = standing.doc;
  Tell(standing, loud, out);
  out.reason = standing.reason;
  out.headline = standing.headline;
  out.detail = standing.detail;
  return out;
}

void CheckUndocumented(const RuleInput& input, std::vector<Finding>& findings) {
  for (const DocumentationStatus& standing : StandingsOf(input)) {
    const bool loud = IsLoud(standing, input);
    if (loud && !input.has_catalog && standing.reason.empty()) continue;  // told by no-catalog
    findings.push_back(Report(standing, loud));
  }
}

}  // namespace

extern constexpr Rule kUndocumentedRule = {
    .rank = 120,
    .name = "undocumented",
    .summary = "the code accesses a variable that no page documents",
    .remedy = "add it to the page, or list it as internal with a reason",
    .check = CheckUndocumented,
    .of_family = OfFamily::kDocumented,
};

}  // namespace flagcensus
