// Operations on values → the value that they give: folded where both sides are constant, else as
// they stand, with the symbols in them.
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/link/python/value.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxName = 2000;   // of the known parts of a text that has unknown ones
constexpr size_t kMaxItems = 5000;  // of a sequence that is put together
constexpr size_t kMaxAlternatives = 16;

// Something that certainly is an object, so neither None nor false.
bool IsObject(const ValueRef& v) {
  return v != nullptr && (v->kind == ValueKind::kFunction || v->kind == ValueKind::kClass ||
                          v->kind == ValueKind::kInstance || v->kind == ValueKind::kModule ||
                          v->kind == ValueKind::kEnvironment);
}

std::string StripBoth(std::string_view text) { return std::string(Trim(text)); }

std::optional<std::string> Apply(std::string_view operation, const std::string& text) {
  if (operation == "upper") return ToUpper(text);
  if (operation == "lower" || operation == "casefold") return ToLower(text);
  if (operation == "strip") return StripBoth(text);
  if (operation == "lstrip") {
    return text.substr(std::min(text.find_first_not_of(" \t\n\r\f\v"), text.size()));
  }
  if (operation == "rstrip") {
    const size_t end = text.find_last_not_of(" \t\n\r\f\v");
    return end == std::string::npos ? std::string() : text.substr(0, end + 1);
  }
  if (operation == "str") return text;
  // "replace" and "prefix" operations carry their constant arguments behind NULs.
  if (operation.starts_with("replace")) {
    const std::vector<std::string_view> parts = Split(operation, '\0');
    if (parts.size() == 3) return ReplaceAll(text, parts[1], parts[2]);
  }
  if (operation.starts_with("removeprefix")) {
    const std::vector<std::string_view> parts = Split(operation, '\0');
    if (parts.size() == 2) {
      return text.starts_with(parts[1]) ? text.substr(parts[1].size()) : text;
    }
  }
  return std::nullopt;
}

}  // namespace

ValueRef MakeConcat(std::vector<ValueRef> parts) {
  std::vector<ValueRef> flat;
  for (ValueRef& part : parts) {
    if (part != nullptr && part->kind == ValueKind::kConcat) {
      flat.insert(flat.end(), part->items.begin(), part->items.end());
    } else {
      flat.push_back(std::move(part));
    }
  }
  std::vector<ValueRef> out;
  bool known = false;
  for (ValueRef& part : flat) {
    const bool symbolic = part != nullptr && !IsConstant(part);
    const std::optional<std::string> text = symbolic ? std::nullopt : TextOf(part);
    known = known || text.has_value() || symbolic;
    if (text && !out.empty() && out.back() != nullptr && out.back()->kind == ValueKind::kString) {
      out.back() = MakeString(out.back()->text + *text);
    } else {
      out.push_back(text ? MakeString(*text) : part);
    }
  }
  if (!known) return nullptr;
  if (out.empty()) return MakeString("");
  size_t size = 0;
  for (const ValueRef& part : out) size += part == nullptr ? 0 : part->text.size();
  if (out.size() > 1 && size > kMaxName) return nullptr;
  if (out.size() == 1) return out[0];
  Value value;
  value.kind = ValueKind::kConcat;
  value.items = std::move(out);
  return MakeValue(std::move(value));
}

ValueRef MakeTransform(std::string_view operation, const ValueRef& of) {
  if (of == nullptr) return nullptr;
  if (of->kind == ValueKind::kRead) return of;  // a converted read is still that read
  if (of->kind == ValueKind::kOneOf) {
    std::vector<ValueRef> items;
    for (const ValueRef& item : of->items) items.push_back(MakeTransform(operation, item));
    return MakeOneOf(items);
  }
  if (operation == "keys" || operation == "values" || operation == "each") {
    if (of->kind == ValueKind::kDict) {
      std::vector<ValueRef> items;
      for (size_t i = operation == "values" ? 1 : 0; i < of->items.size(); i += 2) {
        items.push_back(of->items[i]);
      }
      return MakeOneOf(items);
    }
    // The items of a list are what a loop over it goes through.
    if (of->kind == ValueKind::kSequence && operation == "each") return MakeOneOf(of->items);
    if (!of->symbolic) return nullptr;
  }
  if (of->kind == ValueKind::kConcat && operation != "bool" && operation != "int") {
    // Case mapping and replacement work part by part; stripping only where the ends are known.
    std::vector<ValueRef> items;
    for (const ValueRef& item : of->items) items.push_back(MakeTransform(operation, item));
    return MakeConcat(items);
  }
  if (operation == "bool") {
    const std::optional<bool> truth = Truth(of);
    if (truth) return MakeBool(*truth);
  } else if (operation == "int" || operation == "float") {
    const std::optional<double> number = NumberOf(of);
    if (operation == "int" && of->kind == ValueKind::kInteger) return of;
    if (operation == "int" && number && std::abs(*number) < 1e15) {
      return MakeInteger(static_cast<int64_t>(*number));
    }
    if (operation == "float" && number)
      return of->kind == ValueKind::kFloat ? of : MakeFloat(*number, "");
    if (of->kind == ValueKind::kString) {
      const std::string digits = ReplaceAll(Trim(of->text), "_", "");
      char* end = nullptr;
      if (operation == "int") {
        errno = 0;
        const long long parsed = std::strtoll(digits.c_str(), &end, 10);
        if (!digits.empty() && *end == '\0' && errno == 0) return MakeInteger(parsed);
      } else {
        const double parsed = std::strtod(digits.c_str(), &end);
        if (!digits.empty() && *end == '\0') return MakeFloat(parsed, digits);
      }
    }
  } else if (IsConstant(of)) {
    const std::optional<std::string> text = TextOf(of);
    if (text && (of->kind == ValueKind::kString || operation == "str")) {
      const std::optional<std::string> applied = Apply(operation, *text);
      return applied ? MakeString(*applied) : nullptr;
    }
    return nullptr;
  }
  if (!IsSymbolic(of)) return nullptr;
  if (of->kind == ValueKind::kTransform && of->text == operation) return of;
  Value value;
  value.kind = ValueKind::kTransform;
  value.text = operation;
  value.items = {of};
  return MakeValue(std::move(value));
}

ValueRef MakeCompare(std::string_view op, const ValueRef& left, const ValueRef& right) {
  if (op == "is not") return MakeNot(MakeCompare("is", left, right));
  if (op == "!=") return MakeNot(MakeCompare("==", left, right));
  if (op == "not in") return MakeNot(MakeCompare("in", left, right));
  if (left == nullptr || right == nullptr) return nullptr;
  if (op == "is" || op == "==") {
    if (IsConstant(left) && IsConstant(right)) return MakeBool(Equal(left, right));
    const auto is_none = [](const ValueRef& v) { return v->kind == ValueKind::kNone; };
    if ((is_none(left) && IsObject(right)) || (is_none(right) && IsObject(left))) {
      return MakeBool(false);
    }
  } else if (op == "in") {
    if (right->kind == ValueKind::kSequence && IsConstant(left) &&
        std::all_of(right->items.begin(), right->items.end(), IsConstant)) {
      const bool among = std::any_of(right->items.begin(), right->items.end(),
                                     [&](const ValueRef& item) { return Equal(item, left); });
      return among && right->integer == kFiltered ? nullptr : MakeBool(among);
    }
  } else {
    const std::optional<double> a = NumberOf(left);
    const std::optional<double> b = NumberOf(right);
    if (a && b) {
      if (op == "<") return MakeBool(*a < *b);
      if (op == ">") return MakeBool(*a > *b);
      if (op == "<=") return MakeBool(*a <= *b);
      if (op == ">=") return MakeBool(*a >= *b);
    }
  }
  const bool read = left->kind == ValueKind::kRead || right->kind == ValueKind::kRead;
  if (!IsSymbolic(left) && !IsSymbolic(right) && !read) return nullptr;
  Value value;
  value.kind = ValueKind::kCompare;
  value.text = op;
  value.items = {left, right};
  return MakeValue(std::move(value));
}

ValueRef MakeAnd(const ValueRef& left, const ValueRef& right) {
  Value both;
  both.kind = ValueKind::kAnd;
  both.items = {left, right};
  return MakeValue(std::move(both));
}

ValueRef MakeNot(const ValueRef& of) {
  if (of == nullptr) return nullptr;
  const std::optional<bool> truth = Truth(of);
  if (truth) return MakeBool(!*truth);
  if (of->kind == ValueKind::kNot) return of->items[0];
  Value value;
  value.kind = ValueKind::kNot;
  value.items = {of};
  return MakeValue(std::move(value));
}

ValueRef MakeConditional(const ValueRef& test, const ValueRef& then, const ValueRef& otherwise) {
  const std::optional<bool> truth = Truth(test);
  if (truth) return *truth ? then : otherwise;
  if (Equal(then, otherwise)) return then;
  if (then == nullptr && otherwise == nullptr) return nullptr;
  // A mapping that may be something else is followed all the same.
  if (then == nullptr && otherwise->kind == ValueKind::kEnvironment) return otherwise;
  if (otherwise == nullptr && then->kind == ValueKind::kEnvironment) return then;
  if (test != nullptr && IsSymbolic(test)) {
    Value value;
    value.kind = ValueKind::kConditional;
    value.items = {test, then, otherwise};
    return MakeValue(std::move(value));
  }
  return MakeOneOf({then, otherwise});
}

ValueRef MakeLookUp(const ValueRef& mapping, const ValueRef& key, const ValueRef& otherwise) {
  if (mapping == nullptr || key == nullptr) return nullptr;
  if (mapping->kind == ValueKind::kParameter && mapping->text.starts_with("**")) {
    Value value;  // of keywords that only the call tells
    value.kind = ValueKind::kLookUp;
    value.items = {mapping, key, otherwise};
    return MakeValue(std::move(value));
  }
  if (mapping->kind != ValueKind::kDict) return nullptr;
  for (size_t i = 0; i + 1 < mapping->items.size(); i += 2) {
    if (Equal(mapping->items[i], key)) return mapping->items[i + 1];
  }
  if (IsConstant(key)) return otherwise;
  if (!IsSymbolic(key)) return nullptr;
  Value value;
  value.kind = ValueKind::kLookUp;
  value.items = {mapping, key, otherwise};
  return MakeValue(std::move(value));
}

namespace {

ValueRef Arithmetic(std::string_view op, const ValueRef& left, const ValueRef& right, double a,
                    double b) {
  const bool integers = left->kind != ValueKind::kFloat && right->kind != ValueKind::kFloat;
  double result = 0;
  if (op == "+") {
    result = a + b;
  } else if (op == "-") {
    result = a - b;
  } else if (op == "*") {
    result = a * b;
  } else if (op == "**") {
    result = std::pow(a, b);
  } else if (op == "/" && b != 0) {
    return MakeFloat(a / b, "");
  } else if (op == "//" && b != 0) {
    result = std::floor(a / b);
  } else if (op == "%" && b != 0) {
    result = a - b * std::floor(a / b);
  } else if (integers && (op == "<<" || op == ">>") && b >= 0 && b < 63) {
    const int places = static_cast<int>(b);
    result = op == "<<" ? std::ldexp(a, places) : std::floor(std::ldexp(a, -places));
  } else if (integers && (op == "|" || op == "&" || op == "^")) {
    const int64_t x = left->integer;
    const int64_t y = right->integer;
    return MakeInteger(op == "|" ? x | y : op == "&" ? x & y : x ^ y);
  } else {
    return nullptr;
  }
  if (!integers) return MakeFloat(result, "");
  // Beyond 2^53 a double no longer holds every integer.
  if (!(std::abs(result) < 9007199254740992.0) || result != std::floor(result)) return nullptr;
  return MakeInteger(static_cast<int64_t>(result));
}

// Texts or sequences, one behind the other.
ValueRef Joined(const ValueRef& left, const ValueRef& right) {
  const auto sequence = [](const ValueRef& v) {
    return v != nullptr && v->kind == ValueKind::kSequence;
  };
  if (sequence(left) && sequence(right)) {
    if (left->items.size() + right->items.size() > kMaxItems) return nullptr;
    std::vector<ValueRef> items = left->items;
    items.insert(items.end(), right->items.begin(), right->items.end());
    const bool filtered = left->integer == kFiltered || right->integer == kFiltered;
    const ValueRef joined = MakeSequence(std::move(items));
    return filtered ? MakeFiltered(joined) : joined;
  }
  if (NumberOf(left) || NumberOf(right) || sequence(left) || sequence(right)) return nullptr;
  return MakeConcat({left, right});
}

// `format % given`. Only %s, %d, %i and %% are resolved; another conversion makes its part unknown.
ValueRef Formatted(std::string_view format, const ValueRef& given) {
  std::vector<ValueRef> arguments = {given};
  if (given != nullptr && given->kind == ValueKind::kSequence) arguments = given->items;
  std::vector<ValueRef> parts;
  std::string text;
  size_t next = 0;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%' || i + 1 >= format.size()) {
      text += format[i];
      continue;
    }
    const char conversion = format[++i];
    if (conversion == '%') {
      text += '%';
      continue;
    }
    parts.push_back(MakeString(std::exchange(text, {})));
    const bool plain = conversion == 's' || conversion == 'd' || conversion == 'i';
    parts.push_back(plain && next < arguments.size() ? arguments[next] : nullptr);
    ++next;
    if (plain) continue;
    while (i + 1 < format.size() && !std::isalpha(static_cast<unsigned char>(format[i]))) ++i;
  }
  parts.push_back(MakeString(text));
  return MakeConcat(std::move(parts));
}

}  // namespace

ValueRef MakeBinary(std::string_view op, const ValueRef& left, const ValueRef& right) {
  if (left == nullptr && right == nullptr) return nullptr;
  const std::optional<double> a = NumberOf(left);
  const std::optional<double> b = NumberOf(right);
  if (a && b) return Arithmetic(op, left, right, *a, *b);
  if (op == "+") return Joined(left, right);
  if (left == nullptr || left->kind != ValueKind::kString) return nullptr;
  if (op == "%") return Formatted(left->text, right);
  if (op == "*" && b && right->kind == ValueKind::kInteger && *b >= 0 &&
      *b * left->text.size() <= 4096) {
    std::string out;
    for (int64_t i = 0; i < right->integer; ++i) out += left->text;
    return MakeString(out);
  }
  return nullptr;
}

ValueRef MakeOneOf(const std::vector<ValueRef>& items) {
  std::vector<ValueRef> out;
  const std::function<bool(const ValueRef&)> add = [&](const ValueRef& item) {
    if (item == nullptr) return false;
    if (item->kind == ValueKind::kOneOf) {
      return std::all_of(item->items.begin(), item->items.end(), add);
    }
    const bool seen = std::any_of(out.begin(), out.end(),
                                  [&](const ValueRef& known) { return Equal(known, item); });
    if (!seen) out.push_back(item);
    return out.size() <= kMaxAlternatives;
  };
  if (!std::all_of(items.begin(), items.end(), add) || out.empty()) return nullptr;
  // A mapping that was empty (or None) before it is that mapping.
  const auto empty = [](const ValueRef& item) {
    return item->kind == ValueKind::kNone ||
           (item->items.empty() &&
            (item->kind == ValueKind::kSequence || item->kind == ValueKind::kDict));
  };
  const auto mapping = std::find_if(out.begin(), out.end(), [](const ValueRef& item) {
    return item->kind == ValueKind::kEnvironment;
  });
  if (mapping != out.end()) {
    const ValueRef kept = *mapping;
    out.erase(std::remove_if(out.begin(), out.end(), empty), out.end());
  }
  if (out.size() == 1) return out[0];
  Value value;
  value.kind = ValueKind::kOneOf;
  value.items = std::move(out);
  return MakeValue(std::move(value));
}

}  // namespace flagcensus
