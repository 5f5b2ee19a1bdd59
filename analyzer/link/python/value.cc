#include "analyzer/link/python/value.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <unordered_set>
#include <utility>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxText = 1 << 16;  // of a folded string: "x" * 10 ** 9 is not made
constexpr size_t kMaxName = 2000;     // of the known parts of a text that has unknown ones
constexpr size_t kMaxItems = 5000;    // of a sequence that is put together
constexpr uint32_t kMaxWeight = 20000;
constexpr size_t kMaxAlternatives = 16;

bool IsSymbol(ValueKind kind) {
  return kind == ValueKind::kParameter || kind == ValueKind::kField || kind == ValueKind::kImported;
}

// Each site once, where it stood first: what two wrappers around one read may be is that read, and
// wrappers around those would tell it four times.
void TellOnce(std::vector<uint32_t>* sites) {
  if (sites->size() < 2) return;
  std::unordered_set<uint32_t> seen;
  sites->erase(std::remove_if(sites->begin(), sites->end(),
                              [&](uint32_t site) { return !seen.insert(site).second; }),
               sites->end());
}

// Null (nothing is known) beyond kMaxWeight: a value that holds another twice, which holds another
// twice, would be walked for ever.
ValueRef Make(Value value) {
  TellOnce(&value.sites);
  value.weight = 1 + static_cast<uint32_t>(value.sites.size());
  for (const ValueRef& item : value.items) value.weight += item == nullptr ? 1 : item->weight;
  if (value.origin != nullptr) value.weight += value.origin->weight;
  if (value.weight > kMaxWeight) return nullptr;
  value.symbolic =
      IsSymbol(value.kind) || std::any_of(value.items.begin(), value.items.end(),
                                          [](const ValueRef& item) { return IsSymbolic(item); });
  return std::make_shared<const Value>(std::move(value));
}

bool IsConstant(const ValueRef& v) {
  if (v == nullptr) return false;
  switch (v->kind) {
    case ValueKind::kString:
    case ValueKind::kInteger:
    case ValueKind::kFloat:
    case ValueKind::kBool:
    case ValueKind::kNone:
      return true;
    case ValueKind::kSequence:
    case ValueKind::kDict:
      return std::all_of(v->items.begin(), v->items.end(), IsConstant);
    default:
      return false;
  }
}

// Something that certainly is an object, so neither None nor false.
bool IsObject(const ValueRef& v) {
  return v != nullptr && (v->kind == ValueKind::kFunction || v->kind == ValueKind::kClass ||
                          v->kind == ValueKind::kInstance || v->kind == ValueKind::kModule ||
                          v->kind == ValueKind::kEnvironment);
}

std::optional<double> NumberOf(const ValueRef& v) {
  if (v == nullptr) return std::nullopt;
  if (v->kind == ValueKind::kInteger || v->kind == ValueKind::kBool) {
    return static_cast<double>(v->integer);
  }
  if (v->kind == ValueKind::kFloat) return v->number;
  return std::nullopt;
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

ValueRef MakeValue(Value value) { return Make(std::move(value)); }

ValueRef MakeString(std::string text) {
  if (text.size() > kMaxText) return nullptr;
  Value value;
  value.kind = ValueKind::kString;
  value.text = std::move(text);
  return Make(std::move(value));
}

ValueRef MakeInteger(int64_t integer) {
  Value value;
  value.kind = ValueKind::kInteger;
  value.integer = integer;
  return Make(std::move(value));
}

ValueRef MakeFloat(double number, std::string_view written) {
  Value value;
  value.kind = ValueKind::kFloat;
  value.number = number;
  value.text = written;
  return Make(std::move(value));
}

ValueRef MakeBool(bool boolean) {
  Value value;
  value.kind = ValueKind::kBool;
  value.integer = boolean ? 1 : 0;
  return Make(std::move(value));
}

ValueRef MakeNone() {
  static const ValueRef kNothing = Make({});
  return kNothing;
}

ValueRef MakeSequence(std::vector<ValueRef> items) {
  Value value;
  value.kind = ValueKind::kSequence;
  value.items = std::move(items);
  return Make(std::move(value));
}

ValueRef MakeDict(std::vector<ValueRef> items) {
  Value value;
  value.kind = ValueKind::kDict;
  value.items = std::move(items);
  return Make(std::move(value));
}

ValueRef MakeSymbol(ValueKind kind, int32_t id, std::string text) {
  Value value;
  value.kind = kind;
  value.id = id;
  value.text = std::move(text);
  return Make(std::move(value));
}

ValueRef MakeEntity(ValueKind kind, int32_t id) { return MakeSymbol(kind, id, {}); }

ValueRef MakeExternal(std::string dotted) {
  return MakeSymbol(ValueKind::kExternal, -1, std::move(dotted));
}

ValueRef MakeMethod(ValueRef receiver, std::string name) {
  Value value;
  value.kind = ValueKind::kMethod;
  value.text = std::move(name);
  value.items = {std::move(receiver)};
  return Make(std::move(value));
}

ValueRef MakeRead(uint32_t site) {
  Value value;
  value.kind = ValueKind::kRead;
  value.sites = {site};
  return Make(std::move(value));
}

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
  return Make(std::move(value));
}

ValueRef MakeTransform(std::string_view operation, const ValueRef& of) {
  if (of == nullptr) return nullptr;
  if (of->kind == ValueKind::kRead) return of;  // a converted read is still that read
  if (of->kind == ValueKind::kOneOf) {
    std::vector<ValueRef> items;
    for (const ValueRef& item : of->items) items.push_back(MakeTransform(operation, item));
    return MakeOneOf(items);
  }
  if (operation == "keys" || operation == "values") {
    if (of->kind == ValueKind::kDict) {
      std::vector<ValueRef> items;
      for (size_t i = operation == "keys" ? 0 : 1; i < of->items.size(); i += 2) {
        items.push_back(of->items[i]);
      }
      return MakeOneOf(items);
    }
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
  return Make(std::move(value));
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
    if (right->kind == ValueKind::kSequence && IsConstant(left) && IsConstant(right)) {
      return MakeBool(std::any_of(right->items.begin(), right->items.end(),
                                  [&](const ValueRef& item) { return Equal(item, left); }));
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
  return Make(std::move(value));
}

ValueRef MakeNot(const ValueRef& of) {
  if (of == nullptr) return nullptr;
  const std::optional<bool> truth = Truth(of);
  if (truth) return MakeBool(!*truth);
  if (of->kind == ValueKind::kNot) return of->items[0];
  Value value;
  value.kind = ValueKind::kNot;
  value.items = {of};
  return Make(std::move(value));
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
    return Make(std::move(value));
  }
  return MakeOneOf({then, otherwise});
}

ValueRef MakeBinary(std::string_view op, const ValueRef& left, const ValueRef& right) {
  if (left == nullptr && right == nullptr) return nullptr;
  const std::optional<double> a = NumberOf(left);
  const std::optional<double> b = NumberOf(right);
  if (a && b) {
    const bool integers = left->kind != ValueKind::kFloat && right->kind != ValueKind::kFloat;
    double result = 0;
    if (op == "+") {
      result = *a + *b;
    } else if (op == "-") {
      result = *a - *b;
    } else if (op == "*") {
      result = *a * *b;
    } else if (op == "**") {
      result = std::pow(*a, *b);
    } else if (op == "/" && *b != 0) {
      return MakeFloat(*a / *b, "");
    } else if (op == "//" && *b != 0) {
      result = std::floor(*a / *b);
    } else if (op == "%" && *b != 0) {
      result = *a - *b * std::floor(*a / *b);
    } else if (integers && (op == "<<" || op == ">>") && *b >= 0 && *b < 63) {
      result = op == "<<" ? std::ldexp(*a, static_cast<int>(*b))
                          : std::floor(std::ldexp(*a, -static_cast<int>(*b)));
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
  if (op == "+") {
    const auto sequence = [](const ValueRef& v) {
      return v != nullptr && v->kind == ValueKind::kSequence;
    };
    if (sequence(left) && sequence(right)) {
      if (left->items.size() + right->items.size() > kMaxItems) return nullptr;
      std::vector<ValueRef> items = left->items;
      items.insert(items.end(), right->items.begin(), right->items.end());
      return MakeSequence(std::move(items));
    }
    if (a || b || sequence(left) || sequence(right)) return nullptr;
    return MakeConcat({left, right});
  }
  if (op == "*" && left != nullptr && left->kind == ValueKind::kString && b &&
      right->kind == ValueKind::kInteger && *b >= 0 && *b * left->text.size() <= 4096) {
    std::string out;
    for (int64_t i = 0; i < right->integer; ++i) out += left->text;
    return MakeString(out);
  }
  if (op == "%" && left != nullptr && left->kind == ValueKind::kString) {
    // Only %s, %d, %i and %% are resolved; another conversion makes its part unknown.
    std::vector<ValueRef> arguments;
    if (right != nullptr && right->kind == ValueKind::kSequence) {
      arguments = right->items;
    } else {
      arguments = {right};
    }
    std::vector<ValueRef> parts;
    std::string text;
    size_t next = 0;
    for (size_t i = 0; i < left->text.size(); ++i) {
      const char c = left->text[i];
      if (c != '%' || i + 1 >= left->text.size()) {
        text += c;
        continue;
      }
      const char conversion = left->text[++i];
      if (conversion == '%') {
        text += '%';
        continue;
      }
      parts.push_back(MakeString(std::exchange(text, {})));
      const bool plain = conversion == 's' || conversion == 'd' || conversion == 'i';
      parts.push_back(plain && next < arguments.size() ? arguments[next] : nullptr);
      ++next;
      if (!plain) {
        while (i + 1 < left->text.size() &&
               !std::isalpha(static_cast<unsigned char>(left->text[i])))
          ++i;
      }
    }
    parts.push_back(MakeString(text));
    return MakeConcat(std::move(parts));
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
  return Make(std::move(value));
}

bool Equal(const ValueRef& a, const ValueRef& b) {
  if (a == b) return true;
  if (a == nullptr || b == nullptr) return false;
  if (a->kind == ValueKind::kFloat || b->kind == ValueKind::kFloat) {
    const std::optional<double> x = NumberOf(a);
    const std::optional<double> y = NumberOf(b);
    return x && y && *x == *y;
  }
  if (a->kind != b->kind || a->id != b->id || a->integer != b->integer || a->text != b->text ||
      a->sites != b->sites || a->items.size() != b->items.size()) {
    return false;
  }
  for (size_t i = 0; i < a->items.size(); ++i) {
    if (!Equal(a->items[i], b->items[i])) return false;
  }
  return true;
}

std::optional<bool> Truth(const ValueRef& value) {
  if (value == nullptr) return std::nullopt;
  switch (value->kind) {
    case ValueKind::kString:
      return !value->text.empty();
    case ValueKind::kInteger:
    case ValueKind::kBool:
      return value->integer != 0;
    case ValueKind::kFloat:
      return value->number != 0;
    case ValueKind::kNone:
      return false;
    case ValueKind::kSequence:
    case ValueKind::kDict:
      return !value->items.empty();
    case ValueKind::kFunction:
    case ValueKind::kClass:
    case ValueKind::kModule:
      return true;
    case ValueKind::kConcat:
      for (const ValueRef& item : value->items) {
        if (item != nullptr && item->kind == ValueKind::kString && !item->text.empty()) return true;
      }
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

std::optional<std::string> TextOf(const ValueRef& value) {
  if (value == nullptr) return std::nullopt;
  switch (value->kind) {
    case ValueKind::kString:
      return value->text;
    case ValueKind::kInteger:
      return std::to_string(value->integer);
    case ValueKind::kBool:
      return value->integer != 0 ? "True" : "False";
    case ValueKind::kNone:
      return "None";
    case ValueKind::kFloat: {
      if (!value->text.empty()) return value->text;
      char buffer[40];
      for (int digits = 1; digits <= 17; ++digits) {
        std::snprintf(buffer, sizeof buffer, "%.*g", digits, value->number);
        if (std::strtod(buffer, nullptr) == value->number) break;
      }
      std::string text = buffer;
      if (text.find_first_of(".eni") == std::string::npos) text += ".0";
      return text;
    }
    default:
      return std::nullopt;
  }
}

bool IsSymbolic(const ValueRef& value) { return value != nullptr && value->symbolic; }

std::vector<uint32_t> ReadsOf(const ValueRef& value) {
  if (value == nullptr) return {};
  std::vector<uint32_t> out = value->sites;
  if (value->kind == ValueKind::kOneOf || value->kind == ValueKind::kConditional ||
      value->kind == ValueKind::kRead) {
    for (const ValueRef& item : value->items) {
      const std::vector<uint32_t> more = ReadsOf(item);
      out.insert(out.end(), more.begin(), more.end());
    }
    TellOnce(&out);
  }
  return out;
}

void CollectSites(const ValueRef& value, std::vector<uint32_t>* sites) {
  if (value == nullptr) return;
  sites->insert(sites->end(), value->sites.begin(), value->sites.end());
  for (const ValueRef& item : value->items) CollectSites(item, sites);
}

ValueRef Substitute(const ValueRef& value, const Replace& replace, const Renumber& renumber) {
  if (value == nullptr) return nullptr;
  if (IsSymbol(value->kind)) return replace(value);
  if (value->items.empty() && value->sites.empty()) return value;
  std::vector<ValueRef> items;
  items.reserve(value->items.size());
  for (const ValueRef& item : value->items) items.push_back(Substitute(item, replace, renumber));
  switch (value->kind) {
    case ValueKind::kConcat:
      return MakeConcat(std::move(items));
    case ValueKind::kTransform:
      return MakeTransform(value->text, items[0]);
    case ValueKind::kCompare:
      return MakeCompare(value->text, items[0], items[1]);
    case ValueKind::kNot:
      return MakeNot(items[0]);
    case ValueKind::kConditional: {
      const ValueRef made = MakeConditional(items[0], items[1], items[2]);
      // `"1" if flag else "0"`: what the caller wrote is the flag.
      const ValueRef& test = items[0];
      if (made != nullptr && test != nullptr && test->kind == ValueKind::kBool &&
          value->items[0]->kind == ValueKind::kParameter) {
        Value copy = *made;
        copy.origin = test;
        return Make(std::move(copy));
      }
      return made;
    }
    case ValueKind::kOneOf:
      return MakeOneOf(items);
    case ValueKind::kAnd:
    case ValueKind::kOr: {
      const bool neutral = value->kind == ValueKind::kAnd;
      std::vector<ValueRef> kept;
      bool unknown = false;
      for (const ValueRef& item : items) {
        const std::optional<bool> truth = Truth(item);
        if (truth && *truth != neutral) return MakeBool(!neutral);
        if (item == nullptr) unknown = true;
        if (!truth && item != nullptr) kept.push_back(item);
      }
      if (kept.empty()) return unknown ? nullptr : MakeBool(neutral);
      if (unknown) kept.push_back(nullptr);
      Value copy = *value;
      copy.items = std::move(kept);
      return Make(std::move(copy));
    }
    default:
      break;
  }
  Value copy = *value;
  copy.items = std::move(items);
  if (!copy.sites.empty()) {
    copy.sites.clear();
    for (const uint32_t site : value->sites) {
      const std::optional<uint32_t> now = renumber(site);
      if (now) copy.sites.push_back(*now);
    }
    if (copy.sites.empty() && copy.kind == ValueKind::kRead) {
      return copy.items.empty() ? nullptr : MakeOneOf(copy.items);
    }
  }
  return Make(std::move(copy));
}

std::vector<std::string> NamesOf(const ValueRef& value, size_t limit) {
  if (value == nullptr) return {};
  if (value->kind == ValueKind::kString) return {value->text};
  if (value->kind == ValueKind::kOneOf) {
    std::vector<std::string> out;
    for (const ValueRef& item : value->items) {
      if (item != nullptr && item->kind == ValueKind::kNone) continue;  // no variable has that name
      const std::vector<std::string> more = NamesOf(item, limit);
      if (more.empty()) return {};
      out.insert(out.end(), more.begin(), more.end());
    }
    if (out.size() > limit) return {};
    return out;
  }
  if (value->kind == ValueKind::kConcat) {
    std::string text;
    bool letters = false;
    for (const ValueRef& item : value->items) {
      if (item != nullptr && item->kind == ValueKind::kString) {
        text += item->text;
        letters = letters || std::any_of(item->text.begin(), item->text.end(), [](char c) {
                    return std::isalnum(static_cast<unsigned char>(c)) != 0;
                  });
      } else if (!text.ends_with('*')) {
        text += '*';
      }
    }
    if (letters) return {text};
  }
  return {};
}

}  // namespace flagcensus
