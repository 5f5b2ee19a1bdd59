// Operators and conversions.
#include <algorithm>
#include <cmath>

#include "analyzer/base/text.h"
#include "analyzer/machine/c/machine.h"
#include "analyzer/values/spellings.h"

namespace flagcensus {
namespace {

std::optional<int64_t> IntegerOf(Val value) {
  const ConstantVal* known = AsConstant(value);
  if (known == nullptr || known->soft) return std::nullopt;
  if (known->type == ConstantType::kInteger || known->type == ConstantType::kBool)
    return known->integer;
  if (known->type == ConstantType::kNone) return 0;
  return std::nullopt;
}

std::optional<double> NumberOf(Val value) {
  const ConstantVal* known = AsConstant(value);
  if (known != nullptr && known->type == ConstantType::kFloat && !known->soft) return known->real;
  const std::optional<int64_t> integer = IntegerOf(value);
  return integer ? std::optional(static_cast<double>(*integer)) : std::nullopt;
}

std::optional<int64_t> Compute(const std::string& op, int64_t a, int64_t b) {
  const auto x = static_cast<uint64_t>(a);
  const auto y = static_cast<uint64_t>(b);
  if (op == "+") return static_cast<int64_t>(x + y);
  if (op == "-") return static_cast<int64_t>(x - y);
  if (op == "*") return static_cast<int64_t>(x * y);
  const bool divides = b != 0 && !(b == -1 && a == INT64_MIN);
  if (op == "/") return divides ? std::optional(a / b) : std::nullopt;
  if (op == "%") return divides ? std::optional(a % b) : std::nullopt;
  if (op == "&") return a & b;
  if (op == "|") return a | b;
  if (op == "^") return a ^ b;
  const bool shifts = b >= 0 && b < 63 && a >= 0;
  if (op == "<<") return shifts ? std::optional(static_cast<int64_t>(x << y)) : std::nullopt;
  if (op == ">>") return shifts ? std::optional(a >> b) : std::nullopt;
  return std::nullopt;
}

bool IsComparison(const std::string& op) {
  return op == "==" || op == "!=" || op == "<" || op == ">" || op == "<=" || op == ">=";
}

bool Holds(const std::string& op, double a, double b) {
  if (op == "==") return a == b;
  if (op == "!=") return a != b;
  if (op == "<") return a < b;
  if (op == ">") return a > b;
  if (op == "<=") return a <= b;
  return a >= b;
}

bool IsSpelled(Val v) { return AsTextConstant(v) != nullptr || AsTextWithHoles(v) != nullptr; }

}  // namespace

Val CMachine::Compare(const std::string& op, Val a, Val b) {
  const std::optional<double> x = NumberOf(a);
  const std::optional<double> y = NumberOf(b);
  if (x && y) return values_.boolean(Holds(op, *x, *y));
  const bool equal = op == "==";
  if (equal || op == "!=") {
    const auto exists = [](Val v) {
      const UnknownVal* read = AsUnknown(v);
      const bool set = read != nullptr && read->type == ValueType::kStr && !read->events.empty() &&
                       !read->derived;
      return set || IsSpelled(v) || v->kind == ValKind::kObject || v->kind == ValKind::kPointer;
    };
    const auto none = [](Val v) { return IsNone(v) || IntegerOf(v) == 0; };
    if ((exists(a) && none(b)) || (exists(b) && none(a))) return values_.boolean(!equal);
    if (AsTextConstant(a) != nullptr && AsTextConstant(b) != nullptr) {  // of strings
      return values_.boolean((AsTextConstant(a)->text == AsTextConstant(b)->text) == equal);
    }
    const PointerVal* p = AsPointer(a);
    const PointerVal* q = AsPointer(b);
    if (p != nullptr && q != nullptr) return values_.boolean(SameVal(a, b) == equal);
  }
  const PointerVal* p = AsPointer(a);
  const PointerVal* q = AsPointer(b);
  if (p != nullptr && q != nullptr && p->object == q->object) {
    return values_.boolean(
        Holds(op, static_cast<double>(p->number), static_cast<double>(q->number)));
  }
  const UnknownVal* read = AsUnknown(a);
  if (equal || op == "!=") {
    const auto is = [&](Val differs) {
      return equal ? values_.Turned(*AsUnknown(differs)) : differs;
    };
    if (Val test = WordTest(a, b)) return is(test);
    if (Val test = WordTest(b, a)) return is(test);
    if (read != nullptr && read->unit <= UnknownVal::kFirstAnswer && IntegerOf(b) == 0)
      return equal ? values_.Turned(*read) : a;
  }
  // Whether a converted value equals 0 is its truth.
  const bool zero = IntegerOf(b) == 0;
  if (read != nullptr && zero && (op == "!=" || op == ">" || equal) &&
      read->type == ValueType::kInt) {
    Val out = values_.Unknown(-1, 0, ValueType::kInt, read->events, true);
    return equal != read->held ? values_.Turned(*AsUnknown(out)) : out;
  }
  return Mixed(a, b,
               EventsOf(a).empty() && EventsOf(b).empty() ? ValueType::kUnknown : ValueType::kBool);
}

Val CMachine::Arithmetic(const std::string& op, Val a, Val b) {
  const auto moved = [&](Val pointer, Val by) -> Val {
    const PointerVal* p = AsPointer(pointer);
    const std::optional<int64_t> n = IntegerOf(by);
    if (!n) return values_.unknown();
    const auto distance = static_cast<uint64_t>(op == "-" ? -*n : *n);
    const bool moves = p != nullptr && (p->key == static_cast<uint8_t>(SlotKey::Kind::kInteger) ||
                                        p->key == static_cast<uint8_t>(SlotKey::Kind::kRest));
    if (moves) {
      return values_.Pointer(p->object, p->key, p->number + distance);
    }
    CRecord* array = AsRecord(pointer);
    if (array != nullptr &&
        (array->form == CRecord::Form::kArray || array->form == CRecord::Form::kList)) {
      return values_.Pointer(array, static_cast<uint8_t>(SlotKey::Kind::kInteger), distance);
    }
    return values_.unknown();
  };
  if (op == "+" || op == "-") {
    if (AsPointer(a) != nullptr || AsRecord(a) != nullptr) {
      const PointerVal* p = AsPointer(a);
      const PointerVal* q = AsPointer(b);
      if (p != nullptr && q != nullptr && p->object == q->object && op == "-") {
        return values_.Integer(static_cast<int64_t>(p->number - q->number));
      }
      CRecord* buffer = AsRecord(a);
      if (buffer == nullptr || buffer->form != CRecord::Form::kBuffer) return moved(a, b);
      const std::optional<int64_t> by = IntegerOf(b);
      if (op == "+" && by && *by >= 0) {
        return values_.Pointer(buffer, static_cast<uint8_t>(SlotKey::Kind::kRest),
                               static_cast<uint64_t>(*by));
      }
      a = TextOf(a);
    }
    if (op == "+" && AsPointer(b) != nullptr) return moved(b, a);
    if (IsSpelled(a) && IntegerOf(b) && op == "+") return Substring(a, *IntegerOf(b), std::nullopt);
    if (op == "+" && (IsSpelled(a) || IsSpelled(b))) return Concat(a, b);
  }
  const std::optional<int64_t> x = IntegerOf(a);
  const std::optional<int64_t> y = IntegerOf(b);
  if (x && y) {
    const std::optional<int64_t> made = Compute(op, *x, *y);
    return made ? values_.Integer(*made) : values_.unknown();
  }
  const std::optional<double> u = NumberOf(a);
  const std::optional<double> v = NumberOf(b);
  if (u && v) {
    const double made = op == "+"   ? *u + *v
                        : op == "-" ? *u - *v
                        : op == "*" ? *u * *v
                        : *v == 0   ? 0
                                    : *u / *v;
    std::string spelled = std::to_string(made);
    while (spelled.find('.') != std::string::npos && spelled.back() == '0') spelled.pop_back();
    if (spelled.back() == '.') spelled += '0';
    return values_.Float(made, symbols_.Intern(spelled));
  }
  // c - '0' and n * 10 + (c - '0') are a number's digits.
  const UnknownVal* left = AsUnknown(a);
  const UnknownVal* right = AsUnknown(b);
  const auto parses = [](const UnknownVal* one) {
    return one != nullptr && (one->unit == kCharacter || one->unit == kDigits);
  };
  const bool inside = left != nullptr && left->type == ValueType::kStr && !parses(left);
  if (inside && IntegerOf(b)) return Mixed(a, b, ValueType::kUnknown);  // a later part of a text
  if (parses(left) || parses(right)) {
    const UnknownVal* mixed = AsUnknown(Mixed(a, b, ValueType::kInt));
    return values_.Unknown(kDigits, 0, ValueType::kInt, mixed->events, true);
  }
  // `/` of paths, other operators that classes define, and sums: nobody types what comes out.
  return Opaque(a, b);
}

Val CMachine::Operate(const std::string& op, Val a, Val b) {
  return Lift2(values_, a, b, [&](Val x, Val y) {
    return IsComparison(op) ? Compare(op, x, y) : Arithmetic(op, x, y);
  });
}

Val CMachine::Convert(Val value, ValueType type) {
  return Lift1(values_, value, [&](Val leaf) -> Val {
    const UnknownVal* unknown = AsUnknown(leaf);
    if (unknown != nullptr) {
      if (unknown->events.empty()) return leaf;
      return values_.Unknown(-1, 0, type, unknown->events, true);
    }
    const ConstantVal* text = AsTextConstant(leaf);
    if (text == nullptr) return IsNone(leaf) ? values_.unknown() : leaf;
    const std::string& spelled = Text(text->text);
    if (type == ValueType::kFloat) {
      char* end = nullptr;
      const double real = std::strtod(spelled.c_str(), &end);
      return end == spelled.c_str() ? values_.unknown() : values_.Float(real, text->text);
    }
    if (type == ValueType::kInt) {
      char* end = nullptr;
      const long long number = std::strtoll(spelled.c_str(), &end, 0);
      return end == spelled.c_str() ? values_.unknown() : values_.Integer(number);
    }
    return leaf;
  });
}

Val CMachine::Cast(Symbol type, Val value) {
  const std::string& name = Text(type);
  if (name.empty() || name.ends_with("*") || name == "auto" || name == "void") return value;
  if (name == "bool" || name == "_Bool") {
    return Lift1(values_, value, [&](Val leaf) -> Val {
      if (AsTextConstant(leaf) != nullptr) return leaf;
      Val truth = Truth(leaf);
      const ConstantVal* constant = AsConstant(leaf);
      if (constant != nullptr && constant->soft) return leaf;
      const UnknownVal* unknown = AsUnknown(truth);
      if (unknown == nullptr || unknown->events.empty() ||
          unknown->unit <= UnknownVal::kFirstAnswer)
        return truth;
      const bool number = unknown->type == ValueType::kInt;
      return values_.Unknown(number ? kTruth : unknown->unit, 0, ValueType::kBool, unknown->events,
                             true);
    });
  }
  const bool whole = name.find("int") != std::string::npos ||
                     name.find("long") != std::string::npos || name == "size_t" ||
                     name == "short" || name == "unsigned";
  if (!whole || name.find('<') != std::string::npos) return value;
  return Lift1(values_, value, [&](Val leaf) -> Val {
    const ConstantVal* known = AsConstant(leaf);
    constexpr double kMaxWhole = 9e18;  // which an integer holds
    if (known != nullptr && known->type == ConstantType::kFloat &&
        std::abs(known->real) < kMaxWhole)
      return values_.Integer(static_cast<int64_t>(known->real));
    if (known != nullptr && known->type == ConstantType::kBool) return leaf;
    return leaf;
  });
}

// Whether a variable's text is not the word, if that is one for on or off; null otherwise.
Val CMachine::WordTest(Val text, Val word) {
  const UnknownVal* read = AsUnknown(text);
  const ConstantVal* constant = AsTextConstant(word);
  if (read == nullptr || read->events.empty() || read->type != ValueType::kStr ||
      constant == nullptr)
    return nullptr;
  const std::string spelled = ToLower(Text(constant->text));
  const bool on = IsOnWord(spelled);
  if (!on && !IsOffWord(spelled)) return nullptr;
  return values_.Unknown(on ? kNotOn : kNotOff, 0, ValueType::kBool, read->events, true);
}

// 0 where both texts are the same, as strcmp; `fold`: whatever their case; `bytes`: of their first.
Val CMachine::SameText(Val a, Val b, bool fold, std::optional<int64_t> bytes) {
  return Lift2(values_, TextOf(a), TextOf(b), [&](Val x, Val y) -> Val {
    const ConstantVal* p = AsTextConstant(x);
    const ConstantVal* q = AsTextConstant(y);
    if (p != nullptr && q != nullptr) {
      std::string left = Text(p->text);
      std::string right = Text(q->text);
      if (bytes && *bytes >= 0) {
        left.resize(std::min(left.size(), static_cast<size_t>(*bytes)));
        right.resize(std::min(right.size(), static_cast<size_t>(*bytes)));
      }
      return values_.Integer((fold ? ToLower(left) == ToLower(right) : left == right) ? 0 : 1);
    }
    if (IsNone(x) || IsNone(y)) return values_.Integer(1);
    if (Val test = WordTest(x, y)) return test;
    if (Val test = WordTest(y, x)) return test;
    return Mixed(
        x, y, EventsOf(x).empty() && EventsOf(y).empty() ? ValueType::kUnknown : ValueType::kBool);
  });
}

}  // namespace flagcensus
