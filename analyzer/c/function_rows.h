// [functions.*] in queries/c/functions.toml and queries/c/libraries/: what functions of C's
// libraries do with texts and tables, as data.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "analyzer/base/result.h"

namespace flagcensus {

struct FunctionRows {
  // The last part of a function's or macro's name → the position of its first argument that counts.
  using Positions = std::map<std::string, int, std::less<>>;
  // Functions that print a text or hand it to a shell, in small letters; a `*` at an end: any text.
  std::set<std::string> text_sinks;
  Positions gives;    // that argument's text as it is
  Positions joins;    // the texts from there on, up to a NULL
  Positions formats;  // what that argument says of those behind it
  Positions appends;  // put that argument's text behind what the first one holds
  Positions empties;  // leave that argument without a text
  // Functions that nothing in the tree defines: the argument that names a variable which they read.
  // Its default is behind it.
  Positions unseen;
  // Rows of libraries' objects, "make().read" → the argument of the call that made the object which
  // is the default of what it reads; and calls chained to that one whose first argument is it.
  Positions made_with;
  Positions chained_default;
  // Functions and macros → the header of queries/c/headers/ that says what they do, where a tree
  // has none of its own.
  std::map<std::string, std::string, std::less<>> headers;
};

// Adds the rows below [functions] of the text `toml` of `file`. The error names the line and what
// is wrong with it; the rows before it have been added.
std::optional<Error> AddFunctionRows(std::string_view toml, std::string_view file,
                                     FunctionRows& rows);

// The built-in rows. They live as long as the program.
const FunctionRows& BuiltInFunctionRows();

// The position of that function in the table; -1 if it has none.
int PositionIn(const FunctionRows::Positions& table, std::string_view function);

}  // namespace flagcensus
