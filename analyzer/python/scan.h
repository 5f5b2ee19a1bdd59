// Helpers shared by scans of Python source that do not parse it: strings, words, lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace flagcensus {

inline constexpr size_t kUnclosed = static_cast<size_t>(-1);

// The offset after the string whose opening quote is at `at`; kUnclosed if unclosed. Counts rows.
size_t SkipPythonString(std::string_view text, size_t at, uint32_t* row);

// The offset of the next '\n' from `at` on, or the end of the text.
size_t EndOfLine(std::string_view text, size_t at);

// Whether `text` begins with the whole word `word`, of Python: bytes above 0x7F go on with it, too.
bool BeginsWithWord(std::string_view text, std::string_view word);

// The offset after the blanks and tabs at `at`.
size_t PastBlanks(std::string_view text, size_t at);

}  // namespace flagcensus
