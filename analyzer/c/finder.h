// The reader of one C or C++ file's tokens.
//
//   char* home = getenv("HOME");  ─→ Scan: a statement with a name of CWanted::names → ReadCall
//                                    → ReadArguments (Evaluate) and ReadUses → CFacts::calls
//
// CFactExtractor goes through the file once, and offers each name to the readers that may want it.
// Each of them has its own state, and a header that names its files:
//
//   shared, read-only: tokens (file_view.h); of all: functions (defined_functions.h), limits
//   values (value_reader.h): expressions, locals, buffers, lists; constants and tables
//   (constants.h) blocks and functions (scopes.h), calls (calls.h) with guards of writes, uses of
//   locals and output parameters; macros (macros.h) initial values, stores, library objects,
//   aliases of accessors (pointers.h), uses of environ
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "analyzer/c/calls.h"
#include "analyzer/c/constants.h"
#include "analyzer/c/defined_functions.h"
#include "analyzer/c/environ_uses.h"
#include "analyzer/c/facts.h"
#include "analyzer/c/file_view.h"
#include "analyzer/c/initial_values.h"
#include "analyzer/c/limits.h"
#include "analyzer/c/macros.h"
#include "analyzer/c/name_filter.h"
#include "analyzer/c/objects.h"
#include "analyzer/c/pointers.h"
#include "analyzer/c/scopes.h"
#include "analyzer/c/stores.h"
#include "analyzer/c/value_reader.h"

namespace flagcensus {

// For one file and one call of Run. Keeps references to its arguments.
class CFactExtractor {
 public:
  // `constants`: those to keep; if empty, all.
  CFactExtractor(const CTokens& tokens, const CWanted& wanted,
                 const std::set<std::string>& constants)
      : all_(tokens),
        t_(tokens.tokens),
        file_(tokens),
        names_(wanted.names),
        owners_(wanted.owners),
        values_(file_, limits_, functions_, names_),
        constants_(file_, functions_, values_, constants),
        initial_values_(file_, functions_, values_, wanted.initials),
        stores_(file_, limits_, functions_, values_, wanted.members),
        objects_(file_, limits_, functions_, values_.expressions, wanted.methods),
        pointers_(file_, limits_, functions_),
        environ_uses_(file_, limits_, functions_, values_, wanted.walkers, facts_.calls),
        calls_(file_, limits_, functions_, names_, values_, objects_, environ_uses_, facts_.calls),
        scopes_(file_, limits_, functions_, names_, wanted.consumers, values_, calls_,
                facts_.calls),
        macros_(functions_, names_, values_.expressions, facts_.calls) {}
  CFacts Run();
  CFacts RunConstants(const std::set<std::string>& names);

 private:
  using Kind = CToken::Kind;

  struct Walk;
  void PassBranches(size_t i, Walk* walk);
  void PassStructure(size_t* i, Walk* walk);
  void Scan();
  // `Env::get("NAME")` of CWanted::owners, at its last name.
  bool IsOfOwner(size_t i) const;
  bool DeclaresOwner(size_t i) const;

  const CTokens& all_;
  const std::vector<CToken>& t_;
  CFileView file_;
  CLimits limits_;
  CDefinedFunctions functions_;
  const CNameFilter names_;
  const CNameFilter owners_;
  CFacts facts_;  // the calls in the order of the file; the readers move the rest into it
  CValueReader values_;
  CConstants constants_;
  CInitialValues initial_values_;
  CStores stores_;
  CObjects objects_;
  CPointers pointers_;
  CEnvironUses environ_uses_;
  CCallReader calls_;
  CScopeReader scopes_;
  CMacroReader macros_;
};

}  // namespace flagcensus
