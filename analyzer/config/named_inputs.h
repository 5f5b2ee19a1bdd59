// Inputs on the command line other than PATH: pages and compile databases.
#pragma once

#include <optional>
#include <string>

#include "analyzer/config/project_options.h"

namespace flagcensus {

// Why `file` cannot be a page, for example "is a source"; "" if it may be one. Does not check
// whether the file is readable.
// "app.py" ─→ "is a source", unless it has a --help text about variables; "docs/env.md" ─→ "".
std::string WhyNoPage(const std::string& file);

// Replaces globs among the named pages by the matching files. Returns an error message if a glob
// matches nothing, if a folder or a source is named as a page, or if a compile database is missing.
// Otherwise the mistake would silently select the wrong page or none. `as_option`: the pages are
// named by --catalog, not as arguments.
std::optional<std::string> CheckNamedInputs(ProjectOptions& options, bool as_option = true);

}  // namespace flagcensus
