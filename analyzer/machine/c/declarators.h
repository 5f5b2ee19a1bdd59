// The parts of a declaration: its type's words and its declarators. Internal to the parser of C.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/machine/c/syntax.h"

namespace flagcensus {

// `static const char *name[4] = …`: a type and the declarators after it.
struct CSpecifiers {
  std::string type;  // its words and anything between < and >, without qualifiers
  bool is_static = false;
  bool is_constant = false;
  bool is_extern = false;
  uint32_t end = 0;  // the token after it; its begin if there is none
};

struct CDeclarator {
  uint32_t name = 0;  // its token; 0: none
  int pointers = 0;
  bool reference = false;
  bool array = false;
  bool function_pointer = false;
  std::vector<uint32_t> bindings;  // auto [a, b]
  uint32_t end = 0;                // after name and dimensions
};

// `struct name : bases {`, `enum class name : type {`.
struct CStructureHead {
  uint32_t word = 0;  // struct, class, union or enum
  uint32_t open = 0;  // its '{'; 0: no structure is defined there
  uint32_t name = 0;  // 0: none
  std::vector<uint32_t> bases;
};

// Qualifiers may precede the word.
CStructureHead ReadStructureHead(const UnitTokens& t, uint32_t begin, uint32_t end);
// The structure's name; if it has none, a name made from its position.
std::string NameOf(const CStructureHead& head, const UnitTokens& t, int file);

CSpecifiers ReadSpecifiers(const UnitTokens& t, uint32_t begin, uint32_t end);
CDeclarator ReadDeclarator(const UnitTokens& t, uint32_t begin, uint32_t end);
// After the '>' that closes the '<' at `open`; `open` if it is not closed before `end`.
uint32_t PastAngles(const UnitTokens& t, uint32_t open, uint32_t end);
// After `__attribute__((…))`, `[[…]]`, `alignas(…)`, `asm("…")` at `at`; `at` if there is none.
uint32_t PastAttribute(const UnitTokens& t, uint32_t at, uint32_t end);
// The parameters between the brackets begin..end.
void ReadFormals(const UnitTokens& t, CRange range, SymbolTable& symbols, CRoutine* routine);
// The ranges between the commas.
std::vector<CRange> SplitCommas(const UnitTokens& t, CRange range);
inline bool IsTypeWordOfC(const UnitToken& token) {
  return IsBetween(token.text, "void", "__int128");
}
bool IsTypeWordOfC(std::string_view word);
inline bool IsQualifierOfC(const UnitToken& token) {
  return IsBetween(token.text, "const", "_Noreturn");
}
inline bool IsStatementWordOfC(const UnitToken& token) {
  return IsBetween(token.text, "if", "co_yield");
}
// Spelled like a macro: without lower-case letters, or with leading underscores.
bool IsMacroNameOfC(std::string_view word);

}  // namespace flagcensus
