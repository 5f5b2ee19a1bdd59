// [functions.*] in queries/c/functions.toml and queries/c/libraries/: the effect of functions of C
// libraries on strings and tables, as data.
//
//   [functions.joins]
//   StrCat = 0             ─→ StrCat("APP_", key) is the text "APP_" followed by that of key
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "analyzer/base/result.h"

namespace flagcensus {

struct FunctionRows {
  // The last part of a function's or macro's name → the position of its first relevant argument.
  using Positions = std::map<std::string, int, std::less<>>;
  // Functions that print a text or pass it to a shell, in lower case; a `*` at an end: any text.
  std::set<std::string> text_sinks;
  Positions gives;    // return that argument's text unchanged
  Positions joins;    // concatenate the texts from there on, up to a NULL
  Positions formats;  // format the arguments after it as that argument specifies
  Positions appends;  // append that argument's text to the contents of the first
  Positions empties;  // empty that argument's text
  // Functions that the tree does not define: the argument that names a variable which they read.
  // The next argument is its default.
  Positions unseen;
  // Classes and namespaces with functions that read variables, if the tree does not define them:
  // `toolbox::Env::get("NAME", 1)`; and the beginning of the name of such a function, in lower
  // case.
  std::set<std::string> unseen_owners;
  std::set<std::string> unseen_readers;
  // Entries of library objects, "make().read" → the argument of the call that created the object
  // which is the default of its reads; and chained calls with that default as first argument.
  Positions made_with;
  Positions chained_default;
  // Functions and macros → the header of queries/c/headers/ that describes them, if the tree has
  // none of its own.
  std::map<std::string, std::string, std::less<>> headers;
};

// Adds the entries below [functions] of the text `toml` of `file`. The error names the line and the
// problem; the entries before it have been added.
std::optional<Error> AddFunctionRows(std::string_view toml, std::string_view file,
                                     FunctionRows& rows);

// The built-in entries. They live as long as the program.
const FunctionRows& BuiltInFunctionRows();

// The position for that function in the table; -1 if there is no entry.
int PositionIn(const FunctionRows::Positions& table, std::string_view function);

}  // namespace flagcensus
