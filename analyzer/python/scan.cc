#include "analyzer/python/scan.h"

#include <cstring>

#include "analyzer/base/characters.h"

namespace flagcensus {

size_t SkipPythonString(std::string_view text, size_t at, uint32_t* row) {
  const char quote = text[at];
  if (text.substr(at).starts_with(quote == '"' ? "\"\"\"" : "'''")) {
    for (at += 3; at < text.size(); ++at) {
      const char c = text[at];
      if (c == '\n') {
        ++*row;
      } else if (c == '\\') {
        ++at;
        if (at < text.size() && text[at] == '\n') ++*row;
      } else if (c == quote && at + 2 < text.size() && text[at + 1] == quote &&
                 text[at + 2] == quote) {
        return at + 3;
      }
    }
    return kUnclosed;
  }
  for (++at; at < text.size(); ++at) {
    const char c = text[at];
    if (c == quote) return at + 1;
    if (c == '\n') return kUnclosed;
    if (c == '\\') {
      ++at;
      if (at + 1 < text.size() && text[at] == '\r' && text[at + 1] == '\n') ++at;
      if (at < text.size() && text[at] == '\n') ++*row;
    }
  }
  return kUnclosed;
}

size_t EndOfLine(std::string_view text, size_t at) {
  const void* found = std::memchr(text.data() + at, '\n', text.size() - at);
  return found == nullptr ? text.size()
                          : static_cast<size_t>(static_cast<const char*>(found) - text.data());
}

bool BeginsWithWord(std::string_view text, std::string_view word) {
  return text.starts_with(word) &&
         (text.size() == word.size() || !IsUnicodeIdentifierByte(text[word.size()]));
}

size_t PastBlanks(std::string_view text, size_t at) {
  while (at < text.size() && IsBlank(text[at])) ++at;
  return at;
}

}  // namespace flagcensus
