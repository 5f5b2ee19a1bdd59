// The document side of a comparison: pages and other texts in, one catalog out.
//
//   README.md: "| `APP_PORT` | 80 |"     an entry of the page README.md
//   app.py:    help="port (APP_PORT)"    a statement of a text that is not a page
//   ─→ Catalog{entries: [APP_PORT default 80], pages: [README.md], statements: [...]}
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "analyzer/base/budget.h"
#include "analyzer/base/result.h"
#include "analyzer/catalog/catalog.h"
#include "analyzer/config/config.h"
#include "analyzer/config/project_options.h"
#include "analyzer/documents/known_names.h"
#include "analyzer/evidence/name_rules.h"
#include "analyzer/evidence/published.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

struct Catalog {
  std::vector<Entry> entries;      // of all pages, sorted by EntryLess
  std::vector<std::string> pages;  // as shown
  // Why each page was selected, if the program selected them; if it found none, why not.
  std::vector<std::string> reasons;
  std::vector<std::string> judged;  // "README.md: not used: ...", for --verbose
  std::vector<Diagnostic> diagnostics;
  std::vector<MissingInclude> missing;  // files that the pages include and the tree lacks
  // "_FILE" if a page says that it may follow the name of any variable, with the place of that
  // remark.
  std::map<std::string, Place, std::less<>> endings;
  std::vector<NameRule> name_rules;  // "each key by a variable with the prefix APP_"
  // What all texts of the tree say about the variables of the code, sorted by place.
  std::vector<Statement> statements;
  bool listed = false;  // a page lists variables in a structure, or was named
  // The pages of `pages` that users do not read.
  std::set<std::string, std::less<>> for_contributors;
};

// pages.cc
// The pages that --catalog or the configuration names, otherwise the pages of the tree that
// document variables. A named page that cannot be read is an error: without it every flag would
// seem undocumented. A page that the budget refuses is a diagnostic of the catalog. `names`: the
// names that the code accesses. If it is null, only structures that call their names variables are
// read.
Result<Catalog> ReadCatalog(const Tree& tree, const ProjectOptions& options, const Config& config,
                            const RunBudget* budget = nullptr, const KnownNames* names = nullptr);
// The pages of `catalog FILE...`. An unreadable one is a diagnostic.
Catalog ReadPages(const ProjectOptions& options, const Config& config,
                  const RunBudget* budget = nullptr, const KnownNames* names = nullptr);

// texts.cc: adds the statements of files that are not pages. `publications`: parts of sources that
// pages include.
void ReadTexts(const Tree& tree, const ProjectOptions& options, const Config& config,
               const KnownNames& names, const std::vector<Publication>& publications,
               Catalog& catalog);

}  // namespace flagcensus
