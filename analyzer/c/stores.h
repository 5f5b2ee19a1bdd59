// Texts that a function stores in members of records: members.cc.
//
//   void init(entry* e, const char* name) { e->variable = name; }     ─→ variable: {parameter 1}
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/c/defined_functions.h"
#include "analyzer/c/file_view.h"
#include "analyzer/c/limits.h"
#include "analyzer/c/name_filter.h"
#include "analyzer/c/value_reader.h"

namespace flagcensus {

class CStores {
 public:
  // The stores are added to the functions that do them.
  CStores(const CFileView& file, CLimits& limits, CDefinedFunctions& functions,
          CValueReader& values, const std::set<std::string>& members)
      : file_(file),
        t_(file.tokens()),
        limits_(limits),
        functions_(functions),
        place_(values.place),
        scopes_(values.scopes),
        expressions_(values.expressions),
        members_(members) {}

  bool IsWanted(const std::string& member) const { return members_.count(member) > 0; }
  // `entry->variable = name` with the member's name at `i`.
  void ReadStore(size_t i, int function);

 private:
  using Kind = CToken::Kind;

  // The comparison of a parameter with an object that guards `i`.
  std::optional<CObjectGuard> ExceptAt(size_t i, const CFunction& function) const;

  const CFileView& file_;
  const std::vector<CToken>& t_;
  CLimits& limits_;
  CDefinedFunctions& functions_;
  CPlace& place_;
  const CLocalScopes& scopes_;
  CExpressions& expressions_;
  const CNameFilter members_;
};

}  // namespace flagcensus
