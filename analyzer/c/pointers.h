// Variables that point to an accessor or wrapper, with the blocks in which they do: pointers.cc.
//
//   auto get = std::getenv;  get("X");     AddPointer at `getenv`; PointedTo at `get` ─→ "getenv"
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "analyzer/c/defined_functions.h"
#include "analyzer/c/file_view.h"
#include "analyzer/c/limits.h"

namespace flagcensus {

class CPointers {
 public:
  CPointers(const CFileView& file, CLimits& limits, const CDefinedFunctions& functions)
      : file_(file), t_(file.tokens()), limits_(limits), functions_(functions) {}

  bool empty() const { return pointers_.empty(); }
  // `auto get = std::getenv;` with the accessor's name at `i`: `get` is an alias of it in the
  // enclosing block or file.
  void AddPointer(size_t i, bool inside);
  // The callee that such an alias at `i` represents; nullptr if it is no alias.
  const std::string* PointedTo(size_t i, int function) const;

 private:
  using Kind = CToken::Kind;

  struct Pointer {
    std::string callee;
    size_t begin = 0;
    size_t end = 0;  // end of its block
  };

  const CFileView& file_;
  const std::vector<CToken>& t_;
  CLimits& limits_;
  const CDefinedFunctions& functions_;
  std::map<std::string, std::vector<Pointer>> pointers_;
};

}  // namespace flagcensus
