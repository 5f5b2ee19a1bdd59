// Operators, comparisons, truth.
#include <algorithm>
#include <cmath>

#include "analyzer/base/text.h"
#include "analyzer/machine/python/machine.h"

namespace flagcensus {
namespace {

const Syntax& OperatorSyntax(const Machine& m) {
  return m.units[static_cast<size_t>(m.frame->unit)].syntax();
}

// nullopt: it does not fit, or has no meaning.
std::optional<int64_t> Arithmetic(std::string_view operation, int64_t a, int64_t b) {
  int64_t out = 0;
  if (operation == "+") return __builtin_add_overflow(a, b, &out) ? std::nullopt : std::optional(out);
  if (operation == "-") return __builtin_sub_overflow(a, b, &out) ? std::nullopt : std::optional(out);
  if (operation == "*") return __builtin_mul_overflow(a, b, &out) ? std::nullopt : std::optional(out);
  if (operation == "|") return a | b;
  if (operation == "&") return a & b;
  if (operation == "^") return a ^ b;
  if (operation == "<<") {
    if (b < 0 || b > 62 || a < 0 || a > (INT64_MAX >> b)) return std::nullopt;
    return a << b;
  }
  if (operation == ">>") return b < 0 || b > 62 ? std::nullopt : std::optional(a >> b);
  if ((operation == "//" || operation == "%") && b != 0 && a >= 0 && b > 0) {
    return operation == "%" ? a % b : a / b;
  }
  if (operation != "**" || b < 0 || b > 62) return std::nullopt;
  out = 1;
  for (int64_t i = 0; i < b; ++i) {
    if (__builtin_mul_overflow(out, a, &out)) return std::nullopt;
  }
  return out;
}

bool IsNumber(const ConstantVal& value) {
  return value.type == ConstantType::kInteger || value.type == ConstantType::kFloat ||
         value.type == ConstantType::kBool;
}

double NumberOf(const ConstantVal& value) {
  return value.type == ConstantType::kFloat ? value.real : static_cast<double>(value.integer);
}

bool IsTextual(Val value) { return AsTextConstant(value) != nullptr || AsTextWithHoles(value); }

// "ab" * 3; nullptr: it is none, or too long.
Val Repeated(Machine& m, const ConstantVal& text, const ConstantVal& times) {
  constexpr size_t kLongest = 4096;
  if (text.type != ConstantType::kText || times.type != ConstantType::kInteger) return nullptr;
  const std::string& one = m.symbols.TextOf(text.text);
  const auto count = static_cast<size_t>(std::max<int64_t>(times.integer, 0));
  if (count > kLongest || one.size() * count > kLongest) return nullptr;
  std::string out;
  for (size_t i = 0; i < count; ++i) out += one;
  return m.values.Text(m.symbols.Intern(out), text.mark);
}

Val OperateOnConstants(Machine& m, std::string_view operation, const ConstantVal& a,
                       const ConstantVal& b, NodeId node) {
  if (operation == "*") {
    if (Val text = Repeated(m, a, b)) return text;
    if (Val text = Repeated(m, b, a)) return text;
  }
  const bool integers = a.type != ConstantType::kFloat && b.type != ConstantType::kFloat;
  if (IsNumber(a) && IsNumber(b) && integers) {
    if (const auto result = Arithmetic(operation, a.integer, b.integer)) {
      return m.values.Integer(*result);
    }
  }
  return Opaque(m, node);
}

// A test of which nothing is known but whether a variable's value is among what it compares.
Val UnknownTest(Machine& m, NodeId node, Val a, Val b) {
  const bool derived = IsMadeOfReads(a) || IsMadeOfReads(b);
  if (!derived) return m.values.unknown();
  return m.values.Unknown(m.frame->unit, node, ValueType::kUnknown, {}, true);
}

Val OperateOnLeaves(Machine& m, std::string_view operation, Val a, Val b, NodeId node) {
  if (operation == "+") {
    const bool textual = IsTextual(a) || IsTextual(b);
    const auto joins = [](Val v) { return IsTextual(v) || AsUnknown(v) != nullptr; };
    if (textual && joins(a) && joins(b)) return JoinTexts(m, {a, b}, node);
    const SequenceObject* left = AsSequence(a);
    const SequenceObject* right = AsSequence(b);
    if (left != nullptr && right != nullptr) {
      std::vector<Val> items = ItemsOf(*left);
      items.insert(items.end(), ItemsOf(*right).begin(), ItemsOf(*right).end());
      Val more = MoreOf(*left);
      if (Val other = MoreOf(*right)) {
        more = more == nullptr ? other : Join(m.values, more, other);
      }
      return m.heap.Sequence(left->sequence, std::move(items), more);
    }
  }
  if (operation == "%" && IsTextual(a)) return PercentFormat(m, a, b, node);
  if (operation == "|" && (AsMapping(a) != nullptr || AsEnvironment(a) != nullptr)) {
    Val copy = CopyMapping(m, a);
    CallArguments from;
    from.positional.push_back(b);
    UpdateMapping(m, copy, from, node);
    return copy;
  }
  if (const InstanceObject* instance = AsInstance(a); instance != nullptr && operation == "/") {
    Val method = FindInClass(m, instance->type, m.symbols.Intern("__truediv__"));
    if (method != nullptr) return CallMethod(m, a, m.symbols.Intern("__truediv__"), {b}, node);
  }
  const ConstantVal* x = AsConstant(a);
  const ConstantVal* y = AsConstant(b);
  // pathlib: a path of which the text is known is that text.
  if (operation == "/" && AsTextConstant(a) != nullptr && AsTextConstant(b) != nullptr) {
    CallArguments pieces;
    pieces.positional = {a, b};
    const LibraryVal* join = AsLibrary(m.values.Library(m.symbols.Intern("os.path.join")));
    return CallLibrary(m, *join, pieces, node);
  }
  if (x != nullptr && y != nullptr) return OperateOnConstants(m, operation, *x, *y, node);
  const bool derived = IsMadeOfReads(a) || IsMadeOfReads(b);
  return m.values.Unknown(m.frame->unit, node, ValueType::kUnknown, {}, derived);
}

// Objects that are told apart by what they are.
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

// nullopt: they may be equal or not.
std::optional<bool> AreEqual(Val a, Val b) {
  const ConstantVal* x = AsConstant(a);
  const ConstantVal* y = AsConstant(b);
  if (x != nullptr && y != nullptr) {
    // Of a soft constant its kind alone is certain, and of a soft None nothing.
    const bool none = IsNone(a) || IsNone(b);
    const bool open = none ? (IsNone(a) && x->soft) || (IsNone(b) && y->soft) : x->soft || y->soft;
    return open ? std::nullopt : std::optional(EqualConstants(*x, *y).value_or(false));
  }
  if ((x != nullptr && ObjectOf(b) != nullptr) || (y != nullptr && ObjectOf(a) != nullptr) ||
      (x != nullptr && AsEnvironment(b)) || (y != nullptr && AsEnvironment(a))) {
    const InstanceObject* member = AsInstance(x != nullptr ? b : a);
    if (member != nullptr && member->member_value != nullptr) return std::nullopt;
    return false;
  }
  if (IsIdentity(a) && IsIdentity(b)) {
    if (ObjectOf(a) == ObjectOf(b)) return true;
    return IsGeneric(a) || IsGeneric(b) ? std::nullopt : std::optional(false);
  }
  const LibraryVal* p = AsLibrary(a);
  const LibraryVal* q = AsLibrary(b);
  if (p != nullptr && q != nullptr && p->arguments.positional.empty() && p->unit < 0 && q->unit < 0) {
    return p->path == q->path;
  }
  // What a variable gives where it is set is no None; nor is a key of the environment.
  const bool x_none = IsNone(a);
  const UnknownVal* value = AsUnknown(x_none ? b : a);
  if ((x_none || IsNone(b)) && value != nullptr && !value->events.empty() &&
      value->type != ValueType::kUnknown) {
    return false;
  }
  if ((x_none || IsNone(b)) && AsTextWithHoles(x_none ? b : a) != nullptr) {
    const TextVal* text = AsTextWithHoles(x_none ? b : a);
    const bool parameter = text->parts.size() == 1 &&
                           text->parts[0].kind == TextPart::Kind::kParameter &&
                           text->parts[0].steps.empty();
    if (!parameter) return false;
  }
  return std::nullopt;
}

// if key not in NAMES: continue
bool LeavesOut(const Machine& m, NodeId test) {
  const PythonUnit& unit = m.units[static_cast<size_t>(m.frame->unit)];
  const NodeId statement = unit.parent[test];
  const Syntax& syntax = unit.syntax();
  if (statement == kNoNode || syntax.kind(statement) != NodeKind::kIf) return false;
  const NodeId block = syntax.child(statement, 1);
  if (syntax.count(block) == 0) return false;
  const NodeKind last = syntax.kind(syntax.child(block, syntax.count(block) - 1));
  return last == NodeKind::kContinue || last == NodeKind::kReturn || last == NodeKind::kRaise;
}

bool IsAnyKey(Val value) {
  const TextVal* text = AsTextWithHoles(value);
  return text != nullptr && text->parts.size() == 1 && text->parts[0].kind == TextPart::Kind::kKey &&
         text->parts[0].prefix == 0;
}

// Which keys of the environment count, what is not known says: any may be meant.
void MeetUnknown(Machine& m, Val key, Val container, NodeId node) {
  const bool unknown = AsLibrary(container) != nullptr ||
                       (AsUnknown(container) != nullptr && !IsMadeOfReads(container));
  if (!unknown || !IsAnyKey(key)) return;
  const Syntax& syntax = OperatorSyntax(m);
  Emission read;
  read.name = key;
  read.node = node;
  read.via = m.symbols.Intern("in " + Unparse(syntax, syntax.child(node, 1)));
  Emit(m, read);
}

// A key of the environment is one of several texts.
void MeetKeys(Machine& m, Val key, Val container, NodeId node) {
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
  MeetKey(m, a, b, node);
  MeetKey(m, b, a, node);
  if (operation == "==" || operation == "is" || negated) {
    const std::optional<bool> equal = AreEqual(a, b);
    return equal ? m.values.boolean(*equal != negated) : UnknownTest(m, node, a, b);
  }
  const ConstantVal* x = AsConstant(a);
  const ConstantVal* y = AsConstant(b);
  if (x == nullptr || y == nullptr || !IsNumber(*x) || !IsNumber(*y)) return UnknownTest(m, node, a, b);
  if (x->soft || y->soft) return m.values.unknown();
  const double p = NumberOf(*x);
  const double q = NumberOf(*y);
  if (operation == "<") return m.values.boolean(p < q);
  if (operation == "<=") return m.values.boolean(p <= q);
  if (operation == ">") return m.values.boolean(p > q);
  if (operation == ">=") return m.values.boolean(p >= q);
  return m.values.unknown();
}

Val TruthOfLeaf(Machine& m, Val value) {
  if (const ConstantVal* constant = AsConstant(value)) {
    if (constant->soft && constant->type != ConstantType::kText) return m.values.unknown();
    switch (constant->type) {
      case ConstantType::kNone:
        return m.values.boolean(false);
      case ConstantType::kFloat:
        return m.values.boolean(constant->real != 0);
      case ConstantType::kText:
        return m.values.boolean(constant->text != 0);
      case ConstantType::kEllipsis:
        return m.values.boolean(true);
      default:
        return m.values.boolean(constant->integer != 0);
    }
  }
  if (const TextVal* text = AsTextWithHoles(value)) {
    const bool literal = std::any_of(text->parts.begin(), text->parts.end(), [](const TextPart& p) {
      return p.kind == TextPart::Kind::kLiteral;
    });
    return literal ? m.values.boolean(true) : m.values.unknown();
  }
  if (const SequenceObject* sequence = AsSequence(value)) {
    const bool known = MoreOf(*sequence) == nullptr && !sequence->kept;
    if (known) return m.values.boolean(!ItemsOf(*sequence).empty());
    return ItemsOf(*sequence).empty() ? m.values.unknown() : m.values.boolean(true);
  }
  if (const MappingObject* mapping = AsMapping(value)) {
    const auto certain = [](const SlotMap::Entry& entry) {
      return entry.second != nullptr && !HasAbsent(entry.second) &&
             entry.first.kind != SlotKey::Kind::kRest && entry.first.kind != SlotKey::Kind::kOther;
    };
    const auto& entries = mapping->slots.entries();
    if (std::any_of(entries.begin(), entries.end(), certain)) return m.values.boolean(true);
    const bool empty = std::all_of(entries.begin(), entries.end(),
                                   [](const SlotMap::Entry& e) { return e.second == nullptr; });
    return empty && !mapping->open ? m.values.boolean(false) : m.values.unknown();
  }
  if (const InstanceObject* instance = AsInstance(value)) {
    const bool plain = LibraryBasesOf(instance->type).empty() &&
                       FindInClass(m, instance->type, m.symbols.Intern("__bool__")) == nullptr &&
                       FindInClass(m, instance->type, m.symbols.Intern("__len__")) == nullptr;
    return plain ? m.values.boolean(true) : m.values.unknown();
  }
  if (ObjectOf(value) != nullptr || value->kind == ValKind::kBound) return m.values.boolean(true);
  return IsAbsent(value) ? m.values.boolean(false) : m.values.unknown();
}

}  // namespace

Val TruthOf(Machine& m, Val value) {
  return Lift1(m.values, value, [&](Val leaf) { return TruthOfLeaf(m, leaf); });
}

Val Operate(Machine& m, std::string_view operation, Val left, Val right, NodeId node) {
  if (m.over) return m.values.unknown();
  return Lift2(m.values, left, right,
               [&](Val a, Val b) { return OperateOnLeaves(m, operation, a, b, node); });
}

namespace {

// What a comparison makes of a read that raises where nothing is set stays that read's value: a test
// around it may give another in its place.
Val OfRequired(Machine& m, Val result, Val operand, NodeId node) {
  const FacetVal* facet = AsFacet(result);
  const FacetVal* read = AsFacet(operand);
  const bool same = facet != nullptr && read != nullptr && facet->variable == read->variable;
  if (!same || !IsRaises(facet->unset) || AsUnknown(facet->set) == nullptr) return result;
  const UnknownVal* set = AsUnknown(read->set);
  if (set == nullptr || set->derived || set->events.empty()) return result;
  Val truth = m.values.Unknown(m.frame->unit, node, ValueType::kBool, set->events);
  return m.values.Facet(facet->variable, truth, facet->unset);
}

}  // namespace

Val Compare(Machine& m, NodeId node) {
  const Syntax& syntax = OperatorSyntax(m);
  const std::vector<std::string_view> operations = Split(syntax.text(node), ',');
  Val left = Evaluate(m, syntax.child(node, 0));
  Val result = nullptr;
  for (size_t i = 1; i < syntax.count(node); ++i) {
    const std::string operation(i - 1 < operations.size() ? Trim(operations[i - 1]) : "");
    Val right = Evaluate(m, syntax.child(node, i));
    Val one = nullptr;
    NoteCompared(m, operation, {left, syntax.child(node, i - 1)}, {right, syntax.child(node, i)});
    if (operation == "in" || operation == "not in") {
      if (operation == "in" || LeavesOut(m, node)) MeetKeys(m, left, right, node);
      one = Lift1(m.values, right, [&](Val container) { return ContainedIn(m, container, left, node); });
      if (operation == "not in") one = Negate(m.values, one);
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

Val InMapping(Machine& m, const MappingObject& mapping, Val element, NodeId node) {
  const std::optional<SlotKey> key = KeyOf(element);
  Val rest = mapping.slots.Get(kRestSlot);
  Val held = key ? mapping.slots.Get(*key) : nullptr;
  if (AsEnvironment(rest) != nullptr && (held == nullptr || HasAbsent(held))) {
    Emission test;
    test.op = AccessOp::kTest;
    test.name = element;
    test.node = node;
    test.via = AccessorName(m, mapping.self, "", "in ");
    return Emit(m, test);
  }
  if (!key) {
    for (const auto& one : mapping.keys) MeetKey(m, element, one.second, node);
    return m.values.unknown();
  }
  if (held == nullptr) {
    const bool closed = rest == nullptr && !mapping.open && !mapping.slots.Get(kOtherSlot);
    return closed ? m.values.boolean(false) : m.values.unknown();
  }
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
    const std::optional<bool> equal =
        AsConstant(element) != nullptr && AsConstant(item) != nullptr
            ? EqualConstants(*AsConstant(element), *AsConstant(item))
            : std::nullopt;
    if (equal == true) return m.values.boolean(true);
    known = known && equal.has_value();
  }
  return known ? m.values.boolean(false) : UnknownTest(m, node, element, element);
}

}  // namespace

Val ContainedIn(Machine& m, Val container, Val element, NodeId node) {
  if (AsEnvironment(container) != nullptr) {
    Emission test;
    test.op = AccessOp::kTest;
    test.name = element;
    test.node = node;
    test.via = AccessorName(m, container, "", "in ");
    return Emit(m, test);
  }
  if (const MappingObject* mapping = AsMapping(container)) {
    return Lift1(m.values, element, [&](Val one) { return InMapping(m, *mapping, one, node); });
  }
  if (const SequenceObject* sequence = AsSequence(container)) {
    return Lift1(m.values, element, [&](Val one) { return InSequence(m, *sequence, one, node); });
  }
  if (const ConstantVal* text = AsTextConstant(container)) {
    return Lift1(m.values, element, [&](Val one) -> Val {
      const ConstantVal* part = AsTextConstant(one);
      if (part == nullptr) return m.values.unknown();
      const bool inside =
          m.symbols.TextOf(text->text).find(m.symbols.TextOf(part->text)) != std::string::npos;
      return m.values.boolean(inside);
    });
  }
  if (const InstanceObject* instance = AsInstance(container)) {
    const Symbol contains = m.symbols.Intern("__contains__");
    if (FindInClass(m, instance->type, contains) != nullptr) {
      return CallMethod(m, container, contains, {element}, node);
    }
    if (InheritsFromMapping(m, *instance, "__contains__")) {
      CallArguments arguments;
      arguments.positional.push_back(element);
      return CallMappingObject(m, container, "__contains__", arguments, node);
    }
  }
  return m.values.unknown();
}

}  // namespace flagcensus
