// The syntax of a C or C++ file: its top level is parsed at once, bodies and initialisers on
// demand. What cannot be parsed becomes kUnknown, or a statement that is skipped.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/machine/c/unit_tokens.h"
#include "analyzer/machine/symbols.h"

namespace flagcensus {

using CNodeId = uint32_t;
inline constexpr CNodeId kNoCNode = 0;  // the first node of each unit is unused

enum class CNodeKind : uint8_t {
  // Expressions
  kUnknown,
  kName,       // text: the name, type: its qualifier
  kText,       // text: the literal's value
  kNumber,     // number or text
  kCharacter,  // number
  kNull,
  kThis,
  kCall,    // the callee, then the arguments
  kMember,  // text: the member
  kIndex,
  kUnary,        // text: the operator
  kPostfix,      // text
  kBinary,       // text
  kAssign,       // text
  kConditional,  // condition, then, otherwise; of `a ?: b` the second is kNoCNode
  kCast,         // type
  kList,         // {a, b}
  kDesignated,   // .text = value, or [index] = value with text 0
  kLambda,       // number: index into CUnit::functions
  kConstruct,    // type: T(a), T{a}, new T(a)
  kComma,
  // Statements
  kBlock,
  kDeclare,   // kVariable, …
  kVariable,  // text: its name, type; the initialiser or kNoCNode; number: pointers; flags
  kExpression,
  kIf,        // condition, then, otherwise
  kLoop,      // before, condition, step, body; flag kAfter: the condition is tested after it
  kRangeFor,  // variable, range, body
  kSwitch,    // value, body
  kCase,      // the value; kNoCNode: default
  kReturn,
  kBreak,
  kContinue,
  kGoto,   // text
  kLabel,  // text
  kThrow,
  kTry,     // body, handlers
  kEither,  // the branches of an #if
};

struct CNode {
  CNodeKind kind = CNodeKind::kUnknown;
  uint8_t flags = 0;
  uint32_t token = 0;  // its position
  Symbol text = 0;
  Symbol type = 0;
  int64_t number = 0;
  std::vector<CNodeId> parts;

  static constexpr uint8_t kArray = 1;  // of a variable: it has dimensions
  static constexpr uint8_t kReference = 2;
  static constexpr uint8_t kStatic = 4;
  static constexpr uint8_t kBraces = 8;  // initialised by (…) or {…}: the parts are arguments
  static constexpr uint8_t kAfter = 16;
  static constexpr uint8_t kExtern = 32;
};

// A range of tokens; empty if absent.
struct CRange {
  uint32_t begin = 0;
  uint32_t end = 0;
  bool empty() const { return begin >= end; }
};

struct CFormal {
  Symbol name = 0;
  Symbol type = 0;
  int pointers = 0;
  bool reference = false;
  bool array = false;
  CRange initial;
};

struct CRoutine {
  Symbol name = 0;
  Symbol class_name = 0;
  Symbol type = 0;  // the return type
  int pointers = 0;
  std::vector<CFormal> formals;
  bool variadic = false;
  bool is_static = false;
  CRange initialisers;  // of a constructor
  CRange body;          // including its braces
  uint32_t token = 0;   // its name
  int unit = -1;
  CNodeId block = kNoCNode;  // parsed on demand
  bool parsed = false;
};

// A variable at file, namespace or class level; a field.
struct CGlobal {
  Symbol name = 0;
  Symbol class_name = 0;
  Symbol type = 0;
  int pointers = 0;
  bool array = false;
  bool is_static = false;
  bool is_constant = false;
  bool is_extern = false;
  bool braces = false;  // `name(a)`, `name{a}`
  CRange initial;
  uint32_t token = 0;
  int unit = -1;
};

struct CStructure {
  Symbol name = 0;
  std::vector<CGlobal> fields;
  std::set<Symbol> methods;
  std::vector<Symbol> bases;
  int unit = -1;
};

struct CEnumerator {
  Symbol before = 0;  // the enumerator whose value it follows; 0: none
  CRange value;
  int unit = -1;
};

class CUnit {
 public:
  // Keeps a reference to the symbols.
  CUnit(int file, int number, UnitTokens tokens, SymbolTable& symbols);

  int file() const { return file_; }
  int number() const { return number_; }
  bool cut() const { return tokens_.cut; }
  const std::vector<UnitToken>& tokens() const { return tokens_.tokens; }
  const CNode& node(CNodeId id) const { return nodes_[id]; }
  std::vector<std::unique_ptr<CRoutine>>& routines() { return routines_; }
  const std::vector<CGlobal>& globals() const { return globals_; }
  const std::vector<CStructure>& structures() const { return structures_; }
  const std::map<Symbol, CEnumerator>& enumerators() const { return enumerators_; }
  const std::map<Symbol, Symbol>& aliases() const { return aliases_; }  // typedef, using
  // Names in the ranges, each once, ascending.
  std::vector<Symbol> NamesIn(const CRange& range, const CRange& other = {}) const;
  Symbol SymbolAt(size_t token) const;         // of its text
  size_t skipped() const { return skipped_; }  // statements nested too deeply to be parsed

  CNodeId Body(CRoutine* routine);
  CNodeId Expression(const CRange& range);
  // An initialiser: an expression, or {…} as kList.
  CNodeId Initial(const CRange& range);
  // `a(1), b{2}` of a constructor: names with their arguments.
  std::vector<std::pair<Symbol, CNodeId>> Initialisers(const CRoutine& routine);

 private:
  friend class CTopParser;
  friend class CBodyParser;

  const int file_;
  const int number_;
  UnitTokens tokens_;
  static constexpr Symbol kNoSymbol = 0xffffffff;
  mutable std::vector<uint32_t> noted_;  // of UnitTexts' numbers: the last NamesIn that met them
  mutable uint32_t notes_ = 0;           // calls of NamesIn
  mutable std::vector<Symbol> known_;    // of UnitTexts' numbers; kNoSymbol: not interned so far
  SymbolTable& symbols_;
  std::deque<CNode> nodes_;  // which stay where they are
  std::vector<std::unique_ptr<CRoutine>> routines_;
  std::vector<CGlobal> globals_;
  std::vector<CStructure> structures_;
  std::map<Symbol, CEnumerator> enumerators_;
  std::map<Symbol, Symbol> aliases_;
  std::unordered_map<uint32_t, CNodeId> expressions_;  // by the first token
  std::unordered_map<uint32_t, CNodeId> initials_;
  size_t skipped_ = 0;
};

}  // namespace flagcensus
