// Where names are used in a Python file: loads, not definitions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

struct NameUse {
  enum class Kind {
    kLoad,       // the name's value is taken: f(X), X.y, return X
    kTest,       // it is only asked whether it is true or None: if X, X is None
    kAttribute,  // .X of some object
    kImport,     // from module import X [as Y]: no use in itself
    kStar,       // from module import *: any name may be imported; `name` is "*"
    kStore,      // X = ..., for X in ..., def X, a parameter X, del X
    kGlobal,     // global X, nonlocal X: stores around it are not local
    kString,     // "X" as an argument of getattr and its like: getattr(config, "X")
    kExported,   // "X" in __all__: no use in itself
  };
  Kind kind = Kind::kLoad;
  std::string name;
  std::string alias;       // kImport: the name it has here
  std::string object;      // kAttribute: the object's source where it is a dotted name, else ""
  std::string written_to;  // kLoad: the source of the element that it is assigned to: env["A"] = X
  bool plain = false;      // kStore: an assignment to nothing but this name, of something else
  uint32_t line = 0;       // 1-based
  uint32_t offset = 0;     // in bytes
  uint32_t block = 0;      // offset of the block that the statement around stands in
  uint32_t function = 0;   // 1-based line of the outermost function it stands in; 0: none
};

// Every use of one of `names` (identifiers) in `text`, by place; nothing where the text takes too
// much to parse (python_tree.h). Costs a parse of the statements that hold one, and a pass over the
// bytes.
std::optional<std::vector<NameUse>> FindUses(std::string_view text,
                                             const std::vector<std::string>& names);

}  // namespace flagcensus
