// Words: whole-word tests on lower-case text, shared by all readers of sentences.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

#include "analyzer/base/text.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {

// Whether no word continues at `at`: the end of the text, or a byte that is not of an identifier.
inline bool EndsWordAt(std::string_view text, size_t at) {
  return at >= text.size() || !IsIdentifierByte(text[at]);
}

template <size_t kCount>
bool StartsWithAny(std::string_view text, const std::string_view (&words)[kCount]) {
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view word) { return StartsWithWord(text, word); });
}

inline bool StartsWithAny(std::string_view text, const PhraseList& words) {
  return !text.empty() && words.AnyBegins(text, [&](const std::string& word) {
    return text.size() == word.size() || !IsIdentifierByte(text[word.size()]);
  });
}

template <size_t kCount>
bool HasAny(std::string_view text, const std::string_view (&words)[kCount]) {
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view word) { return HasWord(text, word); });
}

}  // namespace flagcensus
