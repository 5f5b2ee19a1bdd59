// no-catalog: the tree has no page that documents variables
//
// ## What it does
// Reports, once, that sources read variables of the project's own and no page of the tree documents
// any: it names how many there are and the first of them. Where a page is found or named with
// `--catalog`, [`undocumented`](undocumented.md) tells each variable by itself.
//
// ## Why it matters
// A list of every variable says nothing to a project that has no page yet; that it has none does.
//
// ## Example
//     # app/server.py
//     TIMEOUT = int(os.environ.get("APP_TIMEOUT", "60"))
//
// in a tree whose pages say nothing of the environment:
//
//     no page with a list of variables was found, and 1 is read that no page names: APP_TIMEOUT
//
// ## Not reported
// - variables that are no warning of `undocumented` either: those of others, internal ones, those
//   that a page of the tree names;
// - trees that read no variable of their own.
//
// ## Fix
// Write a page with a table of the variables, or name the one that there is with `--catalog` or
// `catalog` in `flagcensus.toml`.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/registry.h"
#include "analyzer/rules/standing.h"

namespace flagcensus {

void CheckNoCatalog(const RuleInput& input, std::vector<Finding>& findings) {
  if (input.has_catalog) return;
  Finding out = MakeFinding("no-catalog", "", Severity::kWarning, Confidence::kHigh);
  for (const Standing& standing : StandingsOf(input)) {
    if (!standing.reason.empty()) continue;
    out.names.push_back(standing.flag->name);
    out.code.push_back(standing.accesses.front()->place);
  }
  if (out.names.empty()) return;
  out.message = fmt::format(
      "no page with a list of variables was found, and {} {} read that no page names: {}",
      out.names.size(), out.names.size() == 1 ? "is" : "are", ListNames(out.names));
  out.remedy = "write one, or name it with --catalog";
  findings.push_back(std::move(out));
}

}  // namespace flagcensus
