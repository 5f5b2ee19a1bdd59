// Comparisons: equality, order and membership (Python Language Reference, 6.10).
//
//   F(APP_A, a text, None) is None     ─→ F(APP_A, false, true)
//   mode == "fast"                     ─→ F(APP_MODE, unknown, false); "fast" is a word of APP_MODE
//   "APP_A" in os.environ              ─→ a test of APP_A
//   key == "APP_A", key of os.environ  ─→ a read of APP_A: the loop's body uses its value
//
// A result is unknown (nullopt) unless it is certain: a wrong one would hide a branch.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "analyzer/base/embedded_lists.h"
#include "analyzer/base/text.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {

bool IsSentinel(const SymbolTable& symbols, Val value) {
  const LibraryVal* made = AsLibrary(value);
  return made != nullptr && made->unit >= 0 && symbols.TextOf(made->path) == "object()";
}

// Marks of libraries for "no value was passed". Like None, they are not a default.
bool IsMarkOfNothing(const SymbolTable& symbols, Val value) {
  static const std::set<std::string, std::less<>> kMarks = [] {
    const auto lists = EmbeddedLists("python/marks.toml");
    const std::vector<std::string>& marks = lists.at("nothing");
    return std::set<std::string, std::less<>>(marks.begin(), marks.end());
  }();
  bool marks = false;
  bool other = false;
  // All alternatives have to be marks or None.
  ForEachLeaf(value, [&](Val leaf) {
    const LibraryVal* library = AsLibrary(leaf);
    const bool mark =
        IsSentinel(symbols, leaf) || (library != nullptr && library->unit < 0 &&
                                      kMarks.count(symbols.TextOf(library->path)) > 0);
    marks = marks || mark;
    other = other || (!mark && !IsNone(leaf));
  });
  return marks && !other;
}

// Upwards from the test: through `not`, `and` and `or`, to the `if` or the comprehension's clause.
bool IsOmitted(const PythonUnit& unit, NodeId test, bool opposite) {
  const Syntax& syntax = unit.syntax();
  NodeId node = test;
  NodeId up = unit.ParentOf(node);
  while (up != kNoNode && (syntax.kind(up) == NodeKind::kNot || syntax.kind(up) == NodeKind::kAnd ||
                           syntax.kind(up) == NodeKind::kOr)) {
    if (syntax.kind(up) == NodeKind::kNot) opposite = !opposite;
    node = up;
    up = unit.ParentOf(node);
  }
  if (up == kNoNode) return false;
  // A clause keeps the elements for which its test is true.
  if (syntax.kind(up) == NodeKind::kClause) return opposite;
  if (syntax.kind(up) != NodeKind::kIf || syntax.child(up, 0) != node) return false;
  const NodeId block = syntax.child(up, 1);
  const size_t count = syntax.count(block);
  const NodeKind last = count == 0 ? NodeKind::kNone : syntax.kind(syntax.child(block, count - 1));
  const bool leaves =
      last == NodeKind::kContinue || last == NodeKind::kReturn || last == NodeKind::kRaise;
  // `if key == "A":` with a body and no else: the other keys are skipped, unless the body is the
  // one that leaves.
  if (opposite) return !leaves && syntax.count(up) == 2;
  return last == NodeKind::kContinue && count == 1;
}

namespace {

// Objects that are compared by identity: all but sequences.
bool IsIdentity(Val value) {
  const HeapObject* object = ObjectOf(value);
  return object != nullptr && object->kind != ObjectKind::kSequence;
}

bool IsGeneric(Val value) {
  const InstanceObject* instance = AsInstance(value);
  return instance != nullptr && instance->generic;
}

std::optional<bool> EqualConstants(const ConstantVal& x, const ConstantVal& y) {
  if (IsNumber(x) && IsNumber(y)) return NumberOf(x) == NumberOf(y);
  return SameVal(&x, &y);
}

// Whether `other` is that sentinel; nullopt: that is not known. A value that a variable is set to
// is not a sentinel, nor is a constant or an object of the tree.
std::optional<bool> IsThatSentinel(const SymbolTable& symbols, Val sentinel, Val other) {
  if (IsSentinel(symbols, other)) {
    const LibraryVal* p = AsLibrary(sentinel);
    const LibraryVal* q = AsLibrary(other);
    return p->unit == q->unit && p->node == q->node;
  }
  const bool known = AsConstant(other) != nullptr || ObjectOf(other) != nullptr ||
                     (AsUnknown(other) != nullptr && !AsUnknown(other)->events.empty()) ||
                     (AsLibrary(other) != nullptr && AsLibrary(other)->unit < 0);
  return known ? std::optional(false) : std::nullopt;
}

// nullopt: they may be equal or not.
std::optional<bool> AreEqual(const SymbolTable& symbols, Val a, Val b) {
  if (IsSentinel(symbols, a)) return IsThatSentinel(symbols, a, b);
  if (IsSentinel(symbols, b)) return IsThatSentinel(symbols, b, a);
  // Constants; then objects of different kinds; identity; libraries; and what is known about a
  // variable's value.
  const ConstantVal* x = AsConstant(a);
  const ConstantVal* y = AsConstant(b);
  if (x != nullptr && y != nullptr) {
    // Only the kind of a soft constant is certain: it may be a different text, but it is not None.
    // A soft None may be anything.
    const bool none = IsNone(a) || IsNone(b);
    const bool open = none ? (IsNone(a) && x->soft) || (IsNone(b) && y->soft) : x->soft || y->soft;
    return open ? std::nullopt : std::optional(EqualConstants(*x, *y).value_or(false));
  }
  if ((x != nullptr && ObjectOf(b) != nullptr) || (y != nullptr && ObjectOf(a) != nullptr) ||
      (x != nullptr && AsEnvironment(b)) || (y != nullptr && AsEnvironment(a))) {
    // A member of an enumeration of texts may equal a text.
    const InstanceObject* member = AsInstance(x != nullptr ? b : a);
    if (member != nullptr && member->member_value != nullptr) return std::nullopt;
    return false;
  }
  if (IsIdentity(a) && IsIdentity(b)) {
    if (ObjectOf(a) == ObjectOf(b)) return true;
    // A generic object represents any object of its class.
    return IsGeneric(a) || IsGeneric(b) ? std::nullopt : std::optional(false);
  }
  const LibraryVal* p = AsLibrary(a);
  const LibraryVal* q = AsLibrary(b);
  // Library paths are equal by name: sys.platform is sys.platform.
  if (p != nullptr && q != nullptr && p->arguments.positional.empty() && p->unit < 0 &&
      q->unit < 0) {
    return p->path == q->path;
  }
  // A variable's value is not None if the variable is set; nor is a key of the environment.
  const bool x_none = IsNone(a);
  const UnknownVal* value = AsUnknown(x_none ? b : a);
  if ((x_none || IsNone(b)) && value != nullptr && !value->events.empty() &&
      value->type != ValueType::kUnknown) {
    return false;
  }
  if ((x_none || IsNone(b)) && AsTextWithHoles(x_none ? b : a) != nullptr) {
    const TextVal* text = AsTextWithHoles(x_none ? b : a);
    // An argument may be None; a text that contains one is not.
    const bool parameter = text->parts.size() == 1 &&
                           text->parts[0].kind == TextPart::Kind::kParameter &&
                           text->parts[0].steps.empty();
    if (!parameter) return false;
  }
  return std::nullopt;
}

// Whether the test ends the round or function: `if key not in NAMES: continue`. The rest is then
// below `key in NAMES`.
bool LeavesOut(const Machine& m, NodeId test) {
  const PythonUnit& unit = UnitHere(m);
  // The test has to be the whole test of the statement.
  const NodeId statement = unit.ParentOf(test);
  const Syntax& syntax = unit.syntax();
  if (statement == kNoNode || syntax.kind(statement) != NodeKind::kIf) return false;
  const NodeId block = syntax.child(statement, 1);
  if (syntax.count(block) == 0) return false;
  const NodeKind last = syntax.kind(syntax.child(block, syntax.count(block) - 1));
  return last == NodeKind::kContinue || last == NodeKind::kReturn || last == NodeKind::kRaise;
}

bool IsAnyKey(Val value) {
  const TextVal* text = AsTextWithHoles(value);
  return text != nullptr && text->parts.size() == 1 &&
         text->parts[0].kind == TextPart::Kind::kKey && text->parts[0].prefix == 0;
}

// A key of the environment is compared with something unknown: any variable can match, so a read of
// an unknown name is reported. A key with a known prefix is a family already.
void MeetUnknown(Machine& m, Val key, Val container, NodeId node) {
  const bool unknown = AsLibrary(container) != nullptr ||
                       (AsUnknown(container) != nullptr && !IsMadeOfReads(container));
  if (!unknown || !IsAnyKey(key)) return;
  const Syntax& syntax = SyntaxHere(m);
  Emission read;
  read.name = key;
  read.node = node;
  read.via = m.symbols.Intern("in " + Unparse(syntax, syntax.child(node, 1)));
  Emit(m, read);
}

// A key of the environment is one of several texts: each of these is a variable.
void MeetKeys(Machine& m, Val key, Val container, NodeId node) {
  // Each possible container, and each of its elements.
  ForEachLeaf(container, [&](Val leaf) {
    const SequenceObject* sequence = AsSequence(leaf);
    if (sequence == nullptr) {
      ForEachLeaf(key, [&](Val one) { MeetUnknown(m, one, leaf, node); });
      return;
    }
    const std::vector<Val> items = ItemsOf(*sequence);
    ForEachLeaf(key, [&](Val one) {
      for (Val item : items) MeetKey(m, one, item, node);
    });
  });
}

Val CompareLeaves(Machine& m, const std::string& operation, Val a, Val b, NodeId node) {
  const bool negated = operation == "!=" || operation == "is not";
  // `if key != "A":` that keeps the other keys does not read A.
  if (operation != "!=" || !IsOmitted(UnitHere(m), node, true)) {
    MeetKey(m, a, b, node);
    MeetKey(m, b, a, node);
  }
  // Equality is decided if possible; otherwise the result depends on the operands' reads.
  if (operation == "==" || operation == "is" || negated) {
    const std::optional<bool> equal = AreEqual(m.symbols, a, b);
    return equal ? m.values.boolean(*equal != negated) : UnknownTest(m, node, a, b);
  }
  const ConstantVal* x = AsConstant(a);
  const ConstantVal* y = AsConstant(b);
  if (x == nullptr || y == nullptr || !IsNumber(*x) || !IsNumber(*y))
    return UnknownTest(m, node, a, b);
  // Soft numbers may be replaced by other code.
  if (x->soft || y->soft) return m.values.unknown();
  const double p = NumberOf(*x);
  const double q = NumberOf(*y);
  if (operation == "<") return m.values.boolean(p < q);
  if (operation == "<=") return m.values.boolean(p <= q);
  if (operation == ">") return m.values.boolean(p > q);
  if (operation == ">=") return m.values.boolean(p >= q);
  return m.values.unknown();
}

// The comparison of a read that raises if nothing is set is still that read's value: code around it
// may replace the exception.
Val OfRequired(Machine& m, Val result, Val operand, NodeId node) {
  const FacetVal* facet = AsFacet(result);
  const FacetVal* read = AsFacet(operand);
  const bool same = facet != nullptr && read != nullptr && facet->variable == read->variable;
  if (!same || !IsRaises(facet->unset) || AsUnknown(facet->set) == nullptr) return result;
  const UnknownVal* set = AsUnknown(read->set);
  if (set == nullptr || set->derived || set->events.empty()) return result;
  Val truth = m.values.Unknown(m.run.frame->unit, node, ValueType::kBool, set->events);
  return m.values.Facet(facet->variable, truth, facet->unset);
}

// A negated truth. An element of an unknown mapping remains one: it decides the test either way.
Val Negated(ValuePool& values, Val truth) {
  return Lift1(values, truth, [&](Val leaf) -> Val {
    const UnknownVal* unknown = AsUnknown(leaf);
    return unknown != nullptr && unknown->held ? leaf : Negate(values, leaf);
  });
}

}  // namespace

Val IsAmongLiterals(Machine& m, Val subject, NodeId subject_node, std::span<const NodeId> literals,
                    NodeId node) {
  const Syntax& syntax = SyntaxHere(m);
  Val none_of = m.values.boolean(true);
  for (const NodeId literal : literals) {
    const std::string operation = syntax.kind(literal) == NodeKind::kString ? "==" : "is";
    Val right = Evaluate(m, literal);
    NoteCompared(m, operation, {subject, subject_node}, {right, literal});
    Val one = Lift2(m.values, subject, right,
                    [&](Val a, Val b) { return CompareLeaves(m, operation, a, b, node); });
    none_of = Both(m.values, none_of, Negated(m.values, one));
  }
  return Negated(m.values, none_of);
}

// a < b < c is a < b and b < c; the operations are in the node's text, separated by commas.
Val Compare(Machine& m, NodeId node) {
  // The first operand of each comparison is the second one of the comparison before.
  const Syntax& syntax = SyntaxHere(m);
  std::string_view operations = syntax.text(node);
  Val left = Evaluate(m, syntax.child(node, 0));
  Val result = nullptr;
  for (size_t i = 1; i < syntax.count(node); ++i) {
    const size_t comma = std::min(operations.find(','), operations.size());
    const std::string operation(Trim(operations.substr(0, comma)));
    operations.remove_prefix(std::min(comma + 1, operations.size()));
    Val right = Evaluate(m, syntax.child(node, i));
    Val one = nullptr;
    NoteCompared(m, operation, {left, syntax.child(node, i - 1)}, {right, syntax.child(node, i)});
    if (operation == "in" || operation == "not in") {
      // `key in NAMES` reads each of the names, `key not in NAMES` if the branch skips the others.
      if (operation == "in" || LeavesOut(m, node)) MeetKeys(m, left, right, node);
      one = Lift1(m.values, right,
                  [&](Val container) { return ContainedIn(m, container, left, node); });
      if (operation == "not in") one = Negated(m.values, one);
    } else {
      one = Lift2(m.values, left, right,
                  [&](Val a, Val b) { return CompareLeaves(m, operation, a, b, node); });
      one = OfRequired(m, one, left, node);
    }
    result = result == nullptr ? one : Both(m.values, result, one);
    left = right;
  }
  return result == nullptr ? m.values.unknown() : result;
}

namespace {

// The element is a key of a copy of the environment: a test of that variable. Otherwise the
// mapping's keys decide, as far as they are known.
Val InMapping(Machine& m, const MappingObject& mapping, Val element, NodeId node) {
  // A known key is in the mapping, absent, or on some branch only.
  const std::optional<SlotKey> key = KeyOf(element);
  Val rest = mapping.slots.Get(kRestSlot);
  Val held = key ? mapping.slots.Get(*key) : nullptr;
  Val made = held == nullptr ? NameAmong(m, rest, element) : nullptr;
  if (made != nullptr || (AsEnvironment(rest) != nullptr && (held == nullptr || HasAbsent(held)))) {
    Emission test;
    test.op = AccessOp::kTest;
    test.name = made == nullptr ? element : made;
    test.node = node;
    test.via = AccessorName(m.symbols, mapping.self, "", "in ");
    return Emit(m, test);
  }
  if (!key) {
    MeetRows(m, mapping, element, node);
    return m.values.unknown();
  }
  if (held == nullptr) {
    const bool closed = rest == nullptr && !mapping.open && !mapping.slots.Get(kOtherSlot);
    return closed ? m.values.boolean(false) : m.values.unknown();
  }
  // A key that was stored on one side of a test is in the mapping on that side.
  if (const FacetVal* facet = AsFacet(held); facet != nullptr && HasAbsent(held)) {
    return m.values.Facet(facet->variable, m.values.boolean(!HasAbsent(facet->set)),
                          HasAbsent(facet->unset) ? m.values.boolean(!IsAbsent(facet->unset))
                                                  : m.values.boolean(true));
  }
  return HasAbsent(held) ? m.values.unknown() : m.values.boolean(true);
}

Val InSequence(Machine& m, const SequenceObject& sequence, Val element, NodeId node) {
  bool known = MoreOf(sequence) == nullptr;
  for (Val item : ItemsOf(sequence)) {
    const std::optional<bool> equal = AsConstant(element) != nullptr && AsConstant(item) != nullptr
                                          ? EqualConstants(*AsConstant(element), *AsConstant(item))
                                          : std::nullopt;
    // One equal element suffices; `false` needs all of them to be known and different.
    if (equal == true) return m.values.boolean(true);
    known = known && equal.has_value();
  }
  return known ? m.values.boolean(false) : UnknownTest(m, node, element, element);
}

}  // namespace

Val ContainedIn(Machine& m, Val container, Val element, NodeId node) {
  // The kind of container decides.
  if (AsEnvironment(container) != nullptr) {
    Emission test;
    test.op = AccessOp::kTest;
    test.name = element;
    test.node = node;
    test.via = AccessorName(m.symbols, container, "", "in ");
    return Emit(m, test);
  }
  if (const MappingObject* mapping = AsMapping(container)) {
    return Lift1(m.values, element, [&](Val one) { return InMapping(m, *mapping, one, node); });
  }
  if (const SequenceObject* sequence = AsSequence(container)) {
    return Lift1(m.values, element, [&](Val one) { return InSequence(m, *sequence, one, node); });
  }
  // A substring of a text.
  if (const ConstantVal* text = AsTextConstant(container)) {
    return Lift1(m.values, element, [&](Val one) -> Val {
      const ConstantVal* part = AsTextConstant(one);
      if (part == nullptr) return m.values.unknown();
      const bool inside =
          m.symbols.TextOf(text->text).find(m.symbols.TextOf(part->text)) != std::string::npos;
      return m.values.boolean(inside);
    });
  }
  if (const LibraryVal* library = AsLibrary(container)) {
    ForEachLeaf(element, [&](Val one) { MeetDefined(m, *library, one, node); });
  }
  if (const InstanceObject* instance = AsInstance(container)) {
    const Symbol contains = m.symbols.Intern("__contains__");
    if (FindInClass(m, instance->type, contains) != nullptr) {
      return CallMethod(m, container, contains, {element}, node);
    }
    if (InheritsFromMapping(m.symbols, *instance, "__contains__")) {
      CallArguments arguments;
      arguments.positional.push_back(element);
      return CallMappingObject(m, container, "__contains__", arguments, node);
    }
  }
  return m.values.unknown();
}

}  // namespace flagcensus
