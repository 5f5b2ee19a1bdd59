// Own prefixes: the prefixes of the project's own variables. A step of ownership.h.
//
//   a project called "oven" in its manifest; its page documents OVEN_RACK and OVEN_HEAT
//     ─→ OVEN_ by kName
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/rules/foreign.h"
#include "analyzer/rules/ownership.h"

namespace flagcensus {

// The prefixes that some flag begins with, strongest first, without duplicates; those of kSibling,
// which may be as many as names, come last and sorted.
std::vector<OwnPrefix> FindOwnPrefixes(const std::vector<Flag>& flags,
                                       const std::vector<std::string>& claimed,
                                       const std::vector<ProjectName>& names);

// The certain names of the project: from its manifests or, if they state no name, its packages.
std::vector<const ProjectName*> CertainNames(const std::vector<ProjectName>& names);

// Whether a prefix found by `by` makes a name the project's own although a table lists it.
bool Overrules(OwnBy by, const ForeignName& foreign);

// The number of prefixes in `own` before those of kSibling.
size_t CountWithoutSiblings(const std::vector<OwnPrefix>& own);

// Whether each section that documents the flag names the owner: "SDL environment variables".
bool IsDocumentedAsForeign(const Flag& flag);

// "APP_" of APP_LOG and _APP_LOG; "" of a single word.
std::string FirstWord(std::string_view name);

// Whether `name` begins with `prefix`, ignoring leading underscores, or is its whole word.
bool BeginsWith(std::string_view name, const OwnPrefix& prefix);

}  // namespace flagcensus
