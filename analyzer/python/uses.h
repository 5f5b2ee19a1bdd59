// Uses of names in a Python file: loads, not definitions.
//
//   from conf import DEBUG      kImport: no use by itself
//   if DEBUG: run(DEBUG)        kTest, kLoad
//   conf.DEBUG                  kAttribute
//   getattr(conf, "DEBUG")      kString
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/python/syntax.h"

namespace flagcensus {

// Whether the child of that number of a node is stored to, or deleted: x in `x = 1`, `for x in y`.
bool IsTargetOf(NodeKind kind, size_t child);
// Whether the parts of such a target are targets: `a, *b = c`.
bool GroupsTargets(NodeKind kind);

// One occurrence of a name.
struct NameUse {
  enum class Kind {
    kLoad,       // the name's value is used: f(X), X.y, return X
    kTest,       // it is only tested for truth or None: if X, X is None
    kAttribute,  // .X of some object
    kImport,     // from module import X [as Y]: not a use by itself
    kStar,       // from module import *: any name may be imported; `name` is "*"
    kStore,      // X = ..., for X in ..., def X, a parameter X, del X
    kGlobal,     // global X, nonlocal X: stores in that scope are not local
    kString,     // "X" as an argument of getattr and the like: getattr(config, "X")
    kExported,   // "X" in __all__: not a use by itself
  };
  Kind kind = Kind::kLoad;
  std::string name;
  std::string alias;       // kImport: its local name
  std::string object;      // kAttribute: the object's source if it is a dotted name, else ""
  std::string written_to;  // kLoad: source of the element it is assigned to: env["A"] = X
  bool plain = false;      // kStore: an assignment to this name only, of something else
  uint32_t line = 0;       // 1-based
  uint32_t offset = 0;     // in bytes
  uint32_t block = 0;      // offset of the block that contains the enclosing statement
  uint32_t function = 0;   // 1-based line of the outermost enclosing function; 0: none
};

// Every use of one of `names` (identifiers) in the syntax of `text`, by place. Names that are in no
// expression of the syntax, such as those in annotations and in the patterns of a case, are not
// uses. Costs a pass over the nodes.
std::vector<NameUse> FindUses(const Syntax& syntax, std::string_view text,
                              const std::vector<std::string>& names);

// The same for a text alone; nullopt if parsing it exceeds the limits, or fails anywhere.
std::optional<std::vector<NameUse>> FindUses(std::string_view text,
                                             const std::vector<std::string>& names);

}  // namespace flagcensus
