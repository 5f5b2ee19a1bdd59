// See builtins.h. A table for each kind of call: name → function.
#include "analyzer/link/python/builtins.h"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace flagcensus {
namespace {

using Arguments = std::vector<Argument>;
using Items = std::optional<std::vector<ValueRef>>;

ValueRef At(const Arguments& arguments, size_t i) {
  const bool given = i < arguments.size() && arguments[i].splat == Argument::Splat::kNone;
  return given ? arguments[i].value : nullptr;
}

std::optional<ValueRef> Text(const Arguments& arguments, const ValueLookUp& look_up) {
  return MakeTransform("str", look_up.force(At(arguments, 0)));
}

std::optional<ValueRef> Sequence(const Arguments& arguments, const ValueLookUp& look_up) {
  if (arguments.empty()) return MakeSequence({});
  const ValueRef given = At(arguments, 0);
  const Items items = look_up.items(given);
  if (!items) return nullptr;
  const bool filtered = IsCollection(*given) && given->integer == kFiltered;
  return filtered ? MakeFiltered(MakeSequence(*items)) : MakeSequence(*items);
}

// Rows of what the arguments hold at each place; numbered for enumerate().
std::optional<ValueRef> Rows(const Arguments& arguments, const ValueLookUp& look_up,
                             bool numbered) {
  std::vector<std::vector<ValueRef>> columns;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Items items = look_up.items(At(arguments, i));
    if (!items) return nullptr;
    columns.push_back(*items);
  }
  if (columns.empty()) return nullptr;
  std::vector<ValueRef> rows;
  for (size_t r = 0; r < columns[0].size(); ++r) {
    std::vector<ValueRef> row;
    if (numbered) row.push_back(MakeInteger(static_cast<int64_t>(r)));
    for (const std::vector<ValueRef>& column : columns) {
      if (r >= column.size()) return MakeSequence(std::move(rows));
      row.push_back(column[r]);
    }
    rows.push_back(MakeSequence(std::move(row)));
  }
  return MakeSequence(std::move(rows));
}

std::optional<ValueRef> Enumerate(const Arguments& arguments, const ValueLookUp& look_up) {
  return Rows(arguments, look_up, true);
}

std::optional<ValueRef> Zip(const Arguments& arguments, const ValueLookUp& look_up) {
  return Rows(arguments, look_up, false);
}

// What the arguments hold, one after another.
std::optional<ValueRef> Chain(const Arguments& arguments, const ValueLookUp& look_up) {
  std::vector<ValueRef> all;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Items items = look_up.items(At(arguments, i));
    if (!items) return nullptr;
    all.insert(all.end(), items->begin(), items->end());
  }
  return MakeSequence(std::move(all));
}

// A row for each choice of one of every argument; an argument of which nothing is known gives one
// that is not known.
std::optional<ValueRef> Product(const Arguments& arguments, const ValueLookUp& look_up) {
  constexpr size_t kMaxRows = 4096;
  std::vector<std::vector<ValueRef>> rows(1);
  bool known = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].keyword.empty()) return nullptr;  // repeat=
    const Items items = look_up.items(At(arguments, i));
    known = known || items.has_value();
    std::vector<std::vector<ValueRef>> longer;
    for (const std::vector<ValueRef>& row : rows) {
      for (const ValueRef& item : items.value_or(std::vector<ValueRef>{nullptr})) {
        longer.push_back(row);
        longer.back().push_back(item);
        if (longer.size() > kMaxRows) return nullptr;
      }
    }
    rows = std::move(longer);
  }
  if (!known) return nullptr;
  std::vector<ValueRef> out;
  for (std::vector<ValueRef>& row : rows) out.push_back(MakeSequence(std::move(row)));
  return MakeSequence(std::move(out));
}

std::optional<ValueRef> Partial(const Arguments& arguments, const ValueLookUp&) {
  if (arguments.empty()) return std::nullopt;
  Value partial;
  partial.kind = ValueKind::kPartial;
  for (const Argument& argument : arguments) {
    if (argument.keyword.empty()) {
      partial.items.push_back(argument.value);
      continue;
    }
    Value keyword;
    keyword.kind = ValueKind::kKeywordArgument;
    keyword.text = argument.keyword;
    keyword.items = {argument.value};
    partial.items.push_back(MakeValue(std::move(keyword)));
  }
  return MakeValue(std::move(partial));
}

std::optional<ValueRef> IsInstance(const Arguments& arguments, const ValueLookUp&) {
  if (arguments.size() != 2) return std::nullopt;
  const ValueRef of = At(arguments, 0);
  const ValueRef type = At(arguments, 1);
  if (of == nullptr || type == nullptr || type->kind != ValueKind::kExternal) return nullptr;
  switch (of->kind) {
    case ValueKind::kString:
      return MakeBool(type->text == "str");
    case ValueKind::kInteger:
      return MakeBool(type->text == "int");
    case ValueKind::kBool:
      return MakeBool(type->text == "bool" || type->text == "int");
    case ValueKind::kFloat:
      return MakeBool(type->text == "float");
    case ValueKind::kNone:
      return MakeBool(false);
    default:
      return nullptr;
  }
}

// The first that is found of several reads may be any of them.
std::optional<ValueRef> Next(const Arguments& arguments, const ValueLookUp& look_up) {
  const Items items = look_up.items(At(arguments, 0));
  if (!items || items->empty()) return nullptr;
  Value read;
  read.kind = ValueKind::kRead;
  for (const ValueRef& item : *items) CollectSites(item, &read.sites);
  return read.sites.empty() ? nullptr : MakeValue(std::move(read));
}

std::optional<ValueRef> Unknown(const Arguments&, const ValueLookUp&) { return nullptr; }

std::optional<ValueRef> Home(const Arguments&, const ValueLookUp&) { return MakeString("~"); }

ValueRef ReplaceText(const ValueRef& of, const Arguments& arguments, const ValueLookUp&) {
  if (arguments.size() != 2) return nullptr;
  const std::optional<std::string> from = TextOf(arguments[0].value);
  const std::optional<std::string> to = TextOf(arguments[1].value);
  if (!from || !to) return nullptr;
  return MakeTransform(std::string("replace") + '\0' + *from + '\0' + *to, of);
}

ValueRef RemovePrefix(const ValueRef& of, const Arguments& arguments, const ValueLookUp&) {
  if (arguments.size() != 1) return nullptr;
  const std::optional<std::string> prefix = TextOf(arguments[0].value);
  return prefix ? MakeTransform(std::string("removeprefix") + '\0' + *prefix, of) : nullptr;
}

// What "{}" number `position`, "{2}" or "{name}" stands for; null where it is a conversion or an
// index.
ValueRef FieldGiven(const std::string& field, size_t position, const Arguments& arguments) {
  ValueRef value;
  size_t at = 0;
  for (const Argument& argument : arguments) {
    const bool positional = argument.keyword.empty() && argument.splat == Argument::Splat::kNone;
    if (positional && ((field.empty() && at == position) || field == std::to_string(at))) {
      value = argument.value;
    }
    if (!field.empty() && argument.keyword == field) value = argument.value;
    if (positional) ++at;
  }
  return value;
}

ValueRef Format(const ValueRef& of, const Arguments& arguments, const ValueLookUp& look_up) {
  if (of->kind != ValueKind::kString) return nullptr;
  std::vector<ValueRef> parts;
  std::string text;
  size_t position = 0;
  for (size_t i = 0; i < of->text.size(); ++i) {
    const char c = of->text[i];
    if ((c == '{' || c == '}') && i + 1 < of->text.size() && of->text[i + 1] == c) {
      text += c;
      ++i;
      continue;
    }
    if (c != '{') {
      text += c;
      continue;
    }
    const size_t end = of->text.find('}', i);
    if (end == std::string::npos) return nullptr;
    const std::string field = of->text.substr(i + 1, end - i - 1);
    i = end;
    parts.push_back(MakeString(std::exchange(text, {})));
    parts.push_back(look_up.force(FieldGiven(field, position, arguments)));
    if (field.empty()) ++position;
  }
  parts.push_back(MakeString(text));
  return MakeConcat(std::move(parts));
}

ValueRef Join(const ValueRef& of, const Arguments& arguments, const ValueLookUp& look_up) {
  if (of->kind != ValueKind::kString || arguments.size() != 1) return nullptr;
  const Items items = look_up.items(arguments[0].value);
  if (!items) return nullptr;
  std::vector<ValueRef> parts;
  for (const ValueRef& item : *items) {
    if (!parts.empty()) parts.push_back(of);
    parts.push_back(item);
  }
  return MakeConcat(std::move(parts));
}

ValueRef CallDictMethod(const ValueRef& dict, std::string_view name, const Arguments& arguments) {
  std::vector<ValueRef> out;
  for (size_t i = 0; i + 1 < dict->items.size(); i += 2) {
    if (name == "items") out.push_back(MakeSequence({dict->items[i], dict->items[i + 1]}));
    if (name == "keys") out.push_back(dict->items[i]);
    if (name == "values") out.push_back(dict->items[i + 1]);
    if (name == "get" && !arguments.empty() && Equal(dict->items[i], arguments[0].value)) {
      return dict->items[i + 1];
    }
  }
  if (name == "items" || name == "keys" || name == "values") return MakeSequence(std::move(out));
  if (name == "copy") return dict;
  return name == "get" && arguments.size() > 1 ? arguments[1].value : nullptr;
}

}  // namespace

std::optional<ValueRef> CallBuiltin(std::string_view dotted, const std::vector<Argument>& arguments,
                                    const ValueLookUp& look_up) {
  using Function = std::optional<ValueRef> (*)(const Arguments&, const ValueLookUp&);
  static const std::map<std::string_view, Function> kFunctions = {{"str", Text},
                                                                  {"os.fspath", Text},
                                                                  {"os.fsencode", Text},
                                                                  {"os.fsdecode", Text},
                                                                  {"list", Sequence},
                                                                  {"tuple", Sequence},
                                                                  {"set", Sequence},
                                                                  {"frozenset", Sequence},
                                                                  {"sorted", Sequence},
                                                                  {"reversed", Sequence},
                                                                  {"iter", Sequence},
                                                                  {"enumerate", Enumerate},
                                                                  {"zip", Zip},
                                                                  {"next", Next},
                                                                  {"itertools.chain", Chain},
                                                                  {"itertools.product", Product},
                                                                  {"functools.partial", Partial},
                                                                  {"super", Unknown},
                                                                  {"any", Unknown},
                                                                  {"all", Unknown},
                                                                  {"isinstance", IsInstance},
                                                                  {"pathlib.Path.home", Home}};
  const auto at = kFunctions.find(dotted);
  return at == kFunctions.end() ? std::nullopt : at->second(arguments, look_up);
}

bool KeepsRead(std::string_view method) {
  static const std::set<std::string_view> kSame = {
      "strip",      "lower",   "upper",      "lstrip",  "rstrip",  "casefold",     "split",
      "splitlines", "replace", "encode",     "decode",  "title",   "removeprefix", "removesuffix",
      "rsplit",     "format",  "expanduser", "resolve", "absolute"};
  return kSame.count(method) > 0;
}

ValueRef CallMethodOf(const ValueRef& of, std::string_view name,
                      const std::vector<Argument>& arguments, const ValueLookUp& look_up) {
  static const std::set<std::string_view> kTransforms = {"upper",  "lower",  "strip",
                                                         "lstrip", "rstrip", "casefold"};
  using Method = ValueRef (*)(const ValueRef&, const Arguments&, const ValueLookUp&);
  static const std::map<std::string_view, Method> kMethods = {
      {"replace", ReplaceText}, {"removeprefix", RemovePrefix}, {"format", Format}, {"join", Join}};
  // Of a path that is given as a text they make the same path.
  static const std::set<std::string_view> kSamePath = {"resolve", "absolute", "expanduser",
                                                       "as_posix"};
  if (of == nullptr) return nullptr;
  if (kSamePath.count(name) > 0 && arguments.empty() &&
      (of->kind == ValueKind::kString || of->kind == ValueKind::kParameter)) {
    return of;
  }
  if (kTransforms.count(name) > 0 && arguments.empty()) return MakeTransform(name, of);
  if (const auto at = kMethods.find(name); at != kMethods.end()) {
    return at->second(of, arguments, look_up);
  }
  const ValueRef known = look_up.force(of);
  if (known != nullptr && known->kind == ValueKind::kDict) {
    const ValueRef value = CallDictMethod(known, name, arguments);
    if (value != nullptr || name == "get") return value;
  }
  // Keywords of a wrapper: for name, value in kwargs.items()
  const bool keys = name == "items" || name == "keys";
  if (keys && of->kind == ValueKind::kParameter && arguments.empty()) {
    return MakeTransform("keys", of);
  }
  return nullptr;
}

}  // namespace flagcensus
