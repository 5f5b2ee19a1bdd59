// Where names stand in a C or C++ file: declarations, values given to them, uses.
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
  bool exported = false;  // kDeclaration: a word of it says so: APP_EXPORT, GLIB_AVAILABLE_IN_ALL
  bool linked = false;    // a function's definition with C's linkage: others may look it up by name
};

// Every place of one of `names` in the file and in the bodies of its macros. Told from the tokens
// around a name, without types: what is not plainly a declaration or a store counts as a use. Costs
// a pass over the tokens.
std::vector<CNameUse> FindCNameUses(const CTokens& tokens, const std::set<std::string>& names);

}  // namespace flagcensus
