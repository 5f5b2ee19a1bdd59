// The library object on which a method is called, and what the call that created it passes:
// objects.cc.
//
//   make(kFile)->withDefault(3)->value("X")     Find at `value` ─→ "make()"
//                                               CCallOrigin::maker {kFile}
//                                               CCallOrigin::chained {withDefault: 3}
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analyzer/c/defined_functions.h"
#include "analyzer/c/expressions.h"
#include "analyzer/c/file_view.h"
#include "analyzer/c/limits.h"

namespace flagcensus {

class CObjects {
 public:
  using Methods = std::map<std::string, std::set<std::string>>;  // → their objects

  CObjects(const CFileView& file, CLimits& limits, const CDefinedFunctions& functions,
           CExpressions& expressions, const Methods& methods)
      : file_(file),
        t_(file.tokens()),
        limits_(limits),
        functions_(functions),
        expressions_(expressions),
        methods_(MethodsIn(file.all(), methods)) {}

  // Whether a method of an object is called at `i`: then that is the current object.
  bool Find(size_t i) {
    if (!methods_.empty()) maker_ = ObjectOf(i);
    return !maker_.object.empty();
  }
  // Adds the current object, if there is one, to the call of its method.
  void ReadMaker(const CFunction* around, CCall* call);

 private:
  using Kind = CToken::Kind;

  struct CMaker {
    std::string object;  // "" if there is none
    size_t open = 0;     // the bracket of the call that created it; 0: none
  };
  static Methods MethodsIn(const CTokens& all, const Methods& methods);
  CMaker ObjectOf(size_t i) const;
  // Which of these objects the expression that ends at `at` is; `arrow`: `->` follows it.
  CMaker ObjectAt(size_t at, bool arrow, const std::set<std::string>& objects, int depth) const;
  CMaker ObjectDeclaredAt(size_t i, const std::set<std::string>& objects, int depth) const;
  size_t TypeBegin(size_t i) const;
  bool IsSeenFrom(size_t i, size_t type, size_t use) const;

  const CFileView& file_;
  const std::vector<CToken>& t_;
  CLimits& limits_;
  const CDefinedFunctions& functions_;
  CExpressions& expressions_;
  const Methods methods_;  // of objects that the file names
  CMaker maker_;           // of the object with the method that is being read
};

}  // namespace flagcensus
