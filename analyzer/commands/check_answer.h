// What `check` prints and writes, as one value: the report in every requested format, the remarks
// for standard error, and the exit status. The cache stores exactly this.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "analyzer/cache/answer.h"
#include "analyzer/config/finding_options.h"
#include "analyzer/config/output_options.h"
#include "analyzer/config/project_options.h"
#include "analyzer/pipeline/projects.h"

namespace flagcensus {

struct CheckOptions {
  ProjectOptions project;
  FindingOptions findings;
  OutputOptions output;
  std::optional<unsigned> max_unresolved;  // more accesses without a known name fail the run
};

// The complete output in each requested format, with the exit status. Consumes the comparison.
Answer CheckAnswer(MergedProjects checked, const CheckOptions& options);

}  // namespace flagcensus
