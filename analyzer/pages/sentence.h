// The sentences of a text. Their ends are decided here, for pages as well as for the comments and
// docstrings of sources.
#pragma once

#include <cstddef>
#include <string_view>

#include "analyzer/pages/prose.h"

namespace flagcensus {

// Whether a sentence ends with the mark at `at`: '.', '!' or '?' before a blank, the end of a line
// or of the text. The period of an abbreviation, "e.g.", ends no sentence.
//
//   "Reads $A, e.g. /tmp. Set it."   ends at the period after /tmp and at the last one
bool EndsSentence(std::string_view text, size_t at);

// Whether the period at `at` belongs to an abbreviation within a sentence: "e.g.", "vs.".
bool EndsShortForm(std::string_view text, size_t at);

// The bounds of the sentence around `at`: after the mark that ends the previous one, and after its
// own. At most `most` bytes are searched in each direction; a longer sentence is cut off.
inline constexpr size_t kLongSentence = 4000;
size_t SentenceBegin(std::string_view text, size_t at, size_t most = kLongSentence);
size_t SentenceEnd(std::string_view text, size_t at, size_t most = kLongSentence);
// The same for prose, in which a mark in code does not end a sentence.
size_t SentenceBegin(const Prose& text, size_t at);
size_t SentenceEnd(const Prose& text, size_t at);

// The sentence around `at` with the mark that ends it, trimmed.
std::string_view SentenceAround(std::string_view text, size_t at);

}  // namespace flagcensus
