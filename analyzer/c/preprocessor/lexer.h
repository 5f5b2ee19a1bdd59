// Bytes of a C or C++ source → preprocessing tokens and their lines: the translation phases 1 to 3
// (ISO/IEC 9899, 5.1.1.2).
//
//   #define A 1       ─→ kDefine: A 1
//   int x = A;        ─→ kText: int x = A ;
//
// Trigraphs are not replaced, as in the GNU modes of gcc and clang; `$` and bytes beyond ASCII are
// letters.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "analyzer/c/preprocessor/macro.h"
#include "analyzer/c/preprocessor/token.h"

namespace flagcensus {

// A directive with its tokens, or all lines between two directives.
struct PpLine {
  enum class Kind : uint8_t {
    kText,
    kIf,
    kIfdef,
    kIfndef,
    kElif,
    kElifdef,
    kElifndef,
    kElse,
    kEndif,
    kDefine,
    kUndef,
    kInclude,
    kIncludeNext,
    kImport,  // Objective-C's #include, once per file
    kOnce,    // #pragma once
    kOther    // any other directive, and the null directive
  };
  Kind kind = Kind::kText;
  size_t begin = 0;  // into PpFile::tokens, without `#` and the directive's name
  size_t end = 0;
  PpPlace place;   // of `#`; of kText: of its first token
  int macro = -1;  // of kDefine: index into PpFile::macros; -1: it defines none
};

inline bool IsInclude(PpLine::Kind kind) {
  return kind == PpLine::Kind::kInclude || kind == PpLine::Kind::kIncludeNext ||
         kind == PpLine::Kind::kImport;
}

// Owns the text that its tokens point into; not movable.
struct PpFile {
  std::string text;     // as read
  std::string logical;  // with lines joined; empty if no lines are joined
  PpTokens tokens;
  std::vector<PpLine> lines;
  std::vector<PpMacro> macros;
  bool guarded = false;  // #pragma once, or an #ifndef around everything that defines its name
};

// `number`: PpPlace::file of its tokens. `text_too`: if false, only directives have tokens, which
// is all that a header's macros need. Accepts any bytes; one pass, 64 bytes per token. An unclosed
// literal or comment ends at the end of its line or the file.
std::unique_ptr<const PpFile> LexPp(std::string text, int number, bool text_too);

}  // namespace flagcensus
