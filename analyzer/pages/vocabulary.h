// Vocabulary: the lists of phrases in queries/pages/ (words.toml, claims.toml, labels.toml), by
// name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// The phrases of a list, in the order of the file; empty where there is no such list. The reference
// stays good; it is looked up once a caller.
const std::vector<std::string>& Phrases(std::string_view list);

// `phrase` in `lower`, beginning at a word's start; plural and other endings may follow.
bool HasPhrase(std::string_view lower, std::string_view phrase);
bool HasAnyPhrase(std::string_view lower, const std::vector<std::string>& phrases);
// `lower` begins with one of them.
bool StartsWithPhrase(std::string_view lower, const std::vector<std::string>& phrases);

}  // namespace flagcensus
