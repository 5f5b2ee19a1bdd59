// The help of a program's options, each of which can be given by a variable of its name, too:
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

// The options of a help text that states this rule, in order; empty for one that does not. Only
// options of two words or more: OVEN_HEAT is no chance, HEAT may be.
std::vector<OptionHelp> FindOptionHelp(std::string_view text);

}  // namespace flagcensus
