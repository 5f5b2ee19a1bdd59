// Whether a write of a variable depends on its old value: on a test that it is unset, or as what
// the new value extends.
//
//   if (!getenv("X")) setenv("X", "1", 1);                  ─→ IsGuarded
//   setenv("PATH", dir + ":" + getenv("PATH"), 1);          ─→ Extends
//
// Tests are read in guards.cc, reads of the same name in locals.cc.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/c/file_view.h"
#include "analyzer/c/limits.h"
#include "analyzer/c/name_filter.h"

namespace flagcensus {

// `name`, here and below: the tokens of the variable's name, an argument of the write.
class CGuards {
 public:
  CGuards(const CFileView& file, CLimits& limits, const CNameFilter& names)
      : file_(file), t_(file.tokens()), limits_(limits), names_(names) {}

  // `if (!getenv("X")) setenv("X", ...)`: whether the statement is guarded by a test that the
  // variable `name` is not set.
  bool IsGuarded(size_t statement, size_t begin, std::pair<size_t, size_t> name, size_t body);
  // Whether `value` is the variable's old value with an addition.
  bool Extends(std::pair<size_t, size_t> value, std::pair<size_t, size_t> name, size_t body,
               size_t begin) const;

 private:
  using Kind = CToken::Kind;

  // The bracket of the last `if (` between the two; 0 if there is none.
  size_t TestBefore(size_t statement, size_t begin);
  // `if (getenv("X")) ...; else setenv("X", ...)`: the same for the part after the `else`.
  bool IsGuardedElse(size_t other, std::pair<size_t, size_t> name, size_t body) const;
  // Whether from..to has a call with exactly the argument `name`: getenv("X").
  bool Reads(size_t from, size_t to, std::pair<size_t, size_t> name) const;
  // Whether the local `variable` is assigned such a read between from and to.
  bool ContainsRead(const std::string& variable, size_t from, size_t to,
                    std::pair<size_t, size_t> name) const;

  const CFileView& file_;
  const std::vector<CToken>& t_;
  CLimits& limits_;
  const CNameFilter& names_;  // of accessors and wrappers
  // The statement that was searched last.
  struct Tests {
    size_t statement = 0;
    size_t passed = 0;  // up to where
    size_t last = 0;
  };
  Tests tests_;
};

}  // namespace flagcensus
