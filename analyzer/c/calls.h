// Calls of accessors and wrappers, with their arguments and the use of the result: calls.cc.
//
//   config.port = parse(getenv("APP_PORT"), 80);     ReadCall at `getenv` ─→ a CCall, passed to
//   parse
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/c/defined_functions.h"
#include "analyzer/c/environ_uses.h"
#include "analyzer/c/file_view.h"
#include "analyzer/c/guards.h"
#include "analyzer/c/limits.h"
#include "analyzer/c/local_uses.h"
#include "analyzer/c/name_filter.h"
#include "analyzer/c/objects.h"
#include "analyzer/c/output_parameters.h"
#include "analyzer/c/uses.h"
#include "analyzer/c/value_reader.h"

namespace flagcensus {

// parse(getenv("X"), 1): adds the function that receives the value to the call, with its arguments.
void ReadConsumer(const std::vector<CToken>& t, const CUse& use, const CFunction* function,
                  CExpressions& expressions, CCall* call);

class CCallReader {
 public:
  // `names`: of accessors and wrappers. `calls`: receives the calls.
  CCallReader(const CFileView& file, CLimits& limits, const CDefinedFunctions& functions,
              const CNameFilter& names, CValueReader& values, CObjects& objects,
              CEnvironUses& environ_uses, std::vector<CCall>& calls)
      : file_(file),
        t_(file.tokens()),
        limits_(limits),
        functions_(functions),
        place_(values.place),
        scopes_(values.scopes),
        expressions_(values.expressions),
        locals_(values.locals),
        objects_(objects),
        environ_uses_(environ_uses),
        guards_(file, limits, names),
        local_uses_(file, limits, functions, names),
        outputs_(file, limits, values.expressions),
        calls_(calls) {}

  // The call with its name at `i`, in a statement that begins at `statement`.
  void ReadCall(size_t i, int function, const std::string& class_name, size_t statement);
  void MoveTo(CFacts* facts) { facts->declared = std::move(declared_); }

 private:
  using Kind = CToken::Kind;

  // The results of calls are followed while the sum of their functions' tokens, counted once for
  // each call, is at most this.
  static constexpr size_t kMaxStudied = 20'000'000;

  // The bracket that opens the arguments of a call, after its name, its template arguments and the
  // object that it constructs. 0 if the name is no call.
  size_t ArgumentsOpen(size_t i, CCall* call) const;
  // Whether what looks like a call at `begin` is a declaration or definition.
  bool Declares(size_t begin, size_t open, int function, const std::string& class_name,
                const CCall& call);
  // Of the function's body; outside of bodies if it is -1.
  CBodyLooks* LooksAround(int function);
  void ReadArguments(size_t begin, size_t open, std::pair<size_t, size_t> body,
                     const CFunction* around, bool study, CCall* call);
  // How the call's result is used.
  void ReadUses(size_t statement, size_t begin, size_t open, std::pair<size_t, size_t> body,
                const CFunction* around, CCall* call);
  // `LIST(NAME)`: a macro that may call its argument for each of its items.
  void HandOver(size_t i, int function);

  const CFileView& file_;
  const std::vector<CToken>& t_;
  CLimits& limits_;
  const CDefinedFunctions& functions_;
  CPlace& place_;
  const CLocalScopes& scopes_;
  CExpressions& expressions_;
  CLocalValues& locals_;
  CObjects& objects_;
  CEnvironUses& environ_uses_;
  CGuards guards_;
  CLocalUses local_uses_;
  COutputParameters outputs_;
  std::map<int, CBodyLooks> looks_;  // by function
  size_t studied_ = 0;
  std::vector<CCall>& calls_;
  std::set<std::string> declared_;  // methods of classes of the file
};

}  // namespace flagcensus
