// Small helpers over the tokens of C and C++: brackets, arguments, constant expressions.
//
//   f(a, g(b, c))      MatchBracket(1) is the last ')'; SplitArguments gives `a` and `g(b, c)`
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/c/tokens.h"

namespace flagcensus {

// Sets CToken::close of each opening bracket. Call it once for a token list that was assembled; the
// lexer's lists have it already.
void MatchBrackets(std::vector<CToken>* tokens);

// The index of the bracket that closes the one at `open`; of the first kEnd if it is not closed.
// `tokens` ends in kCTokenPadding kEnds, here and below.
size_t MatchBracket(const std::vector<CToken>& tokens, size_t open);

// The '{' of the innermost block around `at`; `otherwise` if none begins after `floor` or within a
// few thousand tokens.
size_t EnclosingBrace(const std::vector<CToken>& tokens, size_t at, size_t floor, size_t otherwise);

// The ranges between the commas of begin..end outside nested brackets; none for an empty range.
std::vector<std::pair<size_t, size_t>> SplitArguments(const std::vector<CToken>& tokens,
                                                      size_t begin, size_t end);

// The tokens as one line of source, at most about 120 bytes.
std::string Source(const std::vector<CToken>& tokens, size_t begin, size_t end);

// A number without suffixes and separators: 10UL → 10, 0x10 → 16, 010 → 8; a character's text.
std::string NumberText(const CToken& token);

// Integer constant expressions of literals: 128 * 1024, (1 << 20), -1.
std::optional<std::string> FoldIntegers(const std::vector<CToken>& tokens, size_t begin,
                                        size_t end);

// Whether a function of that name only outputs its arguments: printf, APP_LOG_WARN.
bool OnlyStates(std::string_view callee);

// What a function of C's library, or one named like it, puts into the text that its first argument
// is: strcpy, app_strlcat, snprintf, asprintf. kPrintsList: as vsnprintf, from a list of arguments
// that somebody else has made.
struct CTextPut {
  enum class Kind : uint8_t { kNone, kCopies, kJoins, kPrints, kPrintsList };
  Kind kind = Kind::kNone;
  size_t from = 1;         // the position of the text, or of the format
  bool allocates = false;  // the first argument is the address of the text
};
CTextPut TextPutBy(std::string_view callee);

// The words of a name, in lower case and without digits: app_parseInt32 ─→ app, parse, int.
std::vector<std::string> WordsOfName(std::string_view name);

// Whether a function of that name compares two strings: strcmp, app_strcasecmp, strncmp, memcmp.
bool ComparesTexts(std::string_view callee);

// 0 counts as a null pointer: it depends on the context, which the callers know.
inline bool IsNull(const CToken& token) {
  return token.IsName("NULL") || token.IsName("nullptr") ||
         (token.kind == CToken::Kind::kNumber && token.text == "0");
}

// Whether the token before a name may be a type, so that the name is declared.
bool IsTypeWord(const CToken& token);

// Whether the token before a name shows a call, not a declaration: `return f(x)`, `else f(x);`.
bool IsCallContext(const CToken& token);

// The last word of the type that begins at `begin` and declares the name at `name`; "" if unknown.
std::string TypeBefore(const std::vector<CToken>& t, size_t begin, size_t name);

inline bool IsComparison(const CToken& token) { return token.Is("==") || token.Is("!="); }

}  // namespace flagcensus
