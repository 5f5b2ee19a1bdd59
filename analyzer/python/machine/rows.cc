// Rows of tables with names that a loop reads one by one: where each read is reported, and its
// default in the row.
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
  // Displays of elements.
  return kind == NodeKind::kList || kind == NodeKind::kTuple || kind == NodeKind::kSet;
}

// A display without a name is an argument or part of an expression: `for n in ("A", "B"):`.
// Whether an assignment gives the display a name.
bool IsNamed(const PythonUnit& unit, NodeId display) {
  const NodeId statement = unit.ParentOf(display);
  return statement != kNoNode && (unit.syntax().kind(statement) == NodeKind::kAssign ||
                                  unit.syntax().kind(statement) == NodeKind::kAnnotated);
}

// The row of a table of names that a loop reads one by one. Each name is on its own line, and the
// table is assigned to a name. Otherwise the accessor's line says more. Unit -1: the name is in no
// such table.
CodePoint RowOfNames(const Machine& m, const CodePoint& row, const CodePoint& accessor) {
  const PythonUnit& unit = UnitAt(m, row.unit);
  const Syntax& syntax = unit.syntax();
  if (syntax.kind(row.node) != NodeKind::kString) return {};
  // Outwards, to the named display.
  NodeId element = row.node;
  NodeId table = unit.ParentOf(element);
  // Rows may be tuples: ("APP_PORT", int, 80). The outermost collection is the table.
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
  // Another element on the same line: the line is not a row.
  for (size_t i = 0; i < syntax.count(table); ++i) {
    const NodeId other = syntax.child(table, i);
    if (other != element && syntax.line(other) == syntax.line(element)) return {};
  }
  return row;
}

// The pair of a dictionary with that key: `"key": value`, or `key=value` of dict(...). kNoNode:
// there is none.
NodeId PairOf(const PythonUnit& unit, NodeId key) {
  // A pair of a display, or a keyword of dict().
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

// The key of a named dictionary, on its own line, if the variable's name ends with it: APP_PORT of
// "port". Another key only selects the variable.
CodePoint RowOfKey(const Machine& m, Symbol name, const CodePoint& row, const CodePoint& accessor) {
  const PythonUnit& unit = UnitAt(m, row.unit);
  const Syntax& syntax = unit.syntax();
  const NodeId pair = PairOf(unit, row.node);
  const NodeId table = pair == kNoNode ? kNoNode : unit.ParentOf(pair);
  // dict(port=80) is a call.
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
  // The name of a constant used as the key, ENV_PORT, may be anything.
  const NodeKind kind = syntax.kind(row.node);
  const bool constant = kind == NodeKind::kName || kind == NodeKind::kAttribute;
  const bool ends = ToUpper(m.symbols.TextOf(name)).ends_with(ToUpper(syntax.text(row.node)));
  return constant || ends ? row : CodePoint{};
}

// The text that a class assigns to a field, if a method of another class reads the variable; or the
// class itself, if its name is a part of the variable's.
CodePoint RowOfField(const Machine& m, Symbol name, const CodePoint& row,
                     const CodePoint& accessor) {
  const PythonUnit& unit = UnitAt(m, row.unit);
  const Syntax& syntax = unit.syntax();
  // The text is the value of an assignment in a class's body, or the row is the class itself.
  NodeId type = row.node;
  if (syntax.kind(row.node) == NodeKind::kString) {
    const NodeId statement = unit.ParentOf(row.node);
    const NodeId block = statement == kNoNode ? kNoNode : unit.ParentOf(statement);
    type = block == kNoNode ? kNoNode : unit.ParentOf(block);
    if (type == kNoNode || syntax.kind(statement) != NodeKind::kAssign) return {};
    if (!ToUpper(m.symbols.TextOf(name)).ends_with(ToUpper(syntax.text(row.node)))) return {};
  }
  if (syntax.kind(type) != NodeKind::kClass) return {};
  // Within the same class the accessor's line is near, and is reported instead.
  const bool own =
      accessor.unit == row.unit && unit.begin[type] <= accessor.node && accessor.node <= type;
  return own ? CodePoint{} : row;
}

bool IsPlainValue(NodeKind kind) {
  return kind == NodeKind::kInteger || kind == NodeKind::kFloat || kind == NodeKind::kTrue ||
         kind == NodeKind::kFalse;
}

// Whether the table contains defaults: its name says so, or it has numbers or truths among its
// texts. A table with texts only may as well translate names, {"port": "APP_PORT"}.
bool ContainsDefaults(const PythonUnit& unit, NodeId table) {
  const Syntax& syntax = unit.syntax();
  // The names of the assignment.
  const NodeId statement = unit.ParentOf(table);
  for (size_t i = 0; i < syntax.count(statement); ++i) {
    const NodeId target = syntax.child(statement, i);
    const bool name =
        syntax.kind(target) == NodeKind::kName || syntax.kind(target) == NodeKind::kAttribute;
    if (name && ToLower(syntax.text(target)).find("default") != std::string::npos) return true;
  }
  bool plain = false;
  bool text = false;
  // Values of both kinds: settings. Only one kind may be any table.
  for (size_t i = 0; i < syntax.count(table); ++i) {
    const NodeId pair = syntax.child(table, i);
    if (syntax.kind(pair) != NodeKind::kPair && syntax.kind(pair) != NodeKind::kKeyword) continue;
    const NodeKind kind = syntax.kind(ValueOfPair(syntax, pair));
    plain = plain || IsPlainValue(kind);
    text = text || kind == NodeKind::kString;
  }
  return plain && text;
}

// The table's value under the key, from the module's or class's state after it ran; null: it is not
// known. A table in a function is gone by then.
Val InTable(ProgramState& program, const PythonUnit& unit, NodeId table, Symbol key) {
  const Syntax& syntax = unit.syntax();
  const NodeId statement = unit.ParentOf(table);
  const bool assigns = syntax.kind(statement) == NodeKind::kAssign && syntax.count(statement) == 2;
  const NodeId target = syntax.child(statement, assigns ? 1 : 0);
  // A table under a plain name, of the module or of a class.
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
  // The row that the mark carries, or the literal itself.
  const CodePoint row = mark.row_unit >= 0 ? CodePoint{mark.row_unit, mark.row_node}
                                           : CodePoint{mark.unit, mark.node};
  if (row.unit < 0) return {};
  const CodePoint of_names = RowOfNames(m, row, accessor);
  if (of_names.unit >= 0) return of_names;
  const CodePoint of_key = RowOfKey(m, name, row, accessor);
  return of_key.unit >= 0 ? of_key : RowOfField(m, name, row, accessor);
}

// From the module's state if possible, otherwise from the pair's syntax; a computed value is shown
// as its source.
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
