// Vocabulary: the phrase lists of queries/pages/ (words.toml, claims.toml, labels.toml), by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// The phrases of a list, in the order of the file; empty if there is no such list. The reference
// stays valid; each caller looks it up once.
const std::vector<std::string>& Phrases(std::string_view list);

// Whether `lower` contains `phrase` at the start of a word; plural and other endings may follow.
bool HasPhrase(std::string_view lower, std::string_view phrase);
bool HasAnyPhrase(std::string_view lower, const std::vector<std::string>& phrases);
// Whether `lower` begins with one of the phrases.
bool StartsWithPhrase(std::string_view lower, const std::vector<std::string>& phrases);

}  // namespace flagcensus
