// The pages that `flagcensus docs` writes.
//
//   [[docs]]                               flagcensus docs
//   output = "docs/env.md"          ─→     one request with update or output = docs/env.md
//   columns = ["name", "default"]                      and docs.columns = name, default
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
  std::string format;  // "": derived from the name of the page
  std::string into;    // --into FILE: only variables that the file lacks are added

  // The file that is rewritten, extended or compared; "" for standard output.
  const std::string& target() const {
    return into.empty() || !docs.files.check.empty() ? docs.target() : into;
  }
};

// The options of each page: the page on the command line, otherwise those of [[docs]], otherwise
// standard output. Fails if a page of a configuration that was found is outside its directory, and
// if --check without FILE has no page to compare. Reads the existing pages.
Result<std::vector<DocsRequest>> DocsPages(const DocsRequest& request, const Config& config);

}  // namespace flagcensus
