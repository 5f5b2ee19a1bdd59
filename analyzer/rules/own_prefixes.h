// Own prefixes: what the names of the project's own variables begin with. A step of ownership.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/rules/foreign.h"
#include "analyzer/rules/ownership.h"

namespace flagcensus {

// The prefixes that some flag begins with, strongest first, each once; those of kSibling, which may
// be as many as names, come last and sorted.
std::vector<OwnPrefix> FindOwnPrefixes(const std::vector<Flag>& flags,
                                       const std::vector<std::string>& claimed,
                                       const std::vector<ProjectName>& names);

// What the project is certainly called: by its manifests or, where none tells, by its packages.
std::vector<const ProjectName*> CertainNames(const std::vector<ProjectName>& names);

// Whether a prefix that was found so makes a name the project's own although a table lists it.
bool Overrules(OwnBy by, const ForeignName& foreign);

// How many of `own` stand before those of kSibling.
size_t CountWithoutSiblings(const std::vector<OwnPrefix>& own);

// "APP_" of APP_LOG and _APP_LOG; "" of a single word.
std::string FirstWord(std::string_view name);

// Whether `name` begins with `prefix`, leading underscores aside, or is its whole word.
bool BeginsWith(std::string_view name, const OwnPrefix& prefix);

}  // namespace flagcensus
