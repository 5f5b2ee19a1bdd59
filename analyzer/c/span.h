// A range of tokens: a call, or an occurrence of the variable with its value. `end` is exclusive.
#pragma once

#include <cstddef>

namespace flagcensus {

struct CSpan {
  size_t begin;
  size_t end;  // past the last token
};

}  // namespace flagcensus
