// A revision of the repository ─→ its files on disk, and the findings that it has already.
//
//   check --since main    ─→ FindingFilter{before: the findings of main}
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analyzer/base/budget.h"
#include "analyzer/base/result.h"
#include "analyzer/config/finding_options.h"
#include "analyzer/config/project_options.h"
#include "analyzer/pipeline/compare.h"
#include "analyzer/tree/git_repository.h"

namespace flagcensus {

// The files of a revision, in a temporary directory owned by this.
struct Revision {
  std::unique_ptr<TemporaryFolder> folder;
  std::string root;  // of the repository, absolute
  std::string copy;  // where its files are now
};
// The findings of the revision of --since, which are not reported again. `copies`: the revisions
// that were written to disk, for the next project of the same repository.
Result<FindingFilter> LoadBaselineRevision(const ProjectOptions& options,
                                           const FindingOptions& findings, FindingFilter only,
                                           std::vector<std::shared_ptr<const Revision>>& copies,
                                           RunBudget& budget);

}  // namespace flagcensus
