// Rows of tables whose names a loop reads one by one: where they are reported, and what the row has
// for its variable.
//
//   DEFAULTS = {
//       "app_port": 80,             APP_PORT is read here, and is 80 where it is not set
//   }
//   for key in DEFAULTS:
//       if key.upper() in os.environ: config[key] = os.environ[key.upper()]
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

bool IsCollection(NodeKind kind) {
  return kind == NodeKind::kList || kind == NodeKind::kTuple || kind == NodeKind::kSet;
}

// Whether an assignment gives the display a name.
bool IsNamed(const PythonUnit& unit, NodeId display) {
  const NodeId statement = unit.ParentOf(display);
  return statement != kNoNode && (unit.syntax().kind(statement) == NodeKind::kAssign ||
                                  unit.syntax().kind(statement) == NodeKind::kAnnotated);
}

// The row of a table of names that a loop reads one by one: each stands on a line of its own, and
// the table has a name. Unit -1: the name is of no such table.
CodePoint RowOfNames(const Machine& m, const CodePoint& row, const CodePoint& accessor) {
  const PythonUnit& unit = UnitAt(m, row.unit);
  const Syntax& syntax = unit.syntax();
  if (syntax.kind(row.node) != NodeKind::kString) return {};
  NodeId element = row.node;
  NodeId table = unit.ParentOf(element);
  while (table != kNoNode && IsCollection(syntax.kind(table))) {
    const NodeId around = unit.ParentOf(table);
    if (around == kNoNode || !IsCollection(syntax.kind(around))) break;
    element = table;
    table = around;
  }
  if (table == kNoNode || !IsCollection(syntax.kind(table)) || syntax.count(table) < 2) return {};
  if (!IsNamed(unit, table) ||
      (accessor.unit == row.unit && syntax.line(accessor.node) == syntax.line(row.node))) {
    return {};
  }
  for (size_t i = 0; i < syntax.count(table); ++i) {
    const NodeId other = syntax.child(table, i);
    if (other != element && syntax.line(other) == syntax.line(element)) return {};
  }
  return row;
}

// The pair of a dictionary that the key is of: `"key": value`, `key=value` of dict(...). kNoNode:
// of none.
NodeId PairOf(const PythonUnit& unit, NodeId key) {
  const Syntax& syntax = unit.syntax();
  const NodeId up = unit.ParentOf(key);
  if (up == kNoNode) return kNoNode;
  if (syntax.kind(key) == NodeKind::kKeyword) {
    const bool made =
        syntax.kind(up) == NodeKind::kCall && syntax.text(syntax.child(up, 0)) == "dict";
    return made ? key : kNoNode;
  }
  const bool first = syntax.kind(up) == NodeKind::kPair && syntax.child(up, 0) == key;
  return first ? up : kNoNode;
}

NodeId ValueOfPair(const Syntax& syntax, NodeId pair) {
  return syntax.child(pair, syntax.kind(pair) == NodeKind::kKeyword ? 0 : 1);
}

// The key of a named dictionary, on a line of its own, that the variable's name ends with.
CodePoint RowOfKey(const Machine& m, Symbol name, const CodePoint& row, const CodePoint& accessor) {
  const PythonUnit& unit = UnitAt(m, row.unit);
  const Syntax& syntax = unit.syntax();
  const NodeId pair = PairOf(unit, row.node);
  const NodeId table = pair == kNoNode ? kNoNode : unit.ParentOf(pair);
  const bool dict = table != kNoNode && (syntax.kind(table) == NodeKind::kDict ||
                                         syntax.kind(table) == NodeKind::kCall);
  if (!dict || syntax.count(table) < 2) return {};
  const bool same_line =
      accessor.unit == row.unit && syntax.line(accessor.node) == syntax.line(row.node);
  if (same_line || !IsNamed(unit, table)) return {};
  for (size_t i = 0; i < syntax.count(table); ++i) {
    const NodeId other = syntax.child(table, i);
    if (other != pair && syntax.line(other) == syntax.line(pair)) return {};
  }
  // A constant as the key, ENV_PORT, may be called as it likes.
  const NodeKind kind = syntax.kind(row.node);
  const bool constant = kind == NodeKind::kName || kind == NodeKind::kAttribute;
  const bool ends = ToUpper(m.symbols.TextOf(name)).ends_with(ToUpper(syntax.text(row.node)));
  return constant || ends ? row : CodePoint{};
}

// The text that a class gives a field whose variable a method of another class reads, or that class
// itself, if its name makes the variable's.
CodePoint RowOfField(const Machine& m, Symbol name, const CodePoint& row,
                     const CodePoint& accessor) {
  const PythonUnit& unit = UnitAt(m, row.unit);
  const Syntax& syntax = unit.syntax();
  NodeId type = row.node;
  if (syntax.kind(row.node) == NodeKind::kString) {
    const NodeId statement = unit.ParentOf(row.node);
    const NodeId block = statement == kNoNode ? kNoNode : unit.ParentOf(statement);
    type = block == kNoNode ? kNoNode : unit.ParentOf(block);
    if (type == kNoNode || syntax.kind(statement) != NodeKind::kAssign) return {};
    if (!ToUpper(m.symbols.TextOf(name)).ends_with(ToUpper(syntax.text(row.node)))) return {};
  }
  if (syntax.kind(type) != NodeKind::kClass) return {};
  const bool own =
      accessor.unit == row.unit && unit.begin[type] <= accessor.node && accessor.node <= type;
  return own ? CodePoint{} : row;
}

bool IsPlainValue(NodeKind kind) {
  return kind == NodeKind::kInteger || kind == NodeKind::kFloat || kind == NodeKind::kTrue ||
         kind == NodeKind::kFalse;
}

// Whether the table holds what applies where a variable is not set: it is called so, or has numbers
// and answers among its texts. One that only has texts may as well translate names.
bool ContainsDefaults(const PythonUnit& unit, NodeId table) {
  const Syntax& syntax = unit.syntax();
  const NodeId statement = unit.ParentOf(table);
  for (size_t i = 0; i < syntax.count(statement); ++i) {
    const NodeId target = syntax.child(statement, i);
    const bool name =
        syntax.kind(target) == NodeKind::kName || syntax.kind(target) == NodeKind::kAttribute;
    if (name && ToLower(syntax.text(target)).find("default") != std::string::npos) return true;
  }
  bool plain = false;
  bool text = false;
  for (size_t i = 0; i < syntax.count(table); ++i) {
    const NodeId pair = syntax.child(table, i);
    if (syntax.kind(pair) != NodeKind::kPair && syntax.kind(pair) != NodeKind::kKeyword) continue;
    const NodeKind kind = syntax.kind(ValueOfPair(syntax, pair));
    plain = plain || IsPlainValue(kind);
    text = text || kind == NodeKind::kString;
  }
  return plain && text;
}

// What the table has under the key, as a module or a class of one has it; null: it is not known.
Val InTable(ProgramState& program, const PythonUnit& unit, NodeId table, Symbol key) {
  const Syntax& syntax = unit.syntax();
  const NodeId statement = unit.ParentOf(table);
  const bool assigns = syntax.kind(statement) == NodeKind::kAssign && syntax.count(statement) == 2;
  const NodeId target = syntax.child(statement, assigns ? 1 : 0);
  if (syntax.kind(target) != NodeKind::kName) return nullptr;
  const HeapObject* holder =
      program.modules[static_cast<size_t>(program.unit_of_file.at(unit.file))];
  NodeId around = unit.ParentOf(statement);
  while (around != kNoNode && syntax.kind(around) != NodeKind::kClass &&
         syntax.kind(around) != NodeKind::kFunction) {
    around = unit.ParentOf(around);
  }
  if (around != kNoNode) {
    if (syntax.kind(around) != NodeKind::kClass) return nullptr;
    Val held = holder->slots.Get(TextKey(unit.SymbolOf(around)));
    holder = held == nullptr ? nullptr : AsClass(held);
    if (holder == nullptr || AsClass(held)->node != around) return nullptr;
  }
  Val named = holder->slots.Get(TextKey(unit.SymbolOf(target)));
  const MappingObject* mapping = named == nullptr ? nullptr : AsMapping(UnsetSide(named));
  Val value = mapping == nullptr ? nullptr : mapping->slots.Get(TextKey(key));
  return value == nullptr || AsConstant(UnsetSide(value)) == nullptr ? nullptr : value;
}

}  // namespace

CodePoint RowOf(const Machine& m, Symbol name, const Mark& mark, const CodePoint& accessor) {
  const CodePoint row = mark.row_unit >= 0 ? CodePoint{mark.row_unit, mark.row_node}
                                           : CodePoint{mark.unit, mark.node};
  if (row.unit < 0) return {};
  const CodePoint of_names = RowOfNames(m, row, accessor);
  if (of_names.unit >= 0) return of_names;
  const CodePoint of_key = RowOfKey(m, name, row, accessor);
  return of_key.unit >= 0 ? of_key : RowOfField(m, name, row, accessor);
}

Val DefaultOfRow(Machine& m, const CodePoint& row) {
  const PythonUnit& unit = UnitAt(m, row.unit);
  const Syntax& syntax = unit.syntax();
  const NodeId pair = PairOf(unit, row.node);
  if (pair == kNoNode || !ContainsDefaults(unit, unit.ParentOf(pair))) return nullptr;
  const NodeId value = ValueOfPair(syntax, pair);
  if (Val known = InTable(m.program, unit, unit.ParentOf(pair), unit.SymbolOf(row.node)))
    return known;
  const NodeKind kind = syntax.kind(value);
  const bool literal = IsPlainValue(kind) || kind == NodeKind::kString || kind == NodeKind::kNone;
  if (!literal) return m.values.Unknown(row.unit, value, ValueType::kUnknown, {});
  Val held = m.values.none();
  Activation run = ModuleRun(m, m.program.modules[static_cast<size_t>(row.unit)]);
  constexpr uint64_t kSteps = 100;
  RunApart(m, &run, kSteps, [&] { held = Evaluate(m, value); });
  m.heap.EndScope(run.scope);
  return held;
}

}  // namespace flagcensus
