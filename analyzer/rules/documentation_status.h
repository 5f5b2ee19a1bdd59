// DocumentationStatus: the evidence about a variable without an entry, which decides whether it is
// reported or only part of the inventory.
//
//   os.environ["APP_TRACE"], and a sentence on docs/setup.md:191 describes it
//     ─→ reason "described", explanation "it is described at docs/setup.md:191"
//
// The evidence is ordered and the first match decides; without a match it is a finding. The order
// and the gain of each are measured (616 labelled findings of 28 projects): a page that only names
// the variable removes 44 % of the false warnings and 2 % of the true ones.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/model/flag.h"
#include "analyzer/model/inventory.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {

struct DocumentationStatus {
  const Flag* flag = nullptr;
  std::vector<const Access*> accesses;  // in scope src; those that `act` describes first
  std::string act;                      // "APP_X is read in 2 places (default 60)"
  std::string_view reason;              // why it is not reported: an InventoryKind; "" if none
  std::string explanation;              // "it is described at docs/setup.md:191"
  std::string detail;                   // only the place or the owner, for a list of names
  std::vector<Place> doc;
  // The place at which only pages for contributors, or changelogs, name it; line 0 if there is no
  // such place.
  Place for_contributors;
  bool maybe_generated = false;  // a generated page that is not in the tree may document it
};

// The status of each variable that sources access and no entry or family documents, in the order of
// the flags.
std::vector<DocumentationStatus> DocumentationStatusesOf(const RuleInput& input);

// The passage of a page of changes that calls the variable old: "APP_PORT is deprecated"; nullptr
// if there is none.
const Passage* ReportedOld(const Flag& flag);

// Whether the place is in a page of what has changed.
bool IsPlaceInChangelog(const Place& place);

// What requires no action of a maintainer: variables that are not reported, documented names that
// something else may use, and accesses of unknown names. Sorted by InventoryLess.
std::vector<InventoryRow> InventoryOf(const RuleInput& input);

// Whether it is reported: if there is no reason against it. Or if the only reason is text on other
// pages, and the project wants every variable in the catalog or the user names the catalog.
bool IsReported(const DocumentationStatus& doc_status, const RuleInput& input);

}  // namespace flagcensus
