// The entries of `catalog FILE...`.
//
//   catalog README.md      ─→ the page's entries, as a check reads them
//   catalog settings.py    ─→ what a check uses of a source: its docstrings and help texts
#pragma once

#include "analyzer/base/budget.h"
#include "analyzer/config/config.h"
#include "analyzer/config/project_options.h"
#include "analyzer/pipeline/pages.h"

namespace flagcensus {

// Reads the files that the options name. If they are in the repository of options.root, costs a
// scan of it for the names that its code accesses.
Catalog ReadNamedFiles(const ProjectOptions& options, const Config& config, RunBudget& budget);

}  // namespace flagcensus
