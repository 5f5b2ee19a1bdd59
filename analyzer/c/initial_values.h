// Initial values of members and variables outside functions: output_parameters.cc.
//
//   int level = 3;  struct config c = {.port = 80};     ─→ "::level": 3, "c.port": 80
//   void init(options* o) { o->size = 1; }              ─→ "options::size": 1
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/c/defined_functions.h"
#include "analyzer/c/file_view.h"
#include "analyzer/c/name_filter.h"
#include "analyzer/c/value_reader.h"

namespace flagcensus {

class CInitialValues {
 public:
  CInitialValues(const CFileView& file, const CDefinedFunctions& functions, CValueReader& values,
                 const std::set<std::string>& wanted)
      : file_(file),
        t_(file.tokens()),
        functions_(functions),
        place_(values.place),
        scopes_(values.scopes),
        expressions_(values.expressions),
        wanted_(wanted) {}

  bool IsWanted(const std::string& name) const { return wanted_.count(name) > 0; }
  void ReadInitial(size_t i, const std::string& class_name);
  void ReadSetUp(size_t i, int function);
  // After all functions are known.
  void AddConstructed();
  void MoveTo(CFacts* facts) {
    facts->initials = std::move(initials_);
    facts->constructed = std::move(constructed_);
  }

 private:
  using Kind = CToken::Kind;

  void ReadDesignated(size_t i);

  const CFileView& file_;
  const std::vector<CToken>& t_;
  const CDefinedFunctions& functions_;
  CPlace& place_;
  const CLocalScopes& scopes_;
  CExpressions& expressions_;
  const CNameFilter wanted_;
  std::map<std::string, CValue> initials_;
  std::map<std::string, CValue> constructed_;
};

}  // namespace flagcensus
