// Evidence: common queries of rules about a flag, and the text of findings.
//
// A rule finds the accesses with SourceAccesses, makes a finding with MakeFinding, adds both values
// with SetValues and all places with PlacesOf.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/model/flag.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {

// The accesses of `flag` in scope src, sorted by place.
std::vector<const Access*> SourceAccesses(const Flag& flag);

// The flags that a page should document but does not: accessed in scope src, not listed as
// internal, without an entry for themselves or for a family (`APP_LOG_*`). A family that is a whole
// own prefix (`APP_*`), or with a text that only refers to another place, documents no member.
std::vector<const Flag*> UndocumentedFlags(const RuleInput& input);

// Likewise those that only an installation script of the project reads, and these reads.
std::vector<const Flag*> FlagsOfInstallation(const RuleInput& input);
std::vector<Place> ReadsOfInstallation(const Flag& flag);

// Names that sources only look up in a list together with others, most of which are accessed
// elsewhere, too. No other line of the tree accesses such a name, and the purpose of the list (it
// passes the names on, or prints them) is not a use. The value: the place of the list.
std::map<std::string_view, Place> DeadNames(const std::vector<Flag>& flags);

// The beginning of a name before its second word: "APP" of APP_LOG_LEVEL, "_APP" of _APP_LOG.
std::string_view LeadingWord(std::string_view name);

// Whether one of the two is read if the other is not set.
bool AreLinked(const Flag& a, const Flag& b);

bool IsWrite(AccessOp op);  // write, setdefault, append, delete

std::vector<Place> PlacesOf(const std::vector<const Access*>& accesses);
std::vector<Place> PlacesOf(const std::vector<const Entry*>& entries);

// "docs/env.md:12"; only the file if the line is not known.
std::string ToText(const Place& place);

// The first place and the number of others: "a.py:3 and 2 more places".
std::string ToText(const std::vector<Place>& places);

// The first names of a list and the number of others: "A, B, C and 4 more".
std::string ListNames(const std::vector<std::string>& names);

// A value for messages: `""` for an empty one, `***` for a credential, shortened if long.
std::string ShowValue(std::string_view name, std::string_view value);

// A finding of `rule` about `name` with its fingerprint; the rule sets the rest.
Finding MakeFinding(std::string_view rule, std::string_view name, Severity severity,
                    Confidence confidence);

// Sets the two values that disagree and includes them in the fingerprint, so a baseline of one
// disagreement does not hide the next.
void SetValues(Finding& finding, std::optional<std::string> documented,
               std::optional<std::string> actual);

// The first of `entries` with that claim, or nullptr.
const Entry* EntryWithClaim(const std::vector<const Entry*>& entries, std::string_view claim);

}  // namespace flagcensus
