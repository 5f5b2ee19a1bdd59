// A Python file as the machine runs it: its syntax, and precomputed properties.
#pragma once

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "analyzer/machine/symbols.h"
#include "analyzer/python/parser.h"

namespace flagcensus {

// Shared by all runs of its code. `parsed` and what follows from it alone do not change; the sought
// words and `reach` do.
struct PythonUnit {
  int file = -1;  // index into Tree::files
  // A whole file, code shown in a docstring, or code in a string that is run.
  enum class Origin : uint8_t { kFile, kDocstring, kString } origin = Origin::kFile;
  uint32_t one_line = 0;  // position of all of it, if it has no lines of its own in the file
  uint32_t one_column = 0;
  uint32_t line_offset = 0;  // added to the lines of `parsed`
  uint32_t column_offset = 0;
  std::shared_ptr<const PythonFile> parsed;
  std::vector<Symbol> symbols;  // of Syntax::strings
  std::vector<NodeId> begin;    // of each node: the first node of its subtree, which ends with it
  std::unordered_set<Symbol> own_words;  // names that are sought in this unit only
  bool hands = false;          // contains a word that suggests passing an environment on: "env"
  std::vector<NodeId> sought;  // the nodes that are sought words, ascending
  // For each node, what happened to it in runs: bits of Reach.
  std::vector<uint8_t> reach;
  // Names of the module, and fields by their class's node, to which its functions assign something
  // other than a literal. Null: not computed yet.
  struct Replaced {
    std::unordered_set<Symbol> names;
    std::set<std::pair<NodeId, Symbol>> fields;
  };
  mutable std::unique_ptr<Replaced> replaced;
  enum Reach : uint8_t {
    kRan = 1,     // a block of a branch: it was run
    kPruned = 2,  // a block of a branch: excluded by a known test
    kForced = 4,  // a block of a branch: it is run, with any result of its test
    kDead = 8,    // unreachable: after a return, below `if False`
    kSeen = 16,   // a function: it was called, or its body was examined without a call
  };

  const Syntax& syntax() const { return parsed->syntax; }
  Symbol SymbolOf(NodeId node) const { return symbols[syntax()[node].text]; }
  // Whether the node or anything below it contains a sought word.
  bool ContainsSought(NodeId node) const {
    const auto first = std::lower_bound(sought.begin(), sought.end(), begin[node]);
    return first != sought.end() && *first <= node;
  }
  // kNoNode for the root. The first call costs a pass over the nodes. Not thread-safe.
  NodeId ParentOf(NodeId node) const {
    if (parents_.empty()) parents_ = ParentsOf(syntax());
    return parents_[node];
  }

 private:
  mutable std::vector<NodeId> parents_;
};

// Costs a pass over the nodes.
PythonUnit MakeUnit(int file, std::shared_ptr<const PythonFile> parsed, SymbolTable* symbols);

// Marks the nodes that contain a word of `words`. Costs a pass over the nodes.
void NoteSought(const SymbolSet& words, PythonUnit* unit);

// The functions (with their class, or kNoNode) and classes that are not inside a function, in
// source order. A class precedes its contents.
struct OuterDefinition {
  NodeId node = kNoNode;
  NodeId in_class = kNoNode;
};
std::vector<OuterDefinition> OuterDefinitionsOf(const PythonUnit& unit);

}  // namespace flagcensus
