// finding and its places ─→ the row of [[override]] that applies to it
//
// A row for tools/ does not apply to a variable that is read in tools/ and in src/: a row must
// contain all places in code, or all on pages.
#include "analyzer/review/by_path.h"

#include <algorithm>

namespace flagcensus {
namespace {

// False without places: an empty list is not part of any path.
bool ContainsAll(const PathMatcher& paths, const std::vector<Place>& places) {
  return !places.empty() && std::all_of(places.begin(), places.end(), [&](const Place& place) {
    return paths.Matches(place.file);
  });
}

}  // namespace

PathSeverities::PathSeverities(const Config& config) {
  for (const OverrideRow& row : config.overrides) {
    rows_.push_back({&row, PathMatcher(row.paths, config.source.root)});
  }
}

// Null if no row applies; the optional is empty if the row turns the rule off.
const std::optional<Severity>* PathSeverities::Find(const Finding& finding) const {
  // The first row that applies decides, as in the order of the file.
  for (const Row& row : rows_) {
    const auto& severities = row.row->severities;
    const auto of = std::find_if(severities.begin(), severities.end(),
                                 [&](const auto& each) { return each.first == finding.rule; });
    if (of == severities.end()) continue;
    if (ContainsAll(row.paths, finding.code) || ContainsAll(row.paths, finding.doc))
      return &of->second;
  }
  return nullptr;
}

void PathSeverities::DropOff(std::vector<Finding>& findings) const {
  if (rows_.empty()) return;
  std::erase_if(findings, [&](const Finding& finding) {
    const std::optional<Severity>* severity = Find(finding);
    return severity != nullptr && !*severity;
  });
}

std::optional<Severity> PathSeverities::Of(const Finding& finding) const {
  const std::optional<Severity>* severity = Find(finding);
  return severity == nullptr ? std::nullopt : *severity;
}

}  // namespace flagcensus
