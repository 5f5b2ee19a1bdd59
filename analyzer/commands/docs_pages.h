// The pages that `flagcensus docs` writes.
#pragma once

#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/config/config.h"
#include "analyzer/config/docs_options.h"
#include "analyzer/config/project_options.h"

namespace flagcensus {

// The options of one page.
struct DocsRequest {
  ProjectOptions project;
  DocsOptions docs;
  std::string format;  // "": by the name of the page
  std::string into;    // --into FILE: only what the file lacks is added

  // The file that is rewritten, added to or compared; "" for standard output.
  const std::string& target() const {
    return into.empty() || !docs.check.empty() ? docs.target() : into;
  }
};

// The options of each page: the page on the command line, otherwise those of [[docs]], otherwise
// standard output. Fails if a page of a configuration that was found is outside its directory, and
// if --check without FILE has no page to compare. Reads the existing pages.
Result<std::vector<DocsRequest>> DocsPages(const DocsRequest& request, const Config& config);

}  // namespace flagcensus
