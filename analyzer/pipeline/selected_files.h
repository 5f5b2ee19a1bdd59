// Named files ─→ the project around them, and a filter for the findings about them.
//
//   check app/a.py    ─→ options.paths = {the project of app/}, only.concerning = {"app/a.py"}
#pragma once

#include <optional>
#include <string>

#include "analyzer/config/given_files.h"
#include "analyzer/config/project_options.h"
#include "analyzer/pipeline/compare.h"

namespace flagcensus {

// If the user names files, the project around them is read: `options.paths` is set to it, and only
// findings about those files are reported. `changed`: the files that git lists as changed. Returns
// why that cannot be done; nullopt if it is done or not requested.
std::optional<std::string> SelectFiles(const GivenFiles& files, bool changed,
                                       ProjectOptions& options, FindingFilter& only);

}  // namespace flagcensus
