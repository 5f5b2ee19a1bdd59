// Where a name of a source may be defined: told from its bytes, before anything is tokenised.
//
//     #define NAME ...      NAME = ...      NAME[] = ...      NAME{...}      KEY(NAME, ...
//     NAME(...) {
#pragma once

#include <cstddef>
#include <string_view>

namespace flagcensus {

// Whether the name at begin..end of `text` (bytes) may be defined there. Errs on the side of yes:
// what stands between a name and its '=' may be a comment or a directive.
bool MayBeDefined(std::string_view text, size_t begin, size_t end);

// Whether a function may be defined by the name that ends at `end` of `text`: what stands behind
// its brackets is not what follows a call. Errs on the side of yes.
bool MayBeFunction(std::string_view text, size_t end);

// Whether a build fills in a part of the text: "${NAME}", "v@NAME@".
bool HasPlaceholder(std::string_view text);

// Whether `name` is a keyword of C or C++, or the name of a built-in type: nothing defines it
// (ISO/IEC 9899, 6.4.1; ISO/IEC 14882, [lex.key]).
bool IsCKeyword(std::string_view name);

}  // namespace flagcensus
