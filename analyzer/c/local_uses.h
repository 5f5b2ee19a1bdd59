// The uses of the local that receives a value: locals.cc.
//
//   char* v = getenv("X");                           (no further use)    ─→ CReceiver::lost
//   options->level = getenv("X"); start(options);                        ─→ CReceiver::lent_to
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/c/defined_functions.h"
#include "analyzer/c/file_view.h"
#include "analyzer/c/limits.h"
#include "analyzer/c/name_filter.h"

namespace flagcensus {

class CLocalUses {
 public:
  CLocalUses(const CFileView& file, CLimits& limits, const CDefinedFunctions& functions,
             const CNameFilter& names)
      : file_(file), t_(file.tokens()), limits_(limits), functions_(functions), names_(names) {}

  // Whether the receiver of the value is a local variable, and how that is used.
  void FindLocalUses(size_t begin, size_t close, size_t open, std::pair<size_t, size_t> body,
                     CCall* call) const;

 private:
  using Kind = CToken::Kind;

  // The functions to which the record `name` is passed between the two: `f(&name)`, and with
  // `pointer` also `f(name)`.
  std::set<std::string> LentTo(const std::string& name, bool pointer, size_t from, size_t to) const;
  // Whether the name at `i` is only compared with NULL.
  bool IsNullTest(size_t i) const;
  bool Asked(const std::string& name, std::pair<size_t, size_t> body) const;
  // Whether the name at `i` is an argument of a call with the same variable as first argument:
  // setenv("X", name, 1).
  bool IsWrittenBack(size_t i, size_t body,
                     const std::vector<std::pair<size_t, size_t>>& arguments) const;

  const CFileView& file_;
  const std::vector<CToken>& t_;
  CLimits& limits_;
  const CDefinedFunctions& functions_;
  const CNameFilter& names_;  // of accessors and wrappers
};

}  // namespace flagcensus
