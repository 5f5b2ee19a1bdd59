// undocumented: the code accesses a variable that no page documents
//
// ## What it does
// Reports each variable that the project's own sources (scope `src`) read, test, set or delete and
// that has no entry in the catalog, unless something in the tree explains why: a page mentions the
// variable, it belongs to a third-party project, the program sets it, or the sources indicate that it
// is internal. Such variables are the *inventory*: `check` counts them in one line, `check --all` and
// `--format json` (`summary.inventory`) list them with the reason, and `explain NAME` gives it.
//
// The confidence of a finding is one of three classes: it is higher if the value is bound to a
// constant, the name has a prefix of the project, or pages document its siblings or the other
// variables that its file reads. Reports begin with the most certain ones; `--verbose` and
// `explain NAME` show the points.
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
//   [`no-catalog`](no-catalog.md) reports them together;
// - names that a page derives by a rule ("each key can be set by a variable with the prefix `APP_`") from
//   a key that a page describes, or from an option with a help text;
// - names that are read only if one with another prefix is not set, which is itself reported;
// - names in a list of a script or a test under words such as "undocumented" or "deprecated";
// - names that any documentation in the tree describes or mentions: a manual, with the docstrings
//   and options that it is generated from, a README, a man page, the program's own help, or a comment
//   above a setting in a Compose file or another sample configuration. Of pages about tests only lists
//   and tables count. A changelog does not count, but the finding says if it has the name. With `documented-by = "catalog"` in
//   `flagcensus.toml` these are reported, too, and the finding says where the existing text is;
// - third-party names (`PATH`, `SLURM_JOB_ID`), and names that appear in the same list as such
//   names, or that are read through a function used mostly for the variables of one third-party
//   project. Names that begin with the project's name (in pyproject.toml, CMakeLists.txt,
//   configure.ac and the like), with a prefix from the configuration, or with one that many
//   documented names share are never third-party; `--verbose` lists these prefixes;
// - names that the program sets itself, for its own processes or for others, unless a page
//   documents other variables that the program sets and that begin with the same word;
// - names that a comment next to the access describes as internal, deprecated, unused, or for tests or
//   tuning, that only a list names that passes on or prints variables, that are declared as hidden, that only debug or fault-injection builds read, that are
//   read only to warn that they were removed, or that begin with an underscore or contain the
//   word TEST;
// - names without a comment in a file that declares many variables, if comments there appear on
//   nearly all documented names and on almost no others;
// - names without the project's prefix that its own launcher sets, or a CI file that sets no documented
//   variable, or that are read in code under another licence (bundled code);
// - command-line options whose variables are derived from a common prefix, unless the pages
//   document a third of them;
// - names that a wrapper derives from another name in the same call (`CC_FOR_BUILD` from `CC`):
//   pages describe how they are derived;
// - names with an ending that a page gives to all variables ("append `_FILE` to a variable").
//
// ## Reported as info
// - variables with a prefix of the project that only `setup.py` reads, if pages document another one that
//   it reads;
// - variables with a prefix of the project that only pages for contributors name;
// - programs of the user's choice (`EDITOR`, `PAGER`), which many programs read;
// - names that only text outside the catalog has, if `--catalog` names the pages;
// - names that are read without a wrapper or a table, if a page includes a generated file that is
//   not in the tree;
// - names without a prefix of the project that are used where they are read, without a default, if most
//   documented names have such a prefix or pages document hardly any;
// - all of them, if there are more than two hundred, and five times as many as pages document: the
//   pages are a selection.
//
// ## Fix
// Add the variable to the page with its default, or list it under `[[internal]]` in
// `flagcensus.toml` with a reason.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/rules/documentation_status.h"
#include "analyzer/rules/entry_pages.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/own_prefixes.h"
#include "analyzer/rules/rule.h"
#include "analyzer/rules/worth.h"

namespace flagcensus {
namespace {

// The message and the remedy, by what is known about the variable.
void Describe(const DocumentationStatus& doc_status, bool odd, const RuleInput& input,
              std::string_view page, Finding& out) {
  if (doc_status.reason.empty() && doc_status.for_contributors.line > 0) {
    const Place& at = doc_status.for_contributors;
    out.message = fmt::format("{}, but only {}, which is {}, names it", doc_status.act, ToText(at),
                              IsPlaceInChangelog(at) ? "a changelog" : "for contributors");
    out.remedy = "add it to a page for users, or list it as internal in flagcensus.toml";
    return;
  }
  if (doc_status.maybe_generated) {
    out.message = fmt::format(
        "{}, but no page mentions it; {} includes {}, which is not in the tree and may document it",
        doc_status.act, ToText(input.missing_at), input.missing_page);
    out.remedy = "check that page, or list it as internal in flagcensus.toml";
    return;
  }
  if (odd) {
    out.message =
        doc_status.act + ", but no page mentions it, and its name has no prefix of the project";
    out.remedy = fmt::format(
        "add it to {} if users may set it, or list it as internal in flagcensus.toml", page);
    return;
  }
  if (doc_status.reason.empty()) {
    out.message = doc_status.act + ", but no page mentions it";
    out.remedy = fmt::format("add it to {}, or list it as internal in flagcensus.toml", page);
    return;
  }
  // The project wants an entry for each variable (`documented-by = "catalog"`, `--catalog`).
  const std::string_view only = doc_status.reason == "mentioned" ? "mentioned" : "described";
  out.message = fmt::format("{} but has no entry; it is only {} at {}", doc_status.act, only,
                            doc_status.detail);
  out.remedy = "add an entry for it";
}

Finding Report(const DocumentationStatus& doc_status, const Worth& worth, const RuleInput& input,
               const EntryPages& pages) {
  // Info if the name may not be the project's, or if some text for someone mentions it.
  const bool odd = worth.odd && doc_status.reason.empty();
  const bool elsewhere = !doc_status.reason.empty() && !input.only_catalog_documents;
  const bool for_contributors =
      doc_status.for_contributors.line > 0 && !IsPlaceInChangelog(doc_status.for_contributors);
  const bool info = odd || elsewhere || for_contributors || doc_status.maybe_generated;
  const bool in_string =
      std::all_of(doc_status.accesses.begin(), doc_status.accesses.end(),
                  [](const Access* access) { return access->evidence.in_string; });
  Finding out = MakeFinding("undocumented", doc_status.flag->name,
                            info ? Severity::kInfo : Severity::kWarning,
                            in_string ? Confidence::kLow : worth.confidence);
  out.code = PlacesOf(doc_status.accesses);
  out.doc = doc_status.doc;
  Describe(doc_status, odd, input, pages.For(doc_status.flag->name), out);
  out.reason = doc_status.reason;
  out.score = worth.parts;
  return out;
}

// Whether pages describe any variable of the installation to users; otherwise the variables that
// the script reads are for packagers.
bool DocumentsInstallation(const std::vector<Flag>& flags) {
  return std::any_of(flags.begin(), flags.end(), [](const Flag& flag) {
    return !flag.entries.empty() && !ReadsOfInstallation(flag).empty();
  });
}

// Reports variables of the project that only the script that builds and installs the package reads:
// users set them, but less often than the others.
void CheckInstallation(const RuleInput& input, std::vector<Finding>& findings) {
  if (!input.has_catalog || !DocumentsInstallation(input.flags)) return;
  for (const Flag* flag : FlagsOfInstallation(input)) {
    const std::vector<Place> places = ReadsOfInstallation(*flag);
    if (OwnPrefixOf(input.ownership, flag->name) == nullptr || !flag->passages.empty() ||
        !flag->mentions.empty()) {
      continue;
    }
    Finding out = MakeFinding("undocumented", flag->name, Severity::kInfo, Confidence::kMedium);
    out.code = places;
    out.message =
        fmt::format("{} is read by {}, which installs the package, but no page mentions it",
                    flag->name, ToText(places.front()));
    out.remedy = "add it to the page on installation, or list it as internal in flagcensus.toml";
    findings.push_back(std::move(out));
  }
}

// Lowers the findings if the code has hundreds of variables and pages document only a few of them:
// then the pages are a selection, and no single variable is missing.
void TakeSelection(const RuleInput& input, std::vector<Finding>& findings, size_t first) {
  // More than 200, and more than five times as many as are documented.
  constexpr size_t kMany = 200;
  constexpr size_t kTimes = 5;
  const auto undocumented =
      std::count_if(findings.begin() + static_cast<std::ptrdiff_t>(first), findings.end(),
                    [](const Finding& one) { return one.severity == Severity::kWarning; });
  const auto documented = std::count_if(
      input.flags.begin(), input.flags.end(),
      [](const Flag& flag) { return !flag.entries.empty() && !flag.accesses.empty(); });
  const auto many = static_cast<size_t>(undocumented);
  if (many <= kMany || many <= kTimes * static_cast<size_t>(documented)) return;
  for (size_t i = first; i < findings.size(); ++i) findings[i].severity = Severity::kInfo;
}

void CheckUndocumented(const RuleInput& input, std::vector<Finding>& findings) {
  const WorthModel model(input.flags, input.ownership);
  const EntryPages pages(input.flags);
  CheckInstallation(input, findings);
  const size_t first = findings.size();
  for (const DocumentationStatus& doc_status : DocumentationStatusesOf(input)) {
    if (!IsReported(doc_status, input)) continue;  // part of the inventory
    const bool third_party = OwnerOf(input.ownership, doc_status.flag->name) != nullptr;
    const bool apart = doc_status.reason.empty() && !doc_status.maybe_generated;
    if (!input.has_catalog && apart && !third_party) continue;  // in no-catalog
    findings.push_back(Report(doc_status, model.Of(*doc_status.flag), input, pages));
  }
  TakeSelection(input, findings, first);
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
