// The help of a program's options, if it says that a variable can replace each of them:
//
//   --oven-heat=INT  : how hot it gets
//   Instead of a flag you can set the corresponding environment variable (in upper case, with
//   underscores instead of hyphens).
//
//   ─→  {OVEN_HEAT, "how hot it gets"}
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

struct OptionHelp {
  std::string variable;
  std::string text;  // lines as in the help, without their indentation
};

// The options of a help text that states this rule, in order; empty if the text does not. Only
// options of two words or more: a variable OVEN_HEAT is not accidental, HEAT may be.
std::vector<OptionHelp> FindOptionHelp(std::string_view text);

}  // namespace flagcensus
