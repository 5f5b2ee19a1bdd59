// undocumented: the code touches a variable that no page documents
//
// ## What it does
// Reports each variable that the project's own sources (scope `src`) read, test, set or delete and
// that has no entry in the catalog. It is a warning where no documentation of the tree names the
// variable and nothing in the sources says that users need not know it; else severity info, with
// the evidence: the page that describes or names it, whose it is, the place that sets it.
//
// ## Why it matters
// A variable that nobody can look up is found by reading the source, used by accident, and broken
// without notice. What changes how a program behaves belongs on the page, or on the list of
// internal variables with a reason.
//
// ## Example
//     # app/server.py
//     TIMEOUT = int(os.environ.get("APP_TIMEOUT", "60"))
//
// and no row for `APP_TIMEOUT` in any page of the catalog:
//
//     APP_TIMEOUT is read (default 60) but no page names it
//
// ## Not reported
// - names that only tests, examples, scripts, vendored code or docstrings touch: `scan` lists them;
// - names with an unknown part (`APP_*`), of which it is not known what they touch;
// - members of a documented family: an entry `APP_LOG_*` documents `APP_LOG_LEVEL`. A family that
//   spans the project's whole prefix (`APP_*`), or that only points to another page, documents
//   none;
// - at full severity, each with its reason:
//   - names that any page of the tree describes or names: a manual, a README, a man page, a
//     docstring or an option that the manual publishes, the program's own help, and a comment above
//     a setting of a Compose file or of another sample of settings. Changelogs do not count, and of
//     pages about tests only what they list or have in a table. With `documented-by = "catalog"` in
//     `flagcensus.toml` these are warnings, too, and say where the text stands that could move;
//   - names that belong to others (`PATH`, `SLURM_JOB_ID`), and names that are looked up in one
//     list with such names, or by functions most of whose names are one owner's. What the project
//     is called (in pyproject.toml, CMakeLists.txt, configure.ac and the like), what the
//     configuration claims, and what many documented names begin with is never another's;
//     `--verbose` lists it;
//   - names that the program sets itself, for its own processes or for others, unless a page
//     documents others of the same first word that it sets, too;
//   - names that a comment at the access calls internal, for tests, unused or for tuning, that are
//     declared with a hidden level, that only builds for fault injection or debugging read, that
//     are read only to warn that they are gone, that begin with an underscore or hold the word
//     TEST;
//   - names without a comment in a file that declares many, where nearly all that the pages
//     document have one and hardly another has;
//   - names without its prefix that its own launcher or CI sets, or that are read below a licence
//     that is not the project's (bundled code);
//   - options of a command line to which a prefix gives variables, unless the pages document a
//     third of them;
//   - names that a wrapper makes of another that it looks for at the same call (`CC_FOR_BUILD`
//     beside `CC`): how they are made is what a page tells;
// - one by one in a tree that has no page of variables: [`no-catalog`](no-catalog.md) tells them
// all.
//
// ## Fix
// Add the variable to the page with its default, or list it under `[[internal]]` in
// `flagcensus.toml` with the reason why users need not know it.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/rules/evidence.h"
#include "analyzer/rules/registry.h"
#include "analyzer/rules/standing.h"

namespace flagcensus {
namespace {

void Tell(const Standing& standing, bool loud, Finding& out) {
  if (standing.reason.empty()) {
    out.message = standing.act + " but no page names it";
    out.remedy = "add it to the page, or list it as internal in flagcensus.toml";
    return;
  }
  const bool named = standing.reason == "named";
  if (named) {
    out.message = fmt::format("{} but {}", standing.act, standing.explanation);
  } else if (loud) {
    out.message =
        fmt::format("{} but has no entry, only a description at {}", standing.act, standing.detail);
  } else {
    out.message = fmt::format("{} but has no entry: {}", standing.act, standing.explanation);
  }
  if (loud) {
    out.remedy = "give it an entry";
  } else if (named) {
    out.remedy = "say there what it does";
  }
}

Finding Report(const Standing& standing, bool loud) {
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

}  // namespace

void CheckUndocumented(const RuleInput& input, std::vector<Finding>& findings) {
  for (const Standing& standing : StandingsOf(input)) {
    const bool loud = IsLoud(standing, input);
    if (loud && !input.has_catalog && standing.reason.empty()) continue;  // told by no-catalog
    findings.push_back(Report(standing, loud));
  }
}

}  // namespace flagcensus
