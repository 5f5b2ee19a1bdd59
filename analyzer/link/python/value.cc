// See value.h.
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
constexpr uint32_t kMaxWeight = 20000;

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
  if (value.sites.size() > kMaxReads) return nullptr;
  value.weight = 1 + static_cast<uint32_t>(value.sites.size());
  for (const ValueRef& item : value.items) value.weight += item == nullptr ? 1 : item->weight;
  if (value.origin != nullptr) value.weight += value.origin->weight;
  if (value.weight > kMaxWeight) return nullptr;
  value.symbolic =
      IsSymbol(value.kind) || std::any_of(value.items.begin(), value.items.end(),
                                          [](const ValueRef& item) { return IsSymbolic(item); });
  return std::make_shared<const Value>(std::move(value));
}

}  // namespace

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
      return v->integer != kFiltered &&
             std::all_of(v->items.begin(), v->items.end(), IsConstant);
    default:
      return false;
  }
}

std::optional<double> NumberOf(const ValueRef& v) {
  if (v == nullptr) return std::nullopt;
  if (v->kind == ValueKind::kInteger || v->kind == ValueKind::kBool) {
    return static_cast<double>(v->integer);
  }
  if (v->kind == ValueKind::kFloat) return v->number;
  return std::nullopt;
}

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

ValueRef MakeFiltered(const ValueRef& collection) {
  if (collection == nullptr || !IsCollection(*collection)) return collection;
  Value value = *collection;
  value.integer = kFiltered;
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
      if (!value->items.empty() && value->integer == kFiltered) return std::nullopt;
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

ValueRef FieldIn(const ValueRef& object, std::string_view name) {
  if (object == nullptr || object->kind != ValueKind::kInstance) return nullptr;
  for (size_t i = 0; i + 1 < object->items.size(); i += 2) {
    if (object->items[i] != nullptr && object->items[i]->text == name) return object->items[i + 1];
  }
  return nullptr;
}

ValueRef Substitute(const ValueRef& value, const Replace& replace, const Renumber& renumber) {
  if (value == nullptr) return nullptr;
  if (IsSymbol(value->kind)) return replace(value);
  if (value->items.empty() && value->sites.empty()) return value;
  if (value->kind == ValueKind::kLookUp) {  // what the table holds stays as it is
    const bool keywords = value->items[0]->kind == ValueKind::kParameter;
    return MakeLookUp(keywords ? replace(value->items[0]) : value->items[0],
                      Substitute(value->items[1], replace, renumber),
                      Substitute(value->items[2], replace, renumber));
  }
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
    case ValueKind::kMethod:  // a field of the record that a table gives
      if (value->items[0] == nullptr || value->items[0]->kind != ValueKind::kLookUp) break;
      return items[0] != nullptr && items[0]->kind == ValueKind::kLookUp
                 ? MakeMethod(items[0], value->text)
                 : FieldIn(items[0], value->text);
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
