// The locals of the function that is being read: where each is in scope, and how it is declared.
//
//   void f() { int n; { row* n; use(n); } }     at the use: LifeOf(n) ─→ the inner block,
//                                               TypeOfLocal(n) ─→ "row"
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/c/defined_functions.h"
#include "analyzer/c/file_view.h"
#include "analyzer/c/limits.h"

namespace flagcensus {

// What is being read. The readers of calls, stores and look-ups set it; values are those there.
struct CPlace {
  int function = -1;  // with the locals that are followed; -1: none are
  size_t use = 0;     // the position of their use; 0: anywhere
  int followed = 0;   // how many were followed for the current call
};

// The functions with a name that is a local of the current function search from its declaration.
class CLocalScopes {
 public:
  CLocalScopes(const CFileView& file, CLimits& limits, const CDefinedFunctions& functions,
               const CPlace& place)
      : file_(file), t_(file.tokens()), limits_(limits), functions_(functions), place_(place) {}

  // The start of the declaration of the local in scope at the use, and the end of its block.
  std::pair<size_t, size_t> LifeOf(const std::string& name, std::pair<size_t, size_t> body) const;
  // The end of the block in which the name that is declared at `i` is in scope.
  size_t FindScopeEnd(size_t i, std::pair<size_t, size_t> body) const;
  // The last word of the declared type of that local.
  std::string TypeOfLocal(const std::string& name) const;
  // Whether the function itself has a record of that name, empty or with an initialiser: not a
  // pointer, a reference or a copy of a call's result.
  bool IsOwnRecord(const std::string& name) const;
  bool IsPutInto(const std::string& name) const;

 private:
  using Kind = CToken::Kind;

  const CFileView& file_;
  const std::vector<CToken>& t_;
  CLimits& limits_;
  const CDefinedFunctions& functions_;
  const CPlace& place_;
};

}  // namespace flagcensus
