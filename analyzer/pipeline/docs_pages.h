// Which pages `flagcensus docs` writes.
#pragma once

#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/config/config.h"
#include "analyzer/config/options.h"

namespace flagcensus {

// The options of each page: the one that the command line names, else those of [[docs]], else
// standard output. Fails if a page of a configuration that was found lies outside its directory,
// and if all pages are to be compared and there is none. Reads the pages that exist.
Result<std::vector<Options>> DocsPages(const Options& options, const Config& config);

}  // namespace flagcensus
