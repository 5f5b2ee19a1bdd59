// Evidence: what rules ask of a flag, and how a finding speaks of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/model/flag.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {

// The accesses of `flag` in scope src, in the order of their places.
std::vector<const Access*> SourceAccesses(const Flag& flag);

// The flags that a page should document and none does: touched in scope src, not on the project's
// list of internal names, without an entry of their own or of a family (`APP_LOG_*`). A family
// that spans an own prefix (`APP_*`), or whose text only points elsewhere, documents no member.
std::vector<const Flag*> UndocumentedFlags(const RuleInput& input);

// What a name begins with, up to its second word: "APP" of APP_LOG_LEVEL, "_APP" of _APP_LOG.
std::string_view LeadingWord(std::string_view name);

// Whether one of the two is read where the other is not set.
bool AreLinked(const Flag& a, const Flag& b);

bool IsWrite(AccessOp op);  // write, setdefault, append, delete

std::vector<Place> PlacesOf(const std::vector<const Access*>& accesses);
std::vector<Place> PlacesOf(const std::vector<const Entry*>& entries);

// "docs/env.md:12"; the file alone where no line is known.
std::string ToText(const Place& place);

// The first place, and how many more there are: "a.py:3 and 2 more places".
std::string ToText(const std::vector<Place>& places);

// The first names of a list and how many more there are: "A, B, C and 4 more".
std::string ListNames(const std::vector<std::string>& names);

// A value as messages show it: `""` for an empty one, `***` for a credential, cut where it is long.
std::string ShowValue(std::string_view name, std::string_view value);

// A finding of `rule` about `name` with its fingerprint; the rest is the rule's.
Finding MakeFinding(std::string_view rule, std::string_view name, Severity severity,
                    Confidence confidence);

// Tells the two values that disagree and makes them part of the fingerprint, so that a baseline of
// one disagreement does not hide the next.
void SetValues(Finding& finding, std::optional<std::string> documented,
               std::optional<std::string> actual);

// The first of `entries` with that claim, or nullptr.
const Entry* EntryWithClaim(const std::vector<const Entry*>& entries, std::string_view claim);

}  // namespace flagcensus
