// The pages of `catalog FILE...` ─→ the names that the code around them accesses
//
// A page alone does not say which of its words are variables; the repository that it is in does.
#include <filesystem>

#include "analyzer/pipeline/pipeline.h"
#include "analyzer/pipeline/real_paths.h"

namespace flagcensus {
KnownNames NamesAround(const ProjectOptions& options, const Config& config, RunBudget& budget) {
  const std::string root = AbsolutePath(options.root);
  std::error_code ignored;
  if (!std::filesystem::exists(root + "/.git", ignored)) return {};
  for (const std::string& page : options.catalog) {
    if (!IsAtOrBelow(AbsolutePath(page), root)) return {};
  }
  ProjectOptions around = options;
  around.paths = {options.root};
  around.catalog.clear();
  return KnownNames(ReadCode(WalkProject(around, config), around, config, budget));
}

}  // namespace flagcensus
