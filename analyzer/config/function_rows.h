// queries/c/functions.toml: what functions of C's libraries do with texts and tables, as data.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "analyzer/base/result.h"

namespace flagcensus {

struct FunctionRows {
  // Functions that print a text or hand it to a shell, in small letters; a `*` at an end: any text.
  std::set<std::string> text_sinks;
  // Functions that read tables which the caller fills → the header of queries/c/headers/ that says
  // how, where a tree has none of its own.
  std::map<std::string, std::string> headers;
};

// Reads the rows. The error names the line and what is wrong with it.
Result<FunctionRows> ReadFunctionRows(std::string_view toml, std::string_view file);

// The built-in rows. They live as long as the program.
const FunctionRows& BuiltInFunctionRows();

}  // namespace flagcensus
