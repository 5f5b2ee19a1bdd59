// Phrases: the word lists of queries/evidence/, read once.
//
//   HasNameWord("internal", "argument", "APP_PRIVATE_KEY")
//     ─→ true: the list `argument` of internal.toml has PRIVATE
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// The list `key` of queries/evidence/`file`.toml, in the order of the file; empty if there is no
// such list. The reference is valid as long as the program runs.
const std::vector<std::string>& Phrases(std::string_view file, std::string_view key);

// Whether `word` is in that list.
bool IsPhrase(std::string_view file, std::string_view key, std::string_view word);

// Whether `text` begins with a phrase of that list.
bool BeginsWithPhrase(std::string_view file, std::string_view key, std::string_view text);

// Whether a `_`-separated word of a variable's name is in that list.
bool HasNameWord(std::string_view file, std::string_view key, std::string_view name);

// The same for several words in a row: FAULT_INJECT in APP_FAULT_INJECT_RATE.
bool HasNamePhrase(std::string_view file, std::string_view key, std::string_view name);

}  // namespace flagcensus
