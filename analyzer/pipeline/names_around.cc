// The pages of `catalog FILE...` ─→ the names that the code around them accesses
//
// A page alone does not show which of its words are variables; the code of its repository does:
// with os.getenv("TIMEOUT") in the tree, the row `| TIMEOUT | 30 |` is an entry.
#include "analyzer/pipeline/names_around.h"

#include <filesystem>

#include "analyzer/pipeline/code.h"
#include "analyzer/pipeline/load.h"
#include "analyzer/pipeline/real_paths.h"

namespace flagcensus {
KnownNames NamesAround(const ProjectOptions& options, const Config& config, RunBudget& budget) {
  const std::string root = AbsolutePath(options.root);
  std::error_code ignored;
  // Without a repository, the folder may be a home directory: a scan of it has no bound.
  if (!std::filesystem::exists(root + "/.git", ignored)) return {};
  for (const std::string& page : options.pages.catalog) {
    if (!IsAtOrBelow(AbsolutePath(page), root)) return {};
  }
  ProjectOptions around = options;
  around.paths = {options.root};
  around.pages.catalog.clear();
  return KnownNames(ReadCode(WalkProject(around, config), around, config, budget));
}

}  // namespace flagcensus
