// A Python file as the machine runs it: its syntax, and what is asked of it often.
#pragma once

#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "analyzer/machine/symbols.h"
#include "analyzer/python/parser.h"

namespace flagcensus {

struct PythonUnit {
  int file = -1;  // index into Tree::files
  // A whole file, code that a docstring shows, or code in a string that is run.
  enum class Origin : uint8_t { kFile, kDocstring, kString } origin = Origin::kFile;
  uint32_t one_line = 0;  // where all of it is, if it has no lines of its own in the file
  uint32_t one_column = 0;
  uint32_t line_offset = 0;  // added to the lines of `parsed`
  uint32_t column_offset = 0;
  std::shared_ptr<const PythonFile> parsed;
  std::vector<Symbol> symbols;   // of Syntax::strings
  std::vector<NodeId> begin;     // of each node: the first node of its subtree, which ends with it
  std::vector<NodeId> parent;    // kNoNode: of the root
  std::unordered_set<Symbol> own_words;  // names that are sought in this unit alone
  bool hands = false;  // it holds a word by which an environment is handed on: "env"
  std::vector<uint32_t> sought;  // of each node: how many before it hold a word that is sought
  // Of each node, what runs made of it: bits of Reach.
  std::vector<uint8_t> reach;
  enum Reach : uint8_t {
    kRan = 1,     // a block of a branch: it was run
    kPruned = 2,  // a block of a branch: a test that is known left it out
    kForced = 4,  // a block of a branch: it is run whatever its test is
    kDead = 8,    // nothing gets there: behind a return, below `if False`
  };

  const Syntax& syntax() const { return parsed->syntax; }
  Symbol SymbolOf(NodeId node) const { return symbols[syntax()[node].text]; }
  // Whether anything at or below the node holds a word that is sought.
  bool HoldsSought(NodeId node) const { return sought[node + 1] > sought[begin[node]]; }
};

// Costs a pass over its nodes.
PythonUnit MakeUnit(int file, std::shared_ptr<const PythonFile> parsed, SymbolTable* symbols);

// Notes which nodes hold a word of `words`. Costs a pass over the nodes.
void NoteSought(const std::unordered_set<Symbol>& words, PythonUnit* unit);

// The functions (with the class they are in, else kNoNode) and classes that are not inside a
// function, in the order of the text. A class comes before what is in it.
struct OuterDefinition {
  NodeId node = kNoNode;
  NodeId in_class = kNoNode;
};
std::vector<OuterDefinition> OuterDefinitionsOf(const PythonUnit& unit);

}  // namespace flagcensus
