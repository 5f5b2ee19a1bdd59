// Comments, [[ignore]] entries and the baseline ─→ what the project accepts.
//
//   # flagcensus: ignore[unused]      ─→ findings of `unused` about that line are not reported
#pragma once

#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/config/config.h"
#include "analyzer/config/finding_options.h"
#include "analyzer/config/project_options.h"
#include "analyzer/model/finding.h"
#include "analyzer/review/accept.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Comments of the tree and the baseline, for the rules that the options and the configuration
// enable.
Result<Acceptance> ReadAcceptance(const Tree& tree, const ProjectOptions& options,
                                  const FindingOptions& findings, const Config& config,
                                  std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
