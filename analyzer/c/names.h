// Occurrences of names in a C or C++ file: declarations, assignments, uses.
//
//   int level = 1;           ─→ kDeclaration
//   level = 2;               ─→ kStore
//   run(level);              ─→ kUse
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "analyzer/c/tokens.h"

namespace flagcensus {

struct CNameUse {
  enum class Kind {
    kUse,
    kStore,        // name = ...; as a statement
    kDeclaration,  // a declaration or definition: int name;  int name(void) {
  };
  Kind kind = Kind::kUse;
  std::string name;
  uint32_t line = 0;      // 1-based
  bool exported = false;  // kDeclaration: marked as exported: APP_EXPORT, GLIB_AVAILABLE_IN_ALL
  bool defined = false;   // a function with its body, or a macro
  bool linked = false;    // a function definition with C linkage: others may look it up by name
};

// Every occurrence of one of `names` in the file and in the bodies of its macros. Judged by the
// tokens around a name, without types: an occurrence that is not clearly a declaration or a store
// counts as a use. Costs a pass over the tokens.
std::vector<CNameUse> FindCNameUses(const CTokens& tokens, const std::set<std::string>& names);

}  // namespace flagcensus
