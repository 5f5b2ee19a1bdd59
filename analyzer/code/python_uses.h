// Where names are used in a Python file: loads, not definitions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

struct NameUse {
  enum class Kind {
    kLoad,       // the name's value is taken: f(X), X.y, return X
    kAttribute,  // .X of some object
    kImport,     // from module import X [as Y]: no use in itself
    kStore,      // X = ..., for X in ..., def X, a parameter X, del X, global X
    kString,     // "X" as an argument of getattr and its like: getattr(config, "X")
  };
  Kind kind = Kind::kLoad;
  std::string name;
  std::string alias;      // kImport: the name it has here
  std::string object;     // kAttribute: the object's source where it is a dotted name, else ""
  uint32_t line = 0;      // 1-based
  uint32_t function = 0;  // 1-based line of the outermost function it stands in; 0: none
};

// Every use of one of `names` (sorted) in `text`. Costs a parse.
std::vector<NameUse> FindUses(std::string_view text, const std::vector<std::string>& names);

}  // namespace flagcensus
