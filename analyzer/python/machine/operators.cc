// Operators and truth.
//
//   "APP_" + name             ─→ a text of two parts
//   5 * 60, 1 << 20           ─→ the number: defaults are often written as products
//   {"A", "B"} & set(env)     ─→ a test of each name, if env is the environment
//   base | {"A": "1"}         ─→ a copy of the mapping, updated
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "analyzer/base/text.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// nullopt: the result does not fit, or is undefined. Negative operands of // and % are not
// computed: C++ rounds differently.
std::optional<int64_t> Arithmetic(std::string_view operation, int64_t a, int64_t b) {
  int64_t out = 0;
  if (operation == "+")
    return __builtin_add_overflow(a, b, &out) ? std::nullopt : std::optional(out);
  if (operation == "-")
    return __builtin_sub_overflow(a, b, &out) ? std::nullopt : std::optional(out);
  if (operation == "*")
    return __builtin_mul_overflow(a, b, &out) ? std::nullopt : std::optional(out);
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

// For floating-point numbers, and for divisions, which return one; nullopt: as above.
std::optional<double> ArithmeticOfFractions(std::string_view operation, double a, double b) {
  double out = 0;
  if (operation == "+") {
    out = a + b;
  } else if (operation == "-") {
    out = a - b;
  } else if (operation == "*") {
    out = a * b;
  } else if (operation == "/" && b != 0) {
    out = a / b;
  } else if (operation == "//" && b != 0) {
    out = std::floor(a / b);
  } else if (operation == "**") {
    out = std::pow(a, b);
  } else {
    return std::nullopt;
  }
  return std::isfinite(out) ? std::optional(out) : std::nullopt;
}

// As Python spells the number: 30.0, 0.25, 1e+30.
std::string SpelledFraction(double value) {
  std::array<char, 40> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  std::string out(buffer.data(), error == std::errc() ? end : buffer.data());
  if (out.find_first_of(".e") == std::string::npos) out += ".0";
  return out;
}

}  // namespace

bool IsNumber(const ConstantVal& value) {
  return value.type == ConstantType::kInteger || value.type == ConstantType::kFloat ||
         value.type == ConstantType::kBool;
}

double NumberOf(const ConstantVal& value) {
  return value.type == ConstantType::kFloat ? value.real : static_cast<double>(value.integer);
}

namespace {

bool IsTextual(Val value) { return AsTextConstant(value) != nullptr || AsTextWithHoles(value); }

// "ab" * 3; null: the operands are of other types, or the result is too long to be a default.
Val Repeated(Machine& m, const ConstantVal& text, const ConstantVal& times) {
  constexpr size_t kLongest = 4096;
  if (text.type != ConstantType::kText || times.type != ConstantType::kInteger) return nullptr;
  const std::string& one = m.symbols.TextOf(text.text);
  // A negative count gives an empty text.
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
  // Booleans count as numbers.
  const bool integers = a.type != ConstantType::kFloat && b.type != ConstantType::kFloat;
  if (!IsNumber(a) || !IsNumber(b)) return Opaque(m, node);
  if (integers && operation != "/") {
    const auto result = Arithmetic(operation, a.integer, b.integer);
    return result ? m.values.Integer(*result) : Opaque(m, node);
  }
  const auto result = ArithmeticOfFractions(operation, NumberOf(a), NumberOf(b));
  if (!result) return Opaque(m, node);
  return m.values.Float(*result, m.symbols.Intern(SpelledFraction(*result)));
}

}  // namespace

// NAMES & os.environ.keys(): the names that are set; each of them is tested.
Val Intersection(Machine& m, Val a, Val b, NodeId node) {
  std::optional<std::vector<Val>> names = KnownElements(m, a);
  if (!names) {
    std::swap(a, b);
    names = KnownElements(m, a);
  }
  if (!names) return m.values.unknown();
  ForEachLeaf(b, [&](Val leaf) {
    if (!IsEnvironmentLike(leaf)) return;
    for (Val name : *names) ContainedIn(m, leaf, name, node);
  });
  if (names->empty()) return m.heap.Sequence(SequenceKind::kSet, {});
  // Any of them, and possibly none.
  return m.heap.Sequence(SequenceKind::kSet, {}, AnyElement(m, a));
}

// The result of a test that is not known. Derived if a variable's value takes part in it; an
// element of an unknown mapping otherwise stays one.
Val UnknownTest(Machine& m, NodeId node, Val a, Val b) {
  const bool derived = IsMadeOfReads(a) || IsMadeOfReads(b);
  const auto held = [](Val v) { return AsUnknown(v) != nullptr && AsUnknown(v)->held; };
  if (!derived && (held(a) || held(b))) return m.values.Held(m.run.frame->unit, node);
  if (!derived) return m.values.unknown();
  return m.values.Unknown(m.run.frame->unit, node, ValueType::kUnknown, {}, true);
}

namespace {

Val OperateOnLeaves(Machine& m, std::string_view operation, Val a, Val b, NodeId node) {
  // The operators, for the types that the machine knows.
  if (operation == "+") {
    const bool textual = IsTextual(a) || IsTextual(b);
    const auto joins = [](Val v) { return IsTextual(v) || AsUnknown(v) != nullptr; };
    // A text or an unknown value on both sides: a concatenation of texts.
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
  const auto is_set = [](Val v) { return AsSequence(v) != nullptr || IsEnvironmentLike(v); };
  if (operation == "&" && is_set(a) && is_set(b)) return Intersection(m, a, b, node);
  if (operation == "%" && IsTextual(a)) return PercentFormat(m, a, b, node);
  if (operation == "|" && (AsMapping(a) != nullptr || AsEnvironment(a) != nullptr)) {
    Val copy = CopyMapping(m, a);
    CallArguments from;
    from.positional.push_back(b);
    UpdateMapping(m, copy, from, node);
    return copy;
  }
  // Only `/`, which paths overload; other operators of objects are opaque.
  if (const InstanceObject* instance = AsInstance(a); instance != nullptr && operation == "/") {
    Val method = FindInClass(m, instance->type, m.symbols.Intern("__truediv__"));
    if (method != nullptr) return CallMethod(m, a, m.symbols.Intern("__truediv__"), {b}, node);
  }
  const ConstantVal* x = AsConstant(a);
  const ConstantVal* y = AsConstant(b);
  // pathlib: a path of known text is that text.
  if (operation == "/" && AsTextConstant(a) != nullptr && AsTextConstant(b) != nullptr) {
    return JoinPaths(m, {a, b}, node);
  }
  if (x != nullptr && y != nullptr) {
    // A start value remains one: WAIT * 2.
    Val out = OperateOnConstants(m, operation, *x, *y, node);
    return x->start || y->start ? m.values.Start(out) : out;
  }
  const bool derived = IsMadeOfReads(a) || IsMadeOfReads(b);
  return m.values.MadeOf(m.run.frame->unit, node, derived, std::array{a, b});
}

// False needs certainty, as does true: an unknown truth runs both branches.
Val TruthOfLeaf(Machine& m, Val value) {
  if (const ConstantVal* constant = AsConstant(value)) {
    // Soft numbers and None may be something else; a text keeps its truth, because an assignment
    // elsewhere is usually a different text.
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
    // A text with a literal part is not empty.
    return literal ? m.values.boolean(true) : m.values.unknown();
  }
  if (const SequenceObject* sequence = AsSequence(value)) {
    // A list in a field may be filled elsewhere.
    const bool known = MoreOf(*sequence) == nullptr && !sequence->kept;
    if (known) return m.values.boolean(!ItemsOf(*sequence).empty());
    return ItemsOf(*sequence).empty() ? m.values.unknown() : m.values.boolean(true);
  }
  if (const MappingObject* mapping = AsMapping(value)) {
    // Certain keys make a mapping true; without any key it is empty.
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
    // A class with __bool__ or __len__, or with a base outside the tree, decides itself.
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
  // Each possible value has its own truth.
  return Lift1(m.values, value, [&](Val leaf) { return TruthOfLeaf(m, leaf); });
}

Val Operate(Machine& m, std::string_view operation, Val left, Val right, NodeId node) {
  if (m.run.over) return m.values.unknown();
  return Lift2(m.values, left, right,
               [&](Val a, Val b) { return OperateOnLeaves(m, operation, a, b, node); });
}

}  // namespace flagcensus
