// Precomputed properties of a file: the range of each subtree, the nodes that are sought words, and
// the definitions outside functions.
//
//   nodes are in post-order:   0: os  1: os.environ  2: "A"  3: os.environ["A"]
//   begin[3] is 0: the subtree of 3 is 0..3, so "contains" is a search in a sorted list
#include "analyzer/python/machine/unit.h"

#include <algorithm>

namespace flagcensus {
namespace {

// Kinds of node with a text that can be a name.
bool ContainsWord(NodeKind kind) {
  switch (kind) {
    case NodeKind::kName:
    case NodeKind::kAttribute:
    case NodeKind::kKeyword:
    case NodeKind::kString:
    case NodeKind::kAlias:
      return true;
    default:
      return false;
  }
}

// Functions inside functions are run by those, and are not collected.
void CollectOuter(const PythonUnit& unit, NodeId node, NodeId in_class,
                  std::vector<OuterDefinition>* out) {
  const Syntax& syntax = unit.syntax();
  const NodeKind kind = syntax.kind(node);
  // A function's own definitions are run by the function.
  if (kind == NodeKind::kFunction || kind == NodeKind::kClass) out->push_back({node, in_class});
  if (kind == NodeKind::kFunction) return;
  const NodeId inside = kind == NodeKind::kClass ? node : in_class;
  for (size_t i = 0; i < syntax.count(node); ++i) {
    const NodeId child = syntax.child(node, i);
    switch (syntax.kind(child)) {
      case NodeKind::kBlock:
      case NodeKind::kFunction:
      case NodeKind::kClass:
      case NodeKind::kIf:
      case NodeKind::kTry:
      case NodeKind::kExcept:
      case NodeKind::kWith:
      case NodeKind::kFor:
      case NodeKind::kWhile:
        CollectOuter(unit, child, inside, out);
        break;
      default:
        break;
    }
  }
}

}  // namespace

PythonUnit MakeUnit(int file, std::shared_ptr<const PythonFile> parsed, SymbolTable* symbols) {
  PythonUnit unit;
  unit.file = file;
  unit.parsed = std::move(parsed);
  const Syntax& syntax = unit.syntax();
  unit.symbols.reserve(syntax.strings.size());
  for (const std::string& text : syntax.strings) unit.symbols.push_back(symbols->Intern(text));
  // Children precede their parent, so their ranges are known.
  unit.begin.resize(syntax.nodes.size());
  for (NodeId id = 0; id < syntax.nodes.size(); ++id) {
    NodeId first = id;
    for (size_t i = 0; i < syntax.count(id); ++i) {
      const NodeId child = syntax.child(id, i);
      if (child < id) first = std::min(first, unit.begin[child]);  // a child is built before
    }
    unit.begin[id] = first;
  }
  unit.reach.assign(syntax.nodes.size(), 0);
  return unit;
}

// First by text, of which there are far fewer than nodes.
void NoteSought(const SymbolSet& words, PythonUnit* unit) {
  unit->sought.clear();
  std::vector<char> sought(unit->symbols.size());
  bool any = false;
  // A flag for each text.
  for (size_t i = 0; i < sought.size(); ++i) {
    const Symbol word = unit->symbols[i];
    const bool own = !unit->own_words.empty() && unit->own_words.count(word) > 0;
    if (!own && words.count(word) == 0) continue;
    sought[i] = 1;
    any = true;
  }
  if (!any) return;
  const Syntax& syntax = unit->syntax();
  for (NodeId id = 0; id < syntax.nodes.size(); ++id) {
    const Node& node = syntax[id];
    if (sought[node.text] != 0 && ContainsWord(node.kind)) unit->sought.push_back(id);
  }
}

std::vector<OuterDefinition> OuterDefinitionsOf(const PythonUnit& unit) {
  std::vector<OuterDefinition> out;
  const Syntax& syntax = unit.syntax();
  if (syntax.root != kNoNode) CollectOuter(unit, syntax.root, kNoNode, &out);
  return out;
}

}  // namespace flagcensus
