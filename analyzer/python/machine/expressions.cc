// Expressions → values.
//
//   os.environ.get("A") or "x"     ─→ F(A, a text, "x")
//   f"APP_{name}"                  ─→ a text of two parts, spelled here
//   a if test else b               ─→ both sides run, merged by the test
#include <array>
#include <charconv>

#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

Mark MarkHere(const Machine& m, NodeId node) { return {m.run.frame->id, m.run.frame->unit, node}; }

// Numbers that do not fit, or are spelled with _ or 0x, are opaque: shown as their source.
Val EvaluateNumber(Machine& m, NodeId node) {
  const Syntax& syntax = UnitHere(m).syntax();
  const std::string& text = syntax.text(node);
  if (syntax.kind(node) == NodeKind::kInteger) {
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size()) return m.values.Integer(value);
    return Opaque(m, node);
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return Opaque(m, node);
  return m.values.Float(value, m.symbols.Intern(text));
}

// [a, *b], (a, b), {a, b}
Val EvaluateDisplay(Machine& m, NodeId node, SequenceKind kind) {
  const Syntax& syntax = UnitHere(m).syntax();
  // Elements with their nodes: options of a container are reported at their own place.
  std::vector<Val> items;
  std::vector<NodeId> nodes;
  Val more = nullptr;
  for (size_t i = 0; i < syntax.count(node); ++i) {
    const NodeId element = syntax.child(node, i);
    if (syntax.kind(element) != NodeKind::kSplat) {
      items.push_back(Evaluate(m, element));
      nodes.push_back(element);
      continue;
    }
    Val value = Evaluate(m, syntax.child(element, 0));
    if (const auto known = KnownElements(m, value)) {
      items.insert(items.end(), known->begin(), known->end());
      nodes.resize(items.size(), element);
    } else {
      Val any = AnyElement(m, value);
      more = more == nullptr ? any : Join(m.values, more, any);
    }
  }
  if (m.run.over) return m.values.unknown();
  // [sys.executable, "-c", "code"] runs code in a string, and ["docker", "-e", "A=1"] sets
  // variables.
  if (kind != SequenceKind::kSet && items.size() > 2) NoteInterpreter(m, items, node);
  if (kind != SequenceKind::kSet) ReadOptionsOfContainer(m, items, nodes);
  return m.heap.Sequence(kind, std::move(items), more);
}

Val EvaluateDict(Machine& m, NodeId node) {
  const Syntax& syntax = UnitHere(m).syntax();
  // Pairs and **mappings, in their order: a later key replaces an earlier one.
  MappingObject* mapping = m.heap.Mapping();
  for (size_t i = 0; i < syntax.count(node); ++i) {
    const NodeId element = syntax.child(node, i);
    if (syntax.kind(element) == NodeKind::kPair && syntax.count(element) > 1) {
      Val key = Evaluate(m, syntax.child(element, 0));
      Val value = Evaluate(m, syntax.child(element, 1));
      if (m.run.over) return value;
      if (const ConstantVal* text = AsTextConstant(key)) {
        // {"auto_envvar_prefix": "APP"}: a keyword of libraries as a key.
        NoteFamily(m, m.symbols.TextOf(text->text), value, element);
      }
      SetItem(m, mapping->self, key, value, syntax.child(element, 0));
    } else if (syntax.count(element) > 0) {
      CallArguments from;
      from.positional.push_back(Evaluate(m, syntax.child(element, 0)));
      UpdateMapping(m, mapping->self, from, node);
    }
  }
  return mapping->self;
}

// Whether the conditional is `table[key] if key in table else other`: the result is then the
// table's element or the other. With another test, the element is only one of two values.
bool AsksItself(const Syntax& syntax, NodeId test, NodeId item) {
  return syntax.kind(test) == NodeKind::kCompare && syntax.count(test) == 2 &&
         syntax.count(item) == 2 && syntax.text(test) == "in" &&
         Unparse(syntax, syntax.child(test, 0)) == Unparse(syntax, syntax.child(item, 1)) &&
         Unparse(syntax, syntax.child(test, 1)) == Unparse(syntax, syntax.child(item, 0));
}

Val EvaluateConditional(Machine& m, NodeId node) {
  const Syntax& syntax = UnitHere(m).syntax();
  const NodeId test_node = syntax.child(node, 0);
  Val test = TruthOf(m, Evaluate(m, test_node));
  const std::optional<bool> known = KnownTruth(test);
  // The test has a known result: only that side is evaluated.
  if (known && !IsSwept(m, syntax.child(node, *known ? 2 : 1))) {
    return Evaluate(m, syntax.child(node, *known ? 1 : 2));
  }
  const std::vector<Narrowed> narrowed = NarrowBy(m, test_node);
  Val sides[2] = {nullptr, nullptr};
  Heap::Outcome outcomes[2];
  // Each side is a branch with its own narrowed names.
  for (const int side : {0, 1}) {
    outcomes[side] = m.heap.RunBranch([&] {
      for (const Narrowed& one : narrowed) {
        BindName(m, one.name, side == 0 ? one.if_true : one.if_false);
      }
      const NodeId taken = syntax.child(node, side == 0 ? 1 : 2);
      const Holding holding(m, side == 0 ? test : Negate(m.values, test));
      sides[side] = Evaluate(m, taken);
      const UnknownVal* item =
          syntax.kind(taken) == NodeKind::kSubscript ? AsUnknown(sides[side]) : nullptr;
      // An element of an unknown mapping decides nothing, if something else decides whether it is
      // used.
      if (item != nullptr && item->held && !AsksItself(syntax, test_node, taken)) {
        sides[side] = Opaque(m, taken);
      }
      return false;
    });
  }
  // A name is narrowed only within its side.
  for (Heap::Outcome& outcome : outcomes) {
    std::erase_if(outcome.changes, [&](const Heap::Change& change) {
      if (change.object != m.run.frame->scope->store) return false;
      for (const Narrowed& one : narrowed) {
        if (change.key == TextKey(one.name)) return true;
      }
      return false;
    });
  }
  m.heap.Meet(test, m.run.frame->scope->store, outcomes[0], outcomes[1]);
  Val value = MergeByTest(m.values, test, sides[0], sides[1]);
  NoteBinding(m, value);
  NoteReplaced(m, test, value);
  return value;
}

// The alternatives that can have that truth.
Val OnlyWhere(Machine& m, Val value, bool truth) {
  if (const FacetVal* facet = AsFacet(value)) {
    return m.values.Facet(facet->variable, OnlyWhere(m, facet->set, truth),
                          OnlyWhere(m, facet->unset, truth));
  }
  const AlternativesVal* several = AsAlternatives(value);
  if (several == nullptr) return value;
  std::vector<Val> kept;
  for (Val item : several->items) {
    if (KnownTruth(TruthOf(m, item)) != !truth) kept.push_back(item);
  }
  return kept.empty() ? value : m.values.Alternatives(kept);
}

// `a or b`, `a and b`: the second operand runs on one side of the first. `behind`: in `a or b or
// c`, the value from the first operand on that is a read; null: no operand is one.
Val EvaluateLogical(Machine& m, NodeId node, Val* behind) {
  const Syntax& syntax = UnitHere(m).syntax();
  // a or b or c is nested to the left; the reads before decide what `behind` is.
  const bool is_or = syntax.kind(node) == NodeKind::kOr;
  const bool chain = is_or && syntax.kind(syntax.child(node, 0)) == NodeKind::kOr;
  Val before = nullptr;
  Val left = chain ? EvaluateLogical(m, syntax.child(node, 0), &before)
                   : Evaluate(m, syntax.child(node, 0));
  if (!chain && AsFacet(left) != nullptr) before = left;
  const bool first = before == left;
  Val truth = TruthOf(m, left);
  *behind = before;
  if (KnownTruth(truth) == is_or && !IsSwept(m, syntax.child(node, 1))) return left;
  Val right = nullptr;
  if (KnownTruth(truth)) {
    right = Evaluate(m, syntax.child(node, 1));
  } else {
    // The second operand's effects happen on one side only.
    Val runs = is_or ? Negate(m.values, truth) : truth;
    Heap::Outcome outcome = m.heap.RunBranch([&] {
      const Holding holding(m, runs);
      right = Evaluate(m, syntax.child(node, 1));
      return false;
    });
    m.heap.Meet(runs, m.run.frame->scope->store, outcome, {});
  }
  // The left operand is the result only if its truth decides: None and "" are not results of `a or
  // b`.
  left = OnlyWhere(m, left, is_or);
  Val value =
      is_or ? MergeByTest(m.values, truth, left, right) : MergeByTest(m.values, truth, right, left);
  NoteBinding(m, value);
  // An operand before a read is not its default: options.port or os.getenv("APP_PORT") or "80".
  if (before == nullptr) {
    *behind = AsFacet(right) != nullptr ? right : nullptr;
  } else if (first || !is_or) {
    *behind = value;
  } else {
    *behind = MergeByTest(m.values, TruthOf(m, before), OnlyWhere(m, before, true), right);
    NoteBinding(m, *behind);
  }
  return value;
}

Val EvaluateUnary(Machine& m, NodeId node) {
  const Syntax& syntax = UnitHere(m).syntax();
  Val operand = Evaluate(m, syntax.child(node, 0));
  const bool minus = syntax.text(node) == "-";
  return Lift1(m.values, operand, [&](Val leaf) -> Val {
    // -1 is a constant; not and ~ of a read are derived values.
    const ConstantVal* constant = AsConstant(leaf);
    if (constant == nullptr || !minus) return Opaque(m, node, leaf);
    if (constant->type == ConstantType::kInteger && constant->integer != INT64_MIN) {
      return m.values.Integer(-constant->integer);
    }
    if (constant->type == ConstantType::kFloat) {
      const std::string spelled = "-" + m.symbols.TextOf(constant->text);
      return m.values.Float(-constant->real, m.symbols.Intern(spelled));
    }
    return Opaque(m, node);
  });
}

Val EvaluateSlice(Machine& m, NodeId node) {
  const Syntax& syntax = UnitHere(m).syntax();
  const uint8_t given = syntax[node].flag;
  std::optional<int64_t> lower;
  // Missing bounds are not children: the flags say which part each child is.
  std::optional<int64_t> upper;
  bool known = (given & kStep) == 0;
  for (size_t i = 0; i < syntax.count(node); ++i) {
    const ConstantVal* bound = AsConstant(Evaluate(m, syntax.child(node, i)));
    // A bound that is None or missing is known; one that is computed makes the whole slice unknown.
    if (bound == nullptr || bound->type != ConstantType::kInteger) {
      known = known && bound != nullptr && bound->type == ConstantType::kNone;
      continue;
    }
    (i == 0 && (given & kLowerBound) != 0 ? lower : upper) = bound->integer;
  }
  return known ? m.values.Slice(lower, upper, true) : m.values.Slice({}, {}, false);
}

Val EvaluateFormat(Machine& m, NodeId node) {
  const Syntax& syntax = UnitHere(m).syntax();
  // Literal pieces are spelled by the whole f-string.
  std::vector<Val> pieces;
  for (size_t i = 0; i < syntax.count(node); ++i) {
    const NodeId piece = syntax.child(node, i);
    if (syntax.kind(piece) == NodeKind::kString) {
      pieces.push_back(m.values.Text(UnitHere(m).SymbolOf(piece), MarkHere(m, node)));
    } else {
      pieces.push_back(Evaluate(m, piece));
    }
  }
  if (pieces.empty()) return m.values.Text(0, MarkHere(m, node));
  return JoinTexts(m, pieces, node);
}

Val EvaluateYield(Machine& m, NodeId node) {
  const Syntax& syntax = UnitHere(m).syntax();
  Val value = syntax.count(node) > 0 ? Evaluate(m, syntax.child(node, 0)) : m.values.none();
  m.run.frame->generator = true;
  // A generator's elements; a thousand suffice to see what it yields.
  constexpr size_t kMaxYields = 1000;
  if (m.run.frame->yields.size() < kMaxYields) m.run.frame->yields.push_back(value);
  return m.values.unknown();
}

// A name that `:=` binds belongs to the scope around the comprehension (Python Language Reference,
// 6.2.4). The comprehension may have no rounds, so the name may keep its earlier value.
void BindOutside(Machine& m, NodeId target, Val value) {
  ScopeObject* const own = m.run.frame->scope;
  ScopeObject* scope = own;
  while (scope->comprehension && scope->up != nullptr) scope = scope->up;
  m.run.frame->scope = scope;
  Val before = scope == own ? nullptr : LoadName(m, UnitHere(m).SymbolOf(target), target);
  BindTarget(m, target, before == nullptr ? value : Join(m.values, before, value));
  m.run.frame->scope = own;
}

// table["key"], row[0]: such an element is spelled here, as a constant would be.
bool IsLiteralKey(const Syntax& syntax, NodeId key) {
  return syntax.kind(key) == NodeKind::kString || syntax.kind(key) == NodeKind::kInteger;
}

Val EvaluateKind(Machine& m, NodeId node) {
  // One case for each kind of node; displays, operators and names have functions of their own.
  const PythonUnit& unit = UnitHere(m);
  const Syntax& syntax = unit.syntax();
  switch (syntax.kind(node)) {
    case NodeKind::kName:
      return LoadName(m, unit.SymbolOf(node), node);
    case NodeKind::kString:
      return m.values.Text(unit.SymbolOf(node), MarkHere(m, node));
    case NodeKind::kFormat:
      return EvaluateFormat(m, node);
    case NodeKind::kField:
      return Formed(m, Evaluate(m, syntax.child(node, 0)), syntax.text(node), node);
    case NodeKind::kInteger:
    case NodeKind::kFloat:
      return EvaluateNumber(m, node);
    case NodeKind::kTrue:
    case NodeKind::kFalse:
      return m.values.boolean(syntax.kind(node) == NodeKind::kTrue);
    case NodeKind::kNone:
      return m.values.none();
    case NodeKind::kEllipsis:
      return m.values.Ellipsis();
    case NodeKind::kTuple:
      return EvaluateDisplay(m, node, SequenceKind::kTuple);
    case NodeKind::kList:
      return EvaluateDisplay(m, node, SequenceKind::kList);
    case NodeKind::kSet:
      return EvaluateDisplay(m, node, SequenceKind::kSet);
    case NodeKind::kDict:
      return EvaluateDict(m, node);
    case NodeKind::kAttribute:
      return GetAttribute(m, Evaluate(m, syntax.child(node, 0)), unit.SymbolOf(node), node);
    case NodeKind::kSubscript: {
      Val object = Evaluate(m, syntax.child(node, 0));
      Val item = GetItem(m, object, Evaluate(m, syntax.child(node, 1)), node);
      return IsLiteralKey(syntax, syntax.child(node, 1)) ? RespellIfGone(m, item, node) : item;
    }
    case NodeKind::kSlice:
      return EvaluateSlice(m, node);
    case NodeKind::kCall:
      return EvaluateCall(m, node);
    case NodeKind::kUnary:
      return EvaluateUnary(m, node);
    case NodeKind::kNot:
      return Negate(m.values, TruthOf(m, Evaluate(m, syntax.child(node, 0))));
    case NodeKind::kBinary: {
      Val left = Evaluate(m, syntax.child(node, 0));
      return Operate(m, syntax.text(node), left, Evaluate(m, syntax.child(node, 1)), node);
    }
    case NodeKind::kCompare:
      return Compare(m, node);
    case NodeKind::kAnd:
    case NodeKind::kOr: {
      Val behind = nullptr;
      return EvaluateLogical(m, node, &behind);
    }
    case NodeKind::kConditional:
      return EvaluateConditional(m, node);
    case NodeKind::kLambda:
      return MakeLambda(m, node);
    case NodeKind::kComprehension:
      return EvaluateComprehension(m, node);
    case NodeKind::kWalrus: {
      Val value = Evaluate(m, syntax.child(node, 1));
      BindOutside(m, syntax.child(node, 0), value);
      return value;
    }
    case NodeKind::kAwait:
    case NodeKind::kSplat:
      return Evaluate(m, syntax.child(node, 0));
    case NodeKind::kYield:
      return EvaluateYield(m, node);
    default:
      for (size_t i = 0; i < syntax.count(node); ++i) Evaluate(m, syntax.child(node, i));
      return Opaque(m, node);
  }
}

}  // namespace

// With a type, the value is still the reads' (converted); without, it is derived from them.
Val Opaque(Machine& m, NodeId node, Val from, ValueType type) {
  const bool converted = from != nullptr && type != ValueType::kUnknown;
  std::vector<uint32_t> events;
  if (converted) events = EventsOf(from);
  const bool derived = from != nullptr && !converted && IsMadeOfReads(from);
  if (derived) return m.values.MadeOf(m.run.frame->unit, node, true, std::array{from});
  return m.values.Unknown(m.run.frame->unit, node, type, std::move(events));
}

Val Evaluate(Machine& m, NodeId expression) {
  constexpr int kDeepest = 4000;  // of nested evaluations: bounded by a thread's stack
  Tick(m);
  if (m.run.over || m.run.nesting > kDeepest) return m.values.unknown();
  ++m.run.nesting;
  struct Leave {
    int& nesting;
    ~Leave() { --nesting; }
  } leave{m.run.nesting};
  Val value = EvaluateKind(m, expression);
  return m.run.over ? m.values.unknown() : value;
}

}  // namespace flagcensus
