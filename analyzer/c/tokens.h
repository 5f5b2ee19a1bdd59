// C, C++ and CUDA source → preprocessing tokens, in every branch of every `#if`.
//
//   #ifdef A                     branch kIf at token 0
//   x = "a\n";                   x, =, "a⏎" and ; with the condition "defined(A)"
//   #endif                       branch kEnd at token 4
//
// The lexical grammar of the C standard (ISO/IEC 9899, 6.4) with C++'s raw strings (ISO/IEC 14882,
// [lex.string]); nothing is expanded or evaluated. Around malformed input, the tokens before and
// after it are returned.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/spelling.h"

namespace flagcensus {

struct CToken {
  enum class Kind : uint8_t { kName, kString, kChar, kNumber, kPunctuation, kEnd };
  std::string text;     // of a string or character, the decoded value; otherwise as spelled
  uint32_t line = 0;    // 1-based
  uint32_t column = 0;  // 1-based, in bytes
  int condition = -1;   // index into CTokens::conditions; -1: outside every #if
  int expansion = -1;   // index into CTokens::expansions, of a name that a macro produces
  // For an opening bracket: the distance in tokens to its closing bracket.
  uint32_t close = kNoClose;
  Kind kind = Kind::kEnd;  // after the others: 56 bytes in all
  static constexpr uint32_t kNoClose = 0xffffffff;

  // Inlined as IsSpelled is.
  [[gnu::always_inline]] bool Is(std::string_view punctuation) const {
    return kind == Kind::kPunctuation && IsSpelled(text, punctuation);
  }
  [[gnu::always_inline]] bool IsName(std::string_view name) const {
    return kind == Kind::kName && IsSpelled(text, name);
  }
};

// A #define, in any branch.
struct CMacro {
  std::string name;
  bool function = false;
  bool variadic = false;
  std::vector<std::string> parameters;  // "__VA_ARGS__" for "..."
  std::vector<CToken> body;
  uint32_t line = 0;
  uint32_t column = 0;
  int condition = -1;
};

// Start or end of a branch of an #if, by index into CTokens::tokens.
struct CBranch {
  enum class Kind : uint8_t { kIf, kElse, kEnd };
  Kind kind = Kind::kIf;
  size_t token = 0;   // the first token after the directive
  bool rest = false;  // #else: applies if none of the branches before does
};

// The origin of a name produced by macro expansion: the position in its CToken is then unique and
// artificial.
struct CExpansion {
  std::string macro;  // that is used
  int file = -1;      // the position to report: PpToken::used, by index into the tree
  uint32_t line = 0;
  uint32_t column = 0;
  int spelt_file = -1;  // where the name itself is spelled
  uint32_t spelt_line = 0;
  uint32_t spelt_column = 0;
};

// From any token before them, t[i + 1] to t[i + 8] exist.
// Number of kEnd tokens at the end of a token list, so short look-aheads stay in bounds.
inline constexpr size_t kCTokenPadding = 8;

struct CTokens {
  std::vector<CToken> tokens;  // ends in kCTokenPadding kEnds; contains no directives
  std::vector<CMacro> macros;
  std::vector<CBranch> branches;
  std::vector<std::string> conditions;  // combined condition of all the #if around a token
  std::vector<CExpansion> expansions;
};

// The two find `get\⏎env`, which a search for the bytes "getenv" misses.
// Whether line continuations split a name of the text, so a byte search misses it; and the
// text without these continuations.
bool PartsNames(std::string_view text);
std::string WithoutJoins(std::string_view text);

// `text`: any bytes. Costs about one pass and 56 bytes a token; callers free it file by file.
CTokens TokenizeC(std::string_view text);

}  // namespace flagcensus
