// Syntax: the lowered syntax tree of one source file, as plain data.
//
// A parser (parser.h) creates the nodes and discards the rest of the text. They follow the abstract
// grammar of Python's `ast` module (Python Library Reference, "ast"): without white space and
// parentheses, with literals decoded; comments are in a separate list. A tree costs about 30 bytes
// for each node.
//
//   get("A") or 1      ─→ 0 kName get, 1 kString A, 2 kCall(0, 1), 3 kInteger 1, 4 kOr(2, 3)
//
// Children precede their parent, so the nodes of a subtree are consecutive.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

enum class NodeKind : uint8_t {
  // Expressions. `text` and the children, in order:
  kName,     // identifier
  kString,   // decoded value; bytes literals too
  kFormat,   // f-string: kString and expression children; one with expressions in its format is a
             // call of something unknown with the f-string and these
  kField,    // {x!r:02d} of an f-string: value; text: "!r:02d"
  kInteger,  // decimal digits, sign separate; as spelled if it does not fit 64 bits
  kFloat,    // as spelled, without '_'
  kTrue,
  kFalse,
  kNone,
  kEllipsis,
  kTuple,
  kList,
  kSet,          // elements
  kDict,         // kPair and kDoubleSplat
  kPair,         // key, value
  kSplat,        // *x
  kDoubleSplat,  // **x
  kAttribute,    // object; text: attribute
  kSubscript,    // object, index
  kSlice,        // the parts beside its colons; flag: which; text: its source, shortened
  kCall,         // callee, then arguments (expressions, kKeyword, kSplat, kDoubleSplat)
  kKeyword,      // value; text: name
  kUnary,        // operand; text: - + ~
  kNot,          // operand
  kBinary,       // left, right; text: operator
  kCompare,      // operands; text: operators joined by ','
  kAnd,
  kOr,             // two operands
  kConditional,    // test, then, else
  kLambda,         // kParameters, body
  kComprehension,  // element (kPair for a dict), then kClause...; text: list set dict generator
  kClause,         // target, iterable, then conditions
  kWalrus,         // target, value
  kAwait,
  kYield,   // operand, if any
  kOpaque,  // an expression that is not supported; text: its source, shortened
  // Statements.
  kModule,      // statements
  kBlock,       // statements
  kFunction,    // kParameters, kBlock, kDecorator...; text: name; omitted body: kBlock with flag
  kClass,       // kBlock, kDecorator..., then bases and keywords; text: name
  kParameters,  // kParameter
  kParameter,   // annotation or kOpaque, default or none; text: name; flag: * or **
  kDecorator,   // expression
  kAssign,      // value, then targets
  kAnnotated,   // target, annotation, value if any
  kAugmented,   // target, value; text: operator without '='
  kReturn,      // value, if any
  kExpression,  // expression
  kIf,          // test, kBlock, else kBlock if any
  kFor,         // target, iterable, kBlock, else kBlock if any
  kWhile,       // test, kBlock, else kBlock if any
  kTry,         // kBlock, kExcept..., then kBlock for else and finally; flag: 1 with an else
  kExcept,      // type or kOpaque, kBlock; text: the name after `as`
  kWith,        // kWithItem..., kBlock
  kWithItem,    // expression, target if any
  kImport,      // kAlias
  kImportFrom,  // kAlias; text: module, with its leading dots
  kAlias,       // text: "a.b" or "*"; the child kName is the name after `as`
  kDelete,      // targets
  kGlobal,      // kName; flag: 1 nonlocal
  kRaise,
  kAssert,  // operands
  kMatch,   // subject, kBlock or kCase for each case; flag: 1 if one case matches everything
  kCase,    // the literals of its pattern, kBlock; flag: 1 if other patterns or a guard decide,
            // too
  kBreak,
  kContinue,
  kPass,  // a statement without effect
};

struct Node {
  NodeKind kind = NodeKind::kOpaque;
  // kFunction: 1 async; kParameter: 1 *, 2 **; kString: 1 docstring; kSlice: bits of SliceBound
  uint8_t flag = 0;
  uint32_t begin = 0;  // byte offsets in the text
  uint32_t end = 0;
  uint32_t text = 0;         // index into Syntax::strings
  uint32_t first_child = 0;  // index into Syntax::children; they end where the next node's begin
};

// Which of its parts a kSlice has; its children are those, in this order.
enum SliceBound : uint8_t { kLowerBound = 1, kUpperBound = 2, kStep = 4 };

using NodeId = uint32_t;
inline constexpr NodeId kNoNode = 0xffffffff;

// A place at which a limit skips something.
struct SyntaxCut {
  uint32_t begin = 0;  // byte offset
  const char* what = "";
};

// Adds a cut, up to the number that is worth reporting for one file.
void AddCut(uint32_t begin, const char* what, std::vector<SyntaxCut>* cuts);

// What the parser and the lowering report for a literal that they do not represent as a whole.
inline constexpr const char* kTooLongLiteral =
    "a literal of more than 5000 elements: what is read in it is found, its values are not "
    "followed";
inline constexpr size_t kMaxElements = 5000;  // of one literal; a longer one is data
inline constexpr size_t kMaxArms = 100;       // of an if, nested in each other

// From its '#' to the end of its line.
struct SyntaxComment {
  uint32_t begin = 0;  // byte offsets in the text
  uint32_t end = 0;
};

struct Syntax {
  std::vector<Node> nodes;
  std::vector<NodeId> children;
  std::vector<std::string> strings;     // unique; strings[0] is ""
  NodeId root = kNoNode;                // kModule
  std::vector<SyntaxCut> cuts;          // the first ones, by place
  std::vector<uint32_t> lines;          // the byte offsets at which they begin
  std::vector<SyntaxComment> comments;  // by place

  const Node& operator[](NodeId id) const { return nodes[id]; }
  NodeKind kind(NodeId id) const { return nodes[id].kind; }
  const std::string& text(NodeId id) const { return strings[nodes[id].text]; }
  size_t count(NodeId id) const {
    const Node* const next = &nodes[id] + 1;
    const size_t end = next == nodes.data() + nodes.size() ? children.size() : next->first_child;
    return end - nodes[id].first_child;
  }
  // 1-based. A binary search.
  uint32_t LineOf(uint32_t offset) const;
  uint32_t line(NodeId id) const { return LineOf(nodes[id].begin); }
  uint32_t end_line(NodeId id) const { return LineOf(nodes[id].end); }
  // 1-based, in bytes.
  uint32_t ColumnOf(uint32_t offset) const { return offset - lines[LineOf(offset) - 1] + 1; }
  uint32_t column(NodeId id) const { return ColumnOf(nodes[id].begin); }
  // Requires i < count(id).
  NodeId child(NodeId id, size_t i) const { return children[nodes[id].first_child + i]; }
};

// The parent of each node, kNoNode for the root. Costs a pass over the nodes.
std::vector<NodeId> ParentsOf(const Syntax& syntax);

// Adds nodes to a Syntax bottom-up; strings are interned.
class SyntaxBuilder {
 public:
  SyntaxBuilder() { syntax_.strings.emplace_back(); }

  // Reserves memory for the nodes of a text of that size.
  void Reserve(size_t bytes);
  uint32_t Intern(std::string_view text);
  NodeId Add(Node node, std::span<const NodeId> children);
  // `text`: the one from which the nodes were made. Costs a pass over it.
  Syntax Finish(NodeId root, std::string_view text);
  const Node& operator[](NodeId id) const { return syntax_.nodes[id]; }
  const std::string& text(NodeId id) const { return syntax_.text(id); }
  size_t size() const { return syntax_.nodes.size(); }
  // The tree so far, without a root.
  const Syntax& made() const { return syntax_; }

 private:
  Syntax syntax_;
  // Hash table of indices into syntax_.strings, with linear probing; 0: free.
  std::vector<uint32_t> index_;
};

// The expression as one line of normalised source, at most `limit` bytes (ending in "..." if cut).
std::string Unparse(const Syntax& syntax, NodeId id, size_t limit = 200);

}  // namespace flagcensus
