// The macros of Yodl. Internal to yodl*.cc.
//
//   "sect" ─→ kHeading, level 2    "tt" ─→ kMark, "c"    "vindex" ─→ kDrop
#pragma once

#include <string_view>

namespace flagcensus {

// How the arguments of a macro are read.
enum class YodlDoes : char {
  kHeading,    // the last argument, one deeper for each step of `level`
  kTerm,       // the first argument; the second, if there is one, is its body
  kItem,       // the argument, or the text after it
  kOpenTerms,  // the following terms, up to a kClose
  kOpenList,   // likewise items
  kClose,      // the innermost list
  kTerms,      // the argument contains terms
  kList,       // the argument contains items
  kMark,       // `mark`: c code, s strong, e emphasis, l link
  kCode,       // the argument is code
  kShow,       // the argument is read as if it were not enclosed
  kGroup,      // the argument is a separate part
  kText,       // `mark` is the text
  kInclude,    // the argument is a file, which is not read
  kDrop,       // all arguments are skipped
  kReference,  // two arguments: "name(1)"
};
struct YodlMacro {
  std::string_view name;
  YodlDoes does;
  int arguments = 1;
  int level = 0;
  std::string_view mark = {};
};

// The row of a macro; nullptr if it is unknown, and its name and parenthesis are text.
const YodlMacro* FindYodlMacro(std::string_view name);

}  // namespace flagcensus
