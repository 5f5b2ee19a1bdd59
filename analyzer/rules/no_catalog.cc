// no-catalog: the tree has no page that documents variables
//
// ## What it does
// Reports a single finding if the sources read the project's own variables but no page in the tree
// documents any; it gives the number of variables and the first few. If a page is found, or named with `--catalog`,
// [`undocumented`](undocumented.md) reports each variable instead.
//
// ## Why it matters
// One finding per variable is noise for a project that has no page yet.
//
// ## Example
//     # app/server.py
//     TIMEOUT = int(os.environ.get("APP_TIMEOUT", "60"))
//
// in a tree whose pages do not mention the environment:
//
//     the code reads 1 variable that no page documents: APP_TIMEOUT
//
// Pages for contributors count as none: `CONTRIBUTING.md` lists what a run of the tests needs, and the
// message names it.
//
// ## Not reported
// - variables that `undocumented` would not report as a warning: third-party and internal ones, and
//   those that a page in the tree mentions;
// - trees that read no variables of their own.
//
// ## Fix
// Write a page with a table of the variables (`flagcensus docs` generates one), or name an existing
// page with `--catalog` or with `catalog` in `flagcensus.toml`.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/rules/documentation_status.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {
namespace {

void CheckNoCatalog(const RuleInput& input, std::vector<Finding>& findings) {
  if (input.has_catalog) return;
  Finding out = MakeFinding("no-catalog", "", Severity::kWarning, Confidence::kHigh);
  // Only variables that `undocumented` would report and that are certainly not a third party's.
  for (const DocumentationStatus& doc_status : DocumentationStatusesOf(input)) {
    if (!doc_status.reason.empty() || doc_status.maybe_generated) continue;
    if (OwnerOf(input.ownership, doc_status.flag->name) != nullptr) continue;
    out.names.push_back(doc_status.flag->name);
    out.code.push_back(doc_status.accesses.front()->place);
  }
  if (out.names.empty()) return;
  const size_t count = out.names.size();
  out.message =
      input.contributors_page.empty()
          ? fmt::format("the code reads {} variable{} that no page documents: {}", count,
                        count == 1 ? "" : "s", ListNames(out.names))
          : fmt::format(
                "only {}, which is for contributors, documents environment variables, but the "
                "code reads {}: {}",
                input.contributors_page, count, ListNames(out.names));
  out.remedy = "write a page, or name an existing one with --catalog";
  findings.push_back(std::move(out));
}

}  // namespace

extern constexpr Rule kNoCatalogRule = {
    .rank = 110,
    .name = "no-catalog",
    .summary = "the tree has no page that documents variables",
    .remedy = "write one, or name it with --catalog",
    .check = CheckNoCatalog,
};

}  // namespace flagcensus
