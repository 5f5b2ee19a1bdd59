// What evaluates the expressions of one file, with the place at which it does.
//
//   values.place = {.function = 0, .use = 12};
//   values.expressions.Evaluate(t, 12, 15, &functions.At(0), 0)     ─→ the value of tokens 12..14
//
// A reader of calls, stores or look-ups sets the place before it evaluates an argument.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "analyzer/c/buffers.h"
#include "analyzer/c/defined_functions.h"
#include "analyzer/c/expressions.h"
#include "analyzer/c/file_view.h"
#include "analyzer/c/limits.h"
#include "analyzer/c/lists.h"
#include "analyzer/c/local_scopes.h"
#include "analyzer/c/local_values.h"
#include "analyzer/c/name_filter.h"

namespace flagcensus {

// Its parts refer to each other: it cannot be copied.
struct CValueReader {
  CValueReader(const CFileView& file, CLimits& limits, const CDefinedFunctions& functions,
               const CNameFilter& names)
      : lists(file),
        scopes(file, limits, functions, place),
        expressions(file, names, enumerators, lists, locals, buffers),
        buffers(file, limits, functions, place, expressions),
        locals(file, limits, functions, place, lists, scopes, expressions, buffers) {}
  CValueReader(const CValueReader&) = delete;
  CValueReader& operator=(const CValueReader&) = delete;

  CPlace place;
  std::map<std::string, size_t> enumerators;  // and their numbers; CConstants enters them
  CListReader lists;
  CLocalScopes scopes;
  CExpressions expressions;
  CBuffers buffers;
  CLocalValues locals;
};

}  // namespace flagcensus
