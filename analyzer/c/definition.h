// Whether a name in a source may be defined there, judged from the bytes before tokenising.
//
//   #define NAME ...      NAME = ...      NAME[] = ...      NAME{...}      KEY(NAME, ...
//   NAME(...) {
//
// Files without a match need not be tokenised.
#pragma once

#include <cstddef>
#include <string_view>

namespace flagcensus {

// Whether the name at begin..end of `text` (bytes) may be defined there. May return false
// positives: the text between a name and its '=' may be a comment or a directive.
bool MayBeDefined(std::string_view text, size_t begin, size_t end);

// Whether the name that ends at `end` of `text` may define a function: what follows its brackets is
// not what follows a call. May return false positives.
bool MayBeFunction(std::string_view text, size_t end);

// Whether the text has placeholders that a build fills in: "${NAME}", "v@NAME@".
bool HasPlaceholder(std::string_view text);

// Whether `name` is a keyword of C or C++ or the name of a built-in type, which nothing can define
// (ISO/IEC 9899, 6.4.1; ISO/IEC 14882, [lex.key]).
bool IsCKeyword(std::string_view name);

}  // namespace flagcensus
