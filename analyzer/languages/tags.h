// Fields and parameters that a library fills from variables: struct tags and attributes (tags.cc),
// annotations (annotations.cc).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/languages/sites.h"

namespace flagcensus {

// The accesses of a kTag, for keys with an entry for its language; none for other keys.
std::vector<Site> TagSites(const Names& names, const OtherFiles* others, TermId id);

// The accesses of an annotation: a kTag with a text that begins with '@'.
std::vector<Site> AnnotationSites(const Names& names, const OtherFiles* others, TermId id);

// The text of a key in a struct tag, `env:"X" default:"1"`; nullopt if there is no such key.
std::optional<std::string> TagText(const std::string& tag, const std::string& key);
// Sets the default according to `row` and the words after the name.
void TakeTagDefault(const std::string& tag, const TagRow& row,
                    const std::vector<std::string_view>& words, Site* site);

// The type of value in a field of this type: "int", "Vec<String>", "Duration".
ValueType TypeOfField(const LanguageRows& rows, std::string_view type);

// "APP_HOME": capital letters, digits and `_`, beginning with a letter.
bool IsUpperName(std::string_view name);

}  // namespace flagcensus
