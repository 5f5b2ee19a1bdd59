// The sentences of a text with marks: "Set {A}. Default: {1}." ─→ "Set {A}.", "Default: {1}."
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace flagcensus {

// In order, without the blanks between them, as views into `text`. A sentence of more than
// kLongSentence bytes is cut into several, so the work on each is bounded. Linear.
std::vector<std::string_view> SentencesOf(std::string_view text);

// How many words, separated by white space, the text has.
size_t CountWords(std::string_view text);

}  // namespace flagcensus
