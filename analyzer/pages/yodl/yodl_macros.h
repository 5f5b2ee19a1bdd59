// The macros of Yodl. Internal to yodl*.cc.
#pragma once

#include <string_view>

namespace flagcensus {

enum class YodlDoes : char {
  kHeading,  // the last argument, one deeper for each step of `level`
  kTerm,     // the first argument; the second, if there is one, is its body
  kItem,     // the argument, or what follows
  kOpenTerms,
  kOpenList,
  kClose,  // the innermost list
  kTerms,  // the argument holds terms
  kList,   // the argument holds items
  kMark,   // `mark`: c code, s strong, e emphasis, l link
  kCode,   // the argument
  kShow,   // the argument, as if it were not enclosed
  kGroup,  // the argument, as a part of its own
  kText,   // `mark` is printed
  kInclude,
  kDrop,       // all arguments
  kReference,  // "name(1)"
};
struct YodlMacro {
  std::string_view name;
  YodlDoes does;
  int arguments = 1;
  int level = 0;
  std::string_view mark = {};
};

// nullptr if it is none of these: the name and its parenthesis are text.
const YodlMacro* FindYodlMacro(std::string_view name);

}  // namespace flagcensus
