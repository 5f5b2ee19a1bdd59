// FindingOptions: which findings are computed, accepted, reported, and fail a run.
//
//   check --ignore unused --fail-on error    ─→ {ignore: {"unused"}, fail_on: kError}
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/model/finding.h"

namespace flagcensus {

class CommandApp;

// check --select unused --fail-on error ─→ {select: {"unused"}, fail_on: kError}
struct FindingOptions {
  std::vector<std::string> select;  // rules: only these; empty: all
  std::vector<std::string> ignore;  // rules: not these
  std::string baseline;             // "": the one next to the configuration, if there is one
  bool no_baseline = false;
  bool grouped = true;  // each cause once; false: each finding separately
  std::string since;    // only findings that this revision does not have; "": all
  std::optional<Severity> fail_on = Severity::kWarning;  // nullopt: findings never fail
  Severity min_severity = Severity::kInfo;               // lower severities are not shown
};

// The options --select, --ignore, --min-severity, --fail-on and --exit-zero.
void AddFindingOptions(CommandApp& command, FindingOptions& options);

}  // namespace flagcensus
