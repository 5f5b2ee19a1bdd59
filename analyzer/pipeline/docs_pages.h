// The pages that `flagcensus docs` writes.
#pragma once

#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/config/config.h"
#include "analyzer/config/options.h"

namespace flagcensus {

// The options of each page: the page on the command line, otherwise those of [[docs]], otherwise
// standard output. Fails if a page of a configuration that was found is outside its directory, and
// if --check without FILE has no page to compare. Reads the existing pages.
Result<std::vector<Options>> DocsPages(const Options& options, const Config& config);

}  // namespace flagcensus
