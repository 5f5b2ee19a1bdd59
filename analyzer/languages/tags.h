// Fields and parameters that a library fills from variables: struct tags and attributes (tags.cc),
// annotations (annotations.cc).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/languages/sites.h"

namespace flagcensus {

// The accesses of a kTag, as the rows of its language have its keys; none of a key without a row.
std::vector<Site> TagSites(const Names& names, const OtherFiles* others, TermId id);

// Those of an annotation: a kTag whose text begins with '@'.
std::vector<Site> AnnotationSites(const Names& names, const OtherFiles* others, TermId id);

// The text of a key in a struct's tag, `env:"X" default:"1"`; nothing if it lacks the key.
std::optional<std::string> TagText(const std::string& tag, const std::string& key);
// The default that `row` and the words after the name give.
void TakeTagDefault(const std::string& tag, const TagRow& row,
                    const std::vector<std::string_view>& words, Site* site);

// What a type of a field holds: "int", "Vec<String>", "Duration".
ValueType TypeOfField(const LanguageRows& rows, std::string_view type);

// "APP_HOME": letters in capitals, digits and `_`, at least one letter first.
bool IsUpperName(std::string_view name);
bool IsIdentifier(std::string_view name);

}  // namespace flagcensus
