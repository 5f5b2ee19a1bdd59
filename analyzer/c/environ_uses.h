// Uses of the whole environment, what derives from it, and tables in which names are looked up.
//
//   for (char** at = environ; *at; ++at) if (starts_with(*at, "APP_")) ...   ─→ a read of APP_*
//   strcmp(table[i].name, name)                                              ─→ CFacts::lookups
//
// Its parts: uses and loops (loops.cc), look-ups (lookups.cc).
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/c/defined_functions.h"
#include "analyzer/c/file_view.h"
#include "analyzer/c/limits.h"
#include "analyzer/c/name_filter.h"
#include "analyzer/c/value_reader.h"

namespace flagcensus {

class CEnvironUses {
 public:
  // `users`: functions that fill their arguments from environ. `calls`: receives the loops.
  CEnvironUses(const CFileView& file, CLimits& limits, CDefinedFunctions& functions,
               CValueReader& values, const std::set<std::string>& users, std::vector<CCall>& calls)
      : file_(file),
        t_(file.tokens()),
        limits_(limits),
        functions_(functions),
        place_(values.place),
        expressions_(values.expressions),
        locals_(values.locals),
        environ_users_(users),
        calls_(calls) {}

  // Of each name of the file, in order, before the others: they look back and ahead. Inlined as
  // CToken::IsName is.
  [[gnu::always_inline]] void NoteName(size_t i, const CToken& name) {
    const bool environ = name.IsName("environ");
    if (environ && i > 0 && t_[i - 1].IsName("struct")) own_environ_ = true;
    if (environ || (!environ_users_.empty() && environ_users_.count(name.text) > 0))
      environs_.push_back(i);
  }
  void ReadEnviron(size_t i, int function);
  void ReadLookup(size_t i, int function);
  // Names in a function that derive from the environment.
  const std::set<std::string>& FromEnviron(int function);
  void MoveTo(CFacts* facts) { facts->environ = std::move(found_); }

 private:
  using Kind = CToken::Kind;

  // `for (char** at = environ; *at; ++at) if (starts_with(*at, "APP_") && kTable.find(...))`
  void ReadEnvironLoop(size_t i, int function);
  // `for (at = environ; *at; ++at) if (split(*at, &name, &value)) assign(name, value);` at `i`,
  // with the body open..end.
  void ReadImporters(size_t i, size_t open, size_t end);

  const CFileView& file_;
  const std::vector<CToken>& t_;
  CLimits& limits_;
  CDefinedFunctions& functions_;
  CPlace& place_;
  CExpressions& expressions_;
  CLocalValues& locals_;
  const CNameFilter environ_users_;
  std::vector<CCall>& calls_;
  std::vector<size_t> environs_;                       // positions of environ and walkers
  std::map<int, std::set<std::string>> from_environ_;  // by function
  bool own_environ_ = false;                           // the file has a record named environ
  CEnvironFacts found_;
};

}  // namespace flagcensus
