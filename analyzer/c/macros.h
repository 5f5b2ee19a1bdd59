// Macros of a file that call accessors, define names or are lists: macros.cc.
//
//   #define ENV_INT(name, def) (getenv(#name) ? atoi(getenv(#name)) : def)     ─→ a CFunction, a
//   CCall
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/c/defined_functions.h"
#include "analyzer/c/expressions.h"
#include "analyzer/c/name_filter.h"

namespace flagcensus {

// After the other calls of the file are known: lists that these pass macros to are read.
class CMacroReader {
 public:
  // Each macro that is read is added to the functions. `calls`: receives the calls in it.
  CMacroReader(CDefinedFunctions& functions, const CNameFilter& names, CExpressions& expressions,
               std::vector<CCall>& calls)
      : functions_(functions), names_(names), expressions_(expressions), calls_(calls) {}

  // The calls in a macro's body, treating its parameters as a function's.
  void ReadMacro(const CMacro& macro);
  void MoveTo(CFacts* facts) {
    facts->macros = std::move(macros_);
    facts->pasted = std::move(pasted_);
  }

 private:
  using Kind = CToken::Kind;

  bool PassedOver(const std::string& name) const;
  // `#define OPTION(type, name, initial) type name = initial;`
  void ReadGiven(const CMacro& macro);
  // `#define LIST(F) F(int, A, 1) F(bool, B, 0)`
  void ReadList(const CMacro& macro);
  // The function or variable that a macro's body defines: `int get##name() {`, `bool name = `.
  CPart Defined(const std::vector<CToken>& t, size_t end, const CFunction& macro);
  // `read_##KIND(#NAME)`: a call with a callee that depends on the macro's arguments.
  void ReadPasted(const CMacro& macro);

  CDefinedFunctions& functions_;
  const CNameFilter& names_;
  CExpressions& expressions_;
  std::vector<CCall>& calls_;
  std::set<std::string> macros_;
  std::vector<CPastedCallee> pasted_;
};

}  // namespace flagcensus
