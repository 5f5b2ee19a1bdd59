// accesses ─→ the type, what holds when nobody sets the variable, which values count
//
// Reads without a default beside one with a default add nothing: they ask whether there is a value.
// What the code takes in place of None right behind such a read is its default.
#include <algorithm>
#include <cstdlib>
#include <map>

#include "analyzer/base/text.h"
#include "analyzer/reference/rows.h"
#include "analyzer/rules/parse.h"
#include "analyzer/values/values.h"

namespace flagcensus {
namespace {

// What one access says holds without a value.
RowDefault DefaultOf(const Access& access) {
  RowDefault out;
  out.kind = access.default_kind;
  out.text = access.default_text.value_or(std::string());
  out.places = {access.place};
  const bool empty =
      out.kind == DefaultKind::kNone || (out.kind == DefaultKind::kLiteral && out.text.empty());
  const bool shown = access.unset_kind != DefaultKind::kDynamic || access.unset_text;
  if (empty && access.unset_kind != DefaultKind::kNone && shown) {
    out.kind = access.unset_kind;
    out.text = access.unset_text.value_or(std::string());
  }
  return out;
}

bool Same(const RowDefault& a, const RowDefault& b, ValueType type) {
  if (a.kind != b.kind) return false;
  if (a.text == b.text) return true;
  return a.kind == DefaultKind::kLiteral &&
         CompareLiterals(a.text, b.text, type, {}) == Verdict::kEqual;
}

// Whether the program turns something on or off by it.
bool IsSwitch(const RowWrite& write) {
  const std::string value = ToLower(write.value.value_or(""));
  return value == "0" || value == "1" || value == "true" || value == "false";
}

bool IsWeak(const RowDefault& found) {
  return found.kind == DefaultKind::kNone ||
         (found.kind == DefaultKind::kLiteral && found.text.empty());
}

// The type that all reads give, else the one that most of those give that parse the value. Who only
// asks whether there is one knows nothing of it.
ValueType TypeOf(const std::vector<const Access*>& accesses) {
  std::map<ValueType, int> parsed, read, tested;
  for (const Access* access : accesses) {
    if (access->op != AccessOp::kRead && access->op != AccessOp::kTest) continue;
    if (access->type == ValueType::kUnknown) continue;
    ++(access->op == AccessOp::kRead ? read : tested)[access->type];
    if (access->parsed && !access->any_true && access->op == AccessOp::kRead) {
      ++parsed[access->type];
    }
  }
  const auto& counts = !parsed.empty() ? parsed : !read.empty() ? read : tested;
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == counts.end() ? ValueType::kUnknown : most->first;
}

// Whether the code asks for the variable right before it reads what must be there.
bool IsAskedFor(const Access& read, const std::vector<const Access*>& accesses) {
  constexpr int kNear = 3;  // lines
  return std::any_of(accesses.begin(), accesses.end(), [&](const Access* test) {
    return test->op == AccessOp::kTest && test->place.file == read.place.file &&
           test->function == read.function && std::abs(test->place.line - read.place.line) <= kNear;
  });
}

void TakeDefaults(const RowInput& input, const std::vector<const Access*>& accesses, Row& row) {
  for (const Access* access : accesses) {
    const auto told = input.texts.find(access);
    const bool fills = told != input.texts.end() && told->second.fills;
    if (access->op == AccessOp::kRead && !access->by_parameter) {
      RowDefault found = DefaultOf(*access);
      if (told != input.texts.end() && told->second.gives_up && IsWeak(found)) {
        found.kind = DefaultKind::kRequired;
        found.text.clear();
      } else if (found.kind == DefaultKind::kRequired && IsAskedFor(*access, accesses)) {
        found.kind = DefaultKind::kNone;
      }
      AddDefault(std::move(found), row.type, row.defaults);
    } else if (access->op == AccessOp::kTest) {
      AddDefault({DefaultKind::kNone, "", {access->place}}, row.type, row.defaults);
    } else if ((access->op == AccessOp::kSetDefault || fills) && access->value) {
      AddDefault({DefaultKind::kLiteral, *access->value, {access->place}}, row.type, row.defaults);
    }
  }
  const auto strong = [](const RowDefault& found) { return !IsWeak(found); };
  const bool known =
      std::any_of(row.defaults.begin(), row.defaults.end(), [](const RowDefault& found) {
        return !IsWeak(found) && found.kind != DefaultKind::kRequired;
      });
  if (known) {
    std::erase_if(row.defaults, [](const RowDefault& found) {
      return IsWeak(found) || found.kind == DefaultKind::kRequired;
    });
  } else if (std::any_of(row.defaults.begin(), row.defaults.end(), strong)) {
    std::erase_if(row.defaults, IsWeak);
  } else if (row.defaults.size() > 1) {
    // None here and "" there: unset.
    row.defaults.front().kind = DefaultKind::kNone;
    row.defaults.resize(1);
  }
}

// An enumeration of which the defaults are words for true and false is a switch.
void TakeSwitch(Row& row) {
  if (row.type != ValueType::kEnum || row.defaults.empty()) return;
  const bool all = std::all_of(row.defaults.begin(), row.defaults.end(), [](const RowDefault& one) {
    const std::string word = ToLower(one.text);
    return one.kind == DefaultKind::kLiteral && (word == "true" || word == "false");
  });
  if (all) row.type = ValueType::kBool;
}

void TakeSpellings(const Parse& parse, Row& row) {
  row.any_true = parse.any_true && !parse.reads.empty();
  if (row.any_true) row.type = ValueType::kBool;
  if (parse.type != ValueType::kBool || parse.in_c) return;
  row.truthy = parse.truthy;
  if (row.truthy.empty()) row.falsy = parse.falsy;
}

}  // namespace

void AddDefault(RowDefault found, ValueType type, std::vector<RowDefault>& out) {
  for (RowDefault& known : out) {
    if (!Same(known, found, type)) continue;
    known.places.insert(known.places.end(), found.places.begin(), found.places.end());
    return;
  }
  out.push_back(std::move(found));
}

void TakeValues(const RowInput& input, const Flag& flag, const std::vector<const Access*>& accesses,
                Row& row) {
  const Parse parse = ParseOf(flag);
  row.type = parse.type != ValueType::kUnknown ? parse.type : TypeOf(accesses);
  TakeDefaults(input, accesses, row);
  TakeSwitch(row);
  TakeSpellings(parse, row);
  for (const Access* access : accesses) {
    const auto text = input.texts.find(access);
    if (text != input.texts.end() && row.values.empty()) row.values = text->second.values;
  }
  for (const Entry* entry : flag.entries) {
    // A schema of ours calls every value a string.
    const bool plain = IsOwnEntry(input, *entry) && entry->type == ValueType::kStr;
    // "disabled" may be any variable's value, where only the program gives it.
    const bool word = entry->type == ValueType::kBool && !row.read && !row.writes.empty() &&
                      std::none_of(row.writes.begin(), row.writes.end(), IsSwitch);
    if (row.type == ValueType::kUnknown && !plain && !word) row.type = entry->type;
    for (const std::string& claim : entry->claims) {
      if (!claim.starts_with("values:") || !row.values.empty() || IsOwnEntry(input, *entry))
        continue;
      if (row.type != ValueType::kStr && row.type != ValueType::kEnum &&
          row.type != ValueType::kUnknown) {
        continue;
      }
      for (const std::string_view value : Split(std::string_view(claim).substr(7), '|')) {
        row.values.emplace_back(value);
      }
    }
  }
}

}  // namespace flagcensus
