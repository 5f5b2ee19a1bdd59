// Names → their occurrences in the documentation of a tree, on any page.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/flag.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Whether a file documents the program as it is: a manual, a README, a man page, a tutorial, or a
// data file in a documentation folder. Histories (changelogs, release notes), tests, vendored
// folders, licences and lists of requirements do not.
bool IsDocumentation(const SourceFile& file);

// Whether `path` (with '/') is a changelog, release notes or the like: the past, not the present.
bool IsHistory(std::string_view path);

// Whether sources access the variable and no entry documents it, so that other statements about it
// and uses of it matter; false for families.
bool IsUndocumented(const Flag& flag);

// Fills `passages` of the flags that sources access and no entry documents. Searches, once and in
// parallel: the tree's documentation, `pages` (of the catalog, as displayed; also those outside the
// tree), and what the documentation publishes of sources: docstrings named by autodoc directives,
// the options of a command line (`.. click::`), included sources; last, the help texts of the
// program itself. Keeps a limited number of passages per name, descriptions first. Skips files that
// cannot be read (reading them as pages reported it).
void FindPassages(const Tree& tree, const std::vector<std::string>& pages, const std::string& root,
                  unsigned jobs, std::vector<Flag>& flags);

}  // namespace flagcensus
