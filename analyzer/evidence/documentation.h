// Names → where the documentation of a tree holds them, on whatever page.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/flag.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Whether a file documents the program as it is: a manual, a README, a man page, a tutorial, or a
// data file in a folder of documentation. Histories (changelogs, release notes), tests, vendored
// folders, licences and lists of requirements do not.
bool IsDocumentation(const SourceFile& file);

// Whether `path` (with '/') is a changelog, release notes or the like: what was, not what is.
bool IsHistory(std::string_view path);

// Whether sources touch the variable and no entry documents it, so that what else is said of it and
// done to it matters; not of families.
bool IsUndocumented(const Flag& flag);

// Fills `passages` of the flags that sources touch and no entry documents. Searched, once and in
// parallel: the tree's documentation, `pages` (of the catalog, as shown; those outside the tree
// too), and what the documentation publishes of sources: docstrings named by autodoc directives,
// the options of a command line (`.. click::`), included sources; last, the help texts of the
// program itself. At most some passages a name are kept, descriptions first. Files that cannot be
// read are passed over (reading them as a page told it).
void FindPassages(const Tree& tree, const std::vector<std::string>& pages, const std::string& root,
                  unsigned jobs, std::vector<Flag>& flags);

}  // namespace flagcensus
