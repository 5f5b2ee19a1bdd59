// C, C++ and CUDA source → preprocessing tokens, in every branch of every `#if`.
//
// The lexical grammar of the C standard (ISO/IEC 9899, 6.4) with C++'s raw strings (ISO/IEC 14882,
// [lex.string]); nothing is expanded or evaluated. Broken input gives what stands before and after.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

struct CToken {
  enum class Kind : uint8_t { kName, kString, kChar, kNumber, kPunctuation, kEnd };
  Kind kind = Kind::kEnd;
  std::string text;     // a string's or character's value, decoded; else as written
  uint32_t line = 0;    // 1-based
  uint32_t column = 0;  // 1-based, in bytes
  int condition = -1;   // index into CTokens::conditions; -1: outside every #if
  int expansion = -1;   // index into CTokens::expansions, of a name that a macro makes
  // Of an opening bracket: how many tokens behind it the one stands that closes it.
  uint32_t close = kNoClose;
  static constexpr uint32_t kNoClose = 0xffffffff;

  // Inlined, so that the compiler knows the sizes of the literals that they are given: most answers
  // take one byte.
  [[gnu::always_inline]] bool Is(std::string_view punctuation) const {
    return kind == Kind::kPunctuation && Reads(punctuation);
  }
  [[gnu::always_inline]] bool IsName(std::string_view name) const {
    return kind == Kind::kName && Reads(name);
  }

 private:
  [[gnu::always_inline]] bool Reads(std::string_view spelling) const {
    return text.size() == spelling.size() &&
           (spelling.empty() || (text[0] == spelling[0] && text == spelling));
  }
};

// A #define, whichever branch it stands in.
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

// Where a branch of an #if begins and ends, by index into CTokens::tokens.
struct CBranch {
  enum class Kind : uint8_t { kIf, kElse, kEnd };
  Kind kind = Kind::kIf;
  size_t token = 0;   // the first token behind the directive
  bool rest = false;  // #else: what none of the branches before takes
};

// Where a name comes from that is made by a macro which was expanded: CToken's own place is then
// one that no other token has.
struct CExpansion {
  std::string macro;  // that is used
  int file = -1;      // and where a reader expects that: PpToken::used, by index into the tree
  uint32_t line = 0;
  uint32_t column = 0;
  int spelt_file = -1;  // where the name itself is written
  uint32_t spelt_line = 0;
  uint32_t spelt_column = 0;
};

// How many kEnd tokens a list of tokens ends in, so that a look a few tokens ahead stays inside.
inline constexpr size_t kCTokenPadding = 8;

struct CTokens {
  std::vector<CToken> tokens;  // ends in kCTokenPadding kEnds; directives are left out
  std::vector<CMacro> macros;
  std::vector<CBranch> branches;
  std::vector<std::string> conditions;  // what all the #if around a token say together
  std::vector<CExpansion> expansions;
};

// Whether joined lines part a name of the text, so that a search over its bytes misses it; and the
// text without the ends of those lines.
bool PartsNames(std::string_view text);
std::string WithoutJoins(std::string_view text);

// `text`: any bytes. Costs about one pass and 60 bytes a token; the caller lets it go file by file.
CTokens TokenizeC(std::string_view text);

}  // namespace flagcensus
