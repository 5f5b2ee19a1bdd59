// Accesses ─→ the type, the default, and the values that count.
//
//   os.getenv("APP_PORT") in a.py, int(os.getenv("APP_PORT", "80")) in b.py   ─→  int, default 80
//   os.environ["APP_X"] right after `if "APP_X" in os.environ`               ─→  unset
//   os.getenv("APP_X", "0") == "1"                          ─→  bool, default 0, true is 1
//
// A read without a default beside one with a default adds nothing: it asks whether there is a
// value. What the code uses in place of None right after such a read is its default.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/catalog/defaults.h"
#include "analyzer/catalog/values.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/model/type_of_name.h"
#include "analyzer/model/unset.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/prose.h"
#include "analyzer/pages/sentence.h"
#include "analyzer/reference/rows.h"
#include "analyzer/rules/parse.h"
#include "analyzer/rules/placeholders.h"
#include "analyzer/values/values.h"

namespace flagcensus {
namespace {

// Whether the expression means that there is no value: argparse.SUPPRESS, dataclasses.MISSING.
bool IsNoValue(std::string_view expression) {
  const std::string_view last = expression.substr(expression.rfind('.') + 1);
  return IsPhrase("descriptions", "no_values", last);
}

// What one access says about an unset variable.
RowDefault DefaultOf(const Access& access) {
  const Unset unset = UnsetOf(access);
  RowDefault out;
  out.places = {access.place};
  // The row of a variable that falls back to another says so; the literal is the other's.
  const bool claimed = !unset.falls_back && !unset.open;
  out.kind = claimed ? unset.kind : access.default_kind;
  out.text = claimed ? std::string(unset.text) : access.default_text.value_or(std::string());
  const bool printed = out.kind == DefaultKind::kLiteral && IsShownForUnset(out.text);
  if (printed || (out.kind == DefaultKind::kDynamic && IsNoValue(out.text))) {
    out.kind = DefaultKind::kNone;
    out.text.clear();
  }
  return out;
}

// 80 and "80" of two reads are one default.
// For an int; as texts, "080" and "80" differ.
bool Same(const RowDefault& a, const RowDefault& b, ValueType type) {
  if (a.kind != b.kind) return false;
  if (a.text == b.text) return true;
  return a.kind == DefaultKind::kLiteral &&
         CompareLiterals(a.text, b.text, type, {}) == Verdict::kEqual;
}

// Whether the program turns something on or off with the write.
bool IsSwitch(const RowWrite& write) {
  const std::string value = ToLower(write.value.value_or(""));
  return value == "0" || value == "1" || value == "true" || value == "false";
}

// No value, or an empty text: any other default of the variable outweighs it.
// `getenv("X") or "80"` beside `getenv("X")`: the second read asks whether a user has set X.
bool IsWeak(const RowDefault& found) {
  return found.kind == DefaultKind::kNone ||
         (found.kind == DefaultKind::kLiteral && found.text.empty());
}

// The type on which all reads agree, otherwise the one of most reads that parse the value. An
// access that only tests whether there is a value does not know the type.
ValueType TypeOf(const std::vector<const Access*>& accesses) {
  std::map<ValueType, int> parsed, read, passed, tested;
  for (const Access* access : accesses) {
    if (access->op != AccessOp::kRead && access->op != AccessOp::kTest) continue;
    if (access->type == ValueType::kUnknown) continue;
    // `if (getenv("X"))` next to another read only tests whether there is a value. A wrapper that
    // does the same has the type bool without any words that decide it.
    const bool open = access->type == ValueType::kBool && !access->use.parsed &&
                      access->use.truthy.empty() && access->use.falsy.empty() &&
                      access->default_kind == DefaultKind::kNone;
    const bool asks = (access->use.any_true || open) && IsC(access->language);
    // A text that is converted in one place is only passed on in the others.
    const bool text =
        access->type == ValueType::kStr && !access->use.parsed && IsC(access->language);
    ++(access->op != AccessOp::kRead || asks ? tested : text ? passed : read)[access->type];
    if (access->use.parsed && !access->use.any_true && access->op == AccessOp::kRead) {
      ++parsed[access->type];
    }
  }
  // Only the name suggests a path there; if most other reads pass it on as text, it may be any
  // text.
  const bool by_name = read.size() == 1 && read.count(ValueType::kPath) > 0 &&
                       passed[ValueType::kStr] > read[ValueType::kPath];
  if (by_name) read.clear();
  // From the most to the least certain group: parsed, read, passed on, tested.
  const auto& counts = !parsed.empty()   ? parsed
                       : !read.empty()   ? read
                       : !passed.empty() ? passed
                                         : tested;
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == counts.end() ? ValueType::kUnknown : most->first;
}

// Whether the code tests the variable right before a read that requires it.
//
//   if "APP_X" in os.environ:
//       use(os.environ["APP_X"])     not required: the read is reached only if it is set
bool IsAskedFor(const Access& read, const std::vector<const Access*>& accesses) {
  constexpr int kNear = 3;  // lines; a test further above is about something else
  return std::any_of(accesses.begin(), accesses.end(), [&](const Access* test) {
    return test->op == AccessOp::kTest && test->place.file == read.place.file &&
           test->evidence.function == read.evidence.function &&
           std::abs(test->place.line - read.place.line) <= kNear;
  });
}

// The value as a user would write it, if it is built from other variables: $APP_HOME/cache.
// Only for Python, of which ComposedValue knows the syntax.
void Compose(const RowInput& input, const Access& access, RowDefault& found) {
  if (found.kind != DefaultKind::kDynamic || access.language != Language::kPython) return;
  std::string text = ComposedValue(found.text, input.bound);
  if (text.empty()) return;
  found.text = std::move(text);
  found.composed = true;
}

// Whether a required read is in a branch only, and another read does not require the variable: for
// most users it is optional.
bool IsNeededInBranch(const Access& read, const std::vector<const Access*>& accesses) {
  return read.evidence.branch != 0 &&
         std::any_of(accesses.begin(), accesses.end(), [](const Access* other) {
           return other->op == AccessOp::kRead && !other->evidence.by_parameter &&
                  DefaultOf(*other).kind != DefaultKind::kRequired;
         });
}

// Whether the read, in one branch, has no default, and a read in another branch of the same
// function has one: each is the case of some users.
bool IsOtherwiseUnset(const Access& read, const std::vector<const Access*>& accesses) {
  const auto takes = [](const Access& access) {
    return access.op == AccessOp::kRead && access.evidence.branch != 0 && !access.use.any_true &&
           !access.use.compared && !access.evidence.by_parameter && access.bound_to;
  };
  if (!takes(read) || DefaultOf(read).kind != DefaultKind::kNone) return false;
  return std::any_of(accesses.begin(), accesses.end(), [&](const Access* other) {
    return takes(*other) && other->bound_to == read.bound_to &&
           other->evidence.branch != read.evidence.branch &&
           other->evidence.function == read.evidence.function &&
           other->place.file == read.place.file && !IsWeak(DefaultOf(*other));
  });
}

// The value that a write sets if nothing is set.
// os.environ.setdefault("APP_X", "1") ─→ literal 1; with f() as the value ─→ dynamic
RowDefault FilledIn(const Access& write) {
  RowDefault out;
  out.places = {write.place};
  out.kind = write.value ? DefaultKind::kLiteral : DefaultKind::kDynamic;
  const std::optional<std::string>& made =
      write.op == AccessOp::kSetDefault ? write.default_text : write.use.unset_text;
  out.text = write.value ? *write.value : made.value_or(std::string());
  return out;
}

// Collects the defaults of all reads and writes, then removes those that others make redundant: a
// required read if the program fills the value in, "unset" beside a value, an empty text beside
// None.
void TakeDefaults(const RowInput& input, const std::vector<const Access*>& accesses, Row& row) {
  std::vector<RowDefault> filled;
  for (const Access* access : accesses) {
    if (access->op == AccessOp::kRead && !access->evidence.by_parameter) {
      RowDefault found = DefaultOf(*access);
      if (found.kind == DefaultKind::kRequired &&
          (IsAskedFor(*access, accesses) || IsNeededInBranch(*access, accesses))) {
        found.kind = DefaultKind::kNone;
      }
      Compose(input, *access, found);
      AddDefault(std::move(found), row.type, row.defaults);
    } else if (access->op == AccessOp::kTest) {
      AddDefault({DefaultKind::kNone, "", {access->place}}, row.type, row.defaults);
    } else if (access->op == AccessOp::kSetDefault || FillsIn(*access)) {
      RowDefault found = FilledIn(*access);
      Compose(input, *access, found);
      filled.push_back(std::move(found));
    }
  }
  // The program fills the value in if nothing is set, so no read fails.
  if (!filled.empty()) {
    std::erase_if(row.defaults,
                  [](const RowDefault& one) { return one.kind == DefaultKind::kRequired; });
  }
  for (RowDefault& found : filled) {
    if (found.kind == DefaultKind::kLiteral || row.defaults.empty())
      AddDefault(std::move(found), row.type, row.defaults);
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
    for (const Access* access : accesses) {
      if (!IsOtherwiseUnset(*access, accesses)) continue;
      AddDefault({DefaultKind::kNone, "", {access->place}}, row.type, row.defaults);
    }
  } else if (std::any_of(row.defaults.begin(), row.defaults.end(), strong)) {
    std::erase_if(row.defaults, IsWeak);
  } else if (row.defaults.size() > 1) {
    // None here and "" there: unset.
    row.defaults.front().kind = DefaultKind::kNone;
    row.defaults.resize(1);
  }
}

// An enumeration with words for true and false as its defaults is a switch.
// One default that is another word, such as "auto", keeps it an enumeration.
void TakeSwitch(Row& row) {
  if (row.type != ValueType::kEnum || row.defaults.empty()) return;
  const bool all = std::all_of(row.defaults.begin(), row.defaults.end(), [](const RowDefault& one) {
    const std::string word = ToLower(one.text);
    return one.kind == DefaultKind::kLiteral && (word == "true" || word == "false");
  });
  if (all) row.type = ValueType::kBool;
}

// The words as users write them: in the case of `spelled`, if they do not count in lower case.
// {"true"}, spelled {"True"} ─→ {"True"}; spelled {"true", "True"} ─→ {"true"}
std::vector<std::string> AsSpelled(const std::vector<std::string>& words,
                                   const std::vector<std::string>& spelled) {
  std::vector<std::string> out;
  for (const std::string& word : words) {
    const size_t before = out.size();
    const bool lower = std::find(spelled.begin(), spelled.end(), word) != spelled.end();
    for (const std::string& one : spelled) {
      if (!lower && ToLower(one) == word) out.push_back(one);
    }
    if (out.size() == before) out.push_back(word);
  }
  return out;
}

void TakeSpellings(const Parse& parse, Row& row) {
  row.any_true = parse.any_true && !parse.reads.empty();
  if (row.any_true) row.type = ValueType::kBool;
  // Any text that is set counts as true. The default False of the code is not a text.
  for (RowDefault& one : row.defaults) {
    if (!row.any_true || one.kind != DefaultKind::kLiteral || one.text != "false") continue;
    one.kind = DefaultKind::kNone;
    one.text.clear();
  }
  if (parse.type != ValueType::kBool || parse.in_c) return;
  row.truthy = AsSpelled(parse.truthy, parse.spelled);
  if (row.truthy.empty()) row.falsy = AsSpelled(parse.falsy, parse.spelled);
}

// Whether an unset switch is on, by all comparisons of the code; nullopt if they disagree or the
// value has another use. `get("A", "") != "0"` is on, `get("A", "") == "1"` is off.
std::optional<bool> StateOfUnset(const std::vector<const Access*>& accesses) {
  std::optional<bool> out;
  bool asked = false;
  for (const Access* access : accesses) {
    const bool decides =
        access->op == AccessOp::kTest || access->op == AccessOp::kSetDefault || FillsIn(*access);
    if (decides) return std::nullopt;
    if (access->op != AccessOp::kRead) continue;
    asked = asked || access->use.any_true;
    const bool empty_text =
        access->default_kind == DefaultKind::kLiteral && access->default_text == "";
    const bool nothing = access->default_kind == DefaultKind::kNone || empty_text;
    if (access->use.truthy.empty() && access->use.falsy.empty()) {
      const RowDefault found = DefaultOf(*access);
      const bool computed = found.kind == DefaultKind::kDynamic && access->use.any_true;
      if (!IsWeak(found) && !computed) return std::nullopt;
      continue;
    }
    const bool both = !access->use.truthy.empty() && !access->use.falsy.empty();
    const std::vector<std::string>& words =
        access->use.truthy.empty() ? access->use.falsy : access->use.truthy;
    bool on = access->use.truthy.empty();
    // `get("A", "") not in ("0", "")`: an empty text is one of the words.
    const bool empty = std::find(words.begin(), words.end(), "") != words.end();
    if (empty && access->default_kind != DefaultKind::kLiteral) return std::nullopt;
    if (empty) on = !on;
    // What a comparison alone decides may be the opposite of the switch. Before a name is compared,
    // a test may have excluded None.
    const bool none = access->default_kind == DefaultKind::kNone;
    const bool behind =
        access->via.ends_with("[]") ||
        (!access->use.compared && (none || access->use.unset_kind != DefaultKind::kNone));
    if (!nothing || both || behind || (out && *out != on) || !IsPython(access->language))
      return std::nullopt;
    out = on;
  }
  // If another place only tests for a value, an unset variable is off there.
  return asked && out == true ? std::nullopt : out;
}

// An unset switch is on or off after the comparison with its words, regardless of the branches.
// `os.getenv("APP_X", "") != "0"` ─→ default true
void TakeStateOfUnset(const std::vector<const Access*>& accesses, Row& row) {
  if (row.type != ValueType::kBool || row.any_true || row.defaults.empty()) return;
  const std::optional<bool> on = StateOfUnset(accesses);
  if (!on || !row.code.defaults.empty()) return;  // or what a page says
  std::vector<Place> places;
  for (RowDefault& one : row.defaults) {
    const bool value = one.kind == DefaultKind::kLiteral && !one.text.empty() &&
                       one.text != "true" && one.text != "false";
    if (value || one.kind == DefaultKind::kRequired || one.stated) return;
    places.insert(places.end(), one.places.begin(), one.places.end());
  }
  row.defaults = {{DefaultKind::kLiteral, *on ? "true" : "false", std::move(places)}};
}

// The words with which all reads compare a value of several.
void TakeComparedWords(const std::vector<const Access*>& accesses, Row& row) {
  if (row.type != ValueType::kEnum || !row.values.empty()) return;
  std::set<std::string> words;
  for (const Access* access : accesses) {
    if (access->op != AccessOp::kRead) continue;
    if (!access->use.compared) return;
    words.insert(access->use.spelled.begin(), access->use.spelled.end());
  }
  const RowDefault* const single = row.single_default();
  const bool literal = single != nullptr && single->kind == DefaultKind::kLiteral;
  // In the case that the code accepts.
  const bool known = literal && std::any_of(words.begin(), words.end(), [&](const auto& word) {
                       return EqualsIgnoreCase(word, single->text);
                     });
  if (literal && !known && !single->text.empty()) words.insert(single->text);
  if (words.size() > 1) row.values.assign(words.begin(), words.end());
}

// Whether the page's text continues at the end of the value: on one system it is this, otherwise
// another, or a bracket in it is still open.
bool IsCutOff(const Entry& entry) {
  const std::string& value = *entry.default_text;
  for (const std::string_view pair : {"()", "[]", "{}"}) {
    if (std::count(value.begin(), value.end(), pair[0]) !=
        std::count(value.begin(), value.end(), pair[1])) {
      return value.size() > 1;
    }
  }
  // Only the sentence with the value counts.
  const size_t at = value.empty() ? std::string::npos : entry.description.find(value);
  if (at == std::string::npos) return false;
  const size_t end = SentenceEnd(entry.description, at + value.size());
  return entry.description.substr(at, end - at).find("otherwise") != std::string::npos;
}

// Whether the value is a word of a sentence that continues: "Default: use (and save) the cache" of
// a number.
bool IsWordOfSentence(const Entry& entry) {
  const std::string& value = *entry.default_text;
  if (!AllBytes(value, IsAlpha)) return false;
  const std::string& text = entry.description;
  for (size_t at = text.find(value); at != std::string::npos; at = text.find(value, at + 1)) {
    const size_t end = at + value.size();
    const bool starts = at == 0 || text[at - 1] == ' ';
    const bool goes_on = end + 1 < text.size() && text[end] == ' ' &&
                         (IsLower(text[end + 1]) || text[end + 1] == '(');
    if (starts && goes_on) return true;
  }
  return false;
}

// "APP_MODE=fast" is fast, of any variable.
std::string WithoutName(const std::string& text) {
  const size_t equals = text.find('=');
  const bool named = equals != std::string::npos &&
                     ShapeOf(std::string_view(text).substr(0, equals)) == NameShape::kStrong;
  return named ? text.substr(equals + 1) : text;
}

// The default on which the pages other than ours agree. A value in a sample of settings does not
// count if the code is `known` to have no default.
std::optional<std::string> DefaultOfPages(const RowInput& input, const Flag& flag, ValueType type,
                                          bool known) {
  std::optional<std::string> out;
  for (const Entry* entry : flag.entries) {
    if (entry->default_kind != DocumentedDefault::kLiteral || !entry->default_text) continue;
    if (entry->default_shown || entry->value || entry->parent || IsOwnEntry(input, *entry))
      continue;
    if ((known && entry->how == EntryHow::kDotenv) || IsNegationOnPage(input, *entry)) continue;
    const bool number = type == ValueType::kInt || type == ValueType::kFloat;
    if (IsCutOff(*entry) || (number && IsWordOfSentence(*entry))) return std::nullopt;
    const bool same =
        !out || CompareLiterals(*out, *entry->default_text, type, {}) == Verdict::kEqual;
    if (!same) return std::nullopt;
    if (!out) out = WithoutName(*entry->default_text);
  }
  return out;
}

bool IsNumberText(const std::string& text, bool whole) {
  if (text.empty()) return false;
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  if (*end != '\0') return false;
  // strtod also reads "1e3", "inf" and "nan", which are not whole. A hexadecimal number may contain
  // an E.
  return !whole || text.find_first_of(".eEnN") == std::string::npos || text.starts_with("0x");
}

// "", "0", "1", and the words of switches in any case.
bool IsSwitchText(const std::string& text) {
  const std::string word = ToLower(text);
  return word.empty() || word == "0" || word == "1" || IsSwitchWord(word);
}

// Whether a value of that type can be the default.
bool Holds(ValueType type, const std::string& text) {
  if (type == ValueType::kInt) return text.empty() || IsNumberText(text, true);
  if (type == ValueType::kFloat) return text.empty() || IsNumberText(text, false);
  return type != ValueType::kBool || IsSwitchText(text);
}

// Whether the page states the number of the code with its unit: 5s of 5. Three letters: "min",
// "MiB".
bool IsWithUnit(const Row& row, const std::string& claimed) {
  const RowDefault* const single = row.single_default();
  if (row.type != ValueType::kStr || single == nullptr || single->kind != DefaultKind::kLiteral ||
      !IsNumberText(single->text, false) || !claimed.starts_with(single->text)) {
    return false;
  }
  const std::string unit = claimed.substr(single->text.size());
  return !unit.empty() && unit.size() <= 3 && AllBytes(unit, IsAlpha);
}

// Whether only files that start or build the program name the variable, and none of them is a
// script of the product: their values are not the program's defaults.
bool IsOfStartersOnly(const Flag& flag, const std::vector<const Access*>& accesses) {
  return accesses.empty() && !flag.light.empty() &&
         std::none_of(flag.light.begin(), flag.light.end(), [](const LightAccess& light) {
           const bool decides = light.op == AccessOp::kRead && light.language == "shell" &&
                                light.default_kind != DefaultKind::kNone;
           return light.by_program || decides;
         });
}

// The default on the page that lists a variable which only such files name.
void TakeDocumentedDefault(const RowInput& input, const Flag& flag, Row& row) {
  for (const Entry* entry : flag.entries) {
    const bool claimed = entry->default_kind == DocumentedDefault::kLiteral && entry->default_text;
    const bool none = entry->default_kind == DocumentedDefault::kNone;
    if (!(claimed || none) || !entry->IsListed() || IsNegationOnPage(input, *entry) ||
        entry->default_shown || entry->value || entry->parent || entry->how == EntryHow::kDotenv ||
        IsOwnEntry(input, *entry)) {
      continue;
    }
    row.defaults = {{claimed ? DefaultKind::kLiteral : DefaultKind::kNone,
                     claimed ? WithoutName(*entry->default_text) : std::string(), row.places}};
    return;
  }
}

// A number that Python parses is unset without a value, in spite of what is written about it.
bool IsParsedNumber(const std::vector<const Access*>& accesses, const Row& row) {
  const bool number = row.type == ValueType::kInt || row.type == ValueType::kFloat;
  return number && !accesses.empty() &&
         std::all_of(accesses.begin(), accesses.end(), [](const Access* access) {
           return access->language == Language::kPython && access->use.parsed;
         });
}

// "none", "(unset)": words for the absence of a value.
bool IsWordForUnset(const std::string& text) {
  return !text.empty() && (IsAlpha(text.front()) || text.front() == '(') &&
         !IsSwitchWord(ToLower(text)) &&
         CompareLiterals(text, "", ValueType::kStr, {}) == Verdict::kEqual;
}

// An expression of the sources, or no default at all, says less than the page does. So does a
// number without its unit.
void TakePageDefault(const RowInput& input, const Flag& flag,
                     const std::vector<const Access*>& accesses, Row& row) {
  const bool open =
      std::all_of(row.defaults.begin(), row.defaults.end(), [](const RowDefault& one) {
        return one.kind == DefaultKind::kDynamic || one.kind == DefaultKind::kNone;
      });
  const bool nothing =
      !row.defaults.empty() &&
      std::all_of(row.defaults.begin(), row.defaults.end(),
                  [](const RowDefault& one) { return one.kind == DefaultKind::kNone; });
  if (nothing && IsParsedNumber(accesses, row)) return;
  const bool number = row.type == ValueType::kInt || row.type == ValueType::kFloat;
  const std::optional<std::string> claimed = DefaultOfPages(input, flag, row.type, nothing);
  if (!claimed || (!open && !IsWithUnit(row, *claimed))) return;
  if (nothing && IsWordForUnset(*claimed)) return;
  // "number of cores + 4", "same as APP_TITLE"
  const bool of_other = claimed->find(' ') != std::string::npos && NamesVariable(*claimed);
  const bool computed = of_other || (number && !Holds(row.type, *claimed));
  // "Multi" of "Multi spin lock": a part of a text is not a value of a number.
  if (!of_other && computed && AllBytes(*claimed, IsAlpha) && !BeginsWithLower(*claimed)) return;
  std::vector<Place> places;
  for (RowDefault& one : row.defaults) {
    places.insert(places.end(), one.places.begin(), one.places.end());
  }
  row.code.defaults = std::move(row.defaults);
  row.defaults = {{computed ? DefaultKind::kDynamic : DefaultKind::kLiteral, *claimed,
                   std::move(places), computed}};
}

// Whether all literal defaults are values of the type.
bool FitsAll(ValueType type, const Row& row) {
  return std::all_of(row.defaults.begin(), row.defaults.end(), [&](const RowDefault& one) {
    return one.kind != DefaultKind::kLiteral || Holds(type, one.text);
  });
}

// ["a"], [1, 2], []; not an IPv6 address, [::1].
bool IsJsonList(std::string_view text) {
  if (!text.starts_with('[') || !text.ends_with(']')) return false;
  return text.find_first_of("\"{") != std::string_view::npos ||
         text.find_first_not_of("[]0123456789.,- ") == std::string_view::npos;
}

// The type of the literal defaults, the narrowest that contains all.
ValueType TypeOfDefaults(const Row& row) {
  const bool any = std::any_of(row.defaults.begin(), row.defaults.end(), [](const RowDefault& one) {
    return one.kind == DefaultKind::kLiteral && !one.text.empty();
  });
  if (!any) return ValueType::kStr;
  for (const ValueType type : {ValueType::kInt, ValueType::kFloat, ValueType::kBool}) {
    if (FitsAll(type, row)) return type;
  }
  // Lists that only JSON's or Python's reader of literals accepts: "[]", "[1]", but not the address
  // "[::]".
  const bool list = std::all_of(row.defaults.begin(), row.defaults.end(), [](const auto& one) {
    return one.kind != DefaultKind::kLiteral || IsJsonList(one.text);
  });
  return list && row.code.type == ValueType::kUnknown ? ValueType::kList : ValueType::kStr;
}

// What other pages call the type; kUnknown if they say nothing.
ValueType TypeOfPages(const RowInput& input, const Flag& flag) {
  for (const Entry* entry : flag.entries) {
    if (entry->type != ValueType::kUnknown && !entry->parent && !IsOwnEntry(input, *entry)) {
      return entry->type;
    }
  }
  return ValueType::kUnknown;
}

// Whether the text has one of the phrases of queries/evidence/descriptions.toml below `key`.
bool Says(std::string_view text, std::string_view key) {
  const std::vector<std::string>& phrases = Phrases("descriptions", key);
  return std::any_of(phrases.begin(), phrases.end(), [&](const std::string& phrase) {
    return text.find(phrase) != std::string_view::npos;
  });
}

// Whether a default of 0 or 1 is that of a switch: the name says so, or contains no word for an
// amount.
bool IsSwitchByWords(const Row& row) {
  const RowDefault* const single = row.single_default();
  if (single == nullptr || (single->text != "0" && single->text != "1")) return false;
  const bool named = row.name.find("ENABLE") != std::string::npos ||
                     row.name.find("DISABLE") != std::string::npos ||
                     row.name.find("_USE_") != std::string::npos;
  // Long enough for "Number of bytes that ...", too short for a later mention of an amount.
  constexpr size_t kBeginning = 24;
  const std::string begins =
      ReplaceAll(ToUpper(row.description.text.substr(0, kBeginning)), " ", "_");
  return named || (!HasNameWord("descriptions", "amounts", ToUpper(row.name)) &&
                   !HasNameWord("descriptions", "amounts", begins));
}

// A number that is 0 or 1 and that a page calls a switch: 1.0 in a reader of numbers is 1.
bool TakeNumberSwitch(Row& row) {
  const bool number = row.type == ValueType::kInt || row.type == ValueType::kFloat;
  const bool all = std::all_of(row.defaults.begin(), row.defaults.end(), [](const auto& one) {
    return one.text == "0" || one.text == "1" || one.text == "0.0" || one.text == "1.0";
  });
  if (!number || !all || HasNameWord("descriptions", "graded", ToUpper(row.name))) return false;
  for (RowDefault& one : row.defaults) one.text.resize(1);
  return true;
}

// Whether the text has a number that a switch does not have: "2: all of it".
// "0 or 1" ─→ false; "from 0 to 3" ─→ true
bool HasGrades(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::max(EndOfRun(text, at, IsIdentifierByte), at + 1);
    const std::string_view word = text.substr(at, end - at);
    if (AllBytes(word, IsDigit) && word != "0" && word != "1") return true;
    at = end;
  }
  return false;
}

// Whether the description says that it turns something on or off, and the code accepts no more.
bool IsSwitchByDescription(const Row& row) {
  const std::string name = ToUpper(row.name);
  if (HasNameWord("descriptions", "amounts", name) || HasNameWord("descriptions", "graded", name) ||
      HasGrades(row.description.text)) {
    return false;
  }
  const RowDefault* const single = row.single_default();
  const bool literal = single != nullptr && single->kind == DefaultKind::kLiteral;
  const bool nothing = single != nullptr && single->kind == DefaultKind::kNone;
  if (!(nothing || (literal && IsSwitchText(single->text)))) return false;
  if (BeginsWithPhrase("descriptions", "whether", ToLower(row.description.text))) return true;
  // "Enables the given parts": a text says more than yes or no.
  const bool enough = row.type == ValueType::kInt || (literal && !single->text.empty()) ||
                      HasNameWord("descriptions", "switched", name);
  return enough && BeginsWithPhrase("descriptions", "switches", ToLower(row.description.text));
}

// A whole number as the default of a variable that the code keeps as text. The name must be one of
// something measured; "007" is an identifier.
bool IsNumberByDefault(const Row& row) {
  constexpr size_t kLongest = 9;
  const RowDefault* const single = row.single_default();
  if (single == nullptr || single->kind != DefaultKind::kLiteral || !row.values.empty())
    return false;
  const std::string& text = single->text;
  const bool digits = !text.empty() && text.size() <= kLongest && AllBytes(text, IsDigit);
  return digits && (text == "0" || text[0] != '0') &&
         HasNameWord("descriptions", "measured", ToUpper(row.name));
}

// OMP_NUM_THREADS, if the code only passes the text on.
bool IsCountByName(const Row& row) {
  const std::vector<std::string>& counts = Phrases("descriptions", "counts");
  return row.values.empty() && FitsAll(ValueType::kInt, row) &&
         std::any_of(counts.begin(), counts.end(),
                     [&](const std::string& end) { return row.name.ends_with("_" + end); });
}

// Whether the text that is called the default is a value and complete: not "GPU" of "GPU/TPU if
// there is one", a name of the sources, or a text with placeholders.
bool IsValueOfWords(const Row& row, const std::string& text, const std::string& value) {
  if (value.empty() || value.find_first_of("%{<") != std::string::npos || value.front() == '_' ||
      !Holds(row.type, value)) {
    return false;
  }
  const std::string word = ToLower(value);
  const bool plain = word == "0" || word == "1" || word == "true" || word == "false";
  if (row.type == ValueType::kBool && !plain) return false;
  const size_t at = text.rfind(value);
  if (at == std::string::npos) return false;
  const std::string_view rest = std::string_view(text).substr(at + value.size());
  if (rest.starts_with('/') || (!rest.empty() && IsIdentifierByte(rest.front()))) return false;
  // "(default: 1st engine)"
  const size_t bracket = text.rfind('(', at);
  const bool within = bracket != std::string::npos && text.find(')', bracket) > at &&
                      text.find(')', bracket) != std::string::npos && at - bracket < 20;
  const bool goes_on = rest.size() > 1 && rest[0] == ' ' && IsAlpha(rest[1]);
  if (within && goes_on && !AllBytes(value, IsDigit)) return false;
  const std::string_view more = rest.substr(0, SentenceEnd(rest, 0, rest.size()));
  return more.find(" if ") == std::string_view::npos && more.find("therwise") == more.npos;
}

// A name that ends in _LIST, and no default that is a single value.
// "a,b" is a list. "a" may be a list of one or the name of a file, so the type is not changed.
bool IsListByName(const Row& row) {
  return row.name.ends_with("_LIST") && row.values.empty() &&
         std::all_of(row.defaults.begin(), row.defaults.end(), [](const RowDefault& one) {
           return one.kind == DefaultKind::kNone || one.text.empty() ||
                  one.text.find_first_of(",; ") != std::string::npos;
         });
}

// Whether a sample of settings sets it to True or False.
// "APP_X=True" in a .env.example. 1 and 0 could be numbers and do not count.
bool IsSwitchInSample(const RowInput& input, const Flag& flag) {
  return std::any_of(flag.entries.begin(), flag.entries.end(), [&](const Entry* entry) {
    const std::string word = ToLower(entry->default_text.value_or(std::string()));
    return !IsOwnEntry(input, *entry) && entry->how == EntryHow::kDotenv &&
           (word == "true" || word == "false");
  });
}

// A variable that is only tested, with a name that says it has a value: an address, a file.
bool IsTextByName(const Row& row) {
  return row.type == ValueType::kBool && row.truthy.empty() && row.falsy.empty() &&
         std::all_of(row.defaults.begin(), row.defaults.end(),
                     [](const RowDefault& one) { return one.kind == DefaultKind::kNone; }) &&
         IsPhrase("descriptions", "texts", ToUpper(row.name.substr(row.name.rfind('_') + 1)));
}

// C converts the value to a number and assigns it to a switch: it is set by 1 and 0, and its
// default is one of them.
void TakeSwitchOfNumber(Row& row) {
  if (row.type != ValueType::kInt || row.defaults.empty()) return;
  for (const RowDefault& one : row.defaults) {
    const bool word = one.text == "true" || one.text == "false";
    if (one.kind != DefaultKind::kLiteral || !word) return;
  }
  for (RowDefault& one : row.defaults) one.text = one.text == "true" ? "1" : "0";
  row.type = ValueType::kBool;
  row.code.type = ValueType::kBool;
}

// A type that does not contain the default is that of a test next to it. In C, a test makes a
// boolean of anything, and the type on a page is better than that and than a bare string.
void SettleType(const RowInput& input, const Flag& flag, const std::vector<const Access*>& accesses,
                Row& row) {
  const bool in_c = std::any_of(accesses.begin(), accesses.end(),
                                [](const Access* access) { return IsC(access->language); });
  if (in_c) TakeSwitchOfNumber(row);
  const ValueType claimed = TypeOfPages(input, flag);
  const bool useful =
      claimed != ValueType::kUnknown && claimed != row.type && FitsAll(claimed, row);
  const bool only_tested = row.type == ValueType::kBool && in_c && row.truthy.empty();
  const bool wrong = !FitsAll(row.type, row);
  // The code names the type that it parses: "inf" is a word beside its numbers, "4G" a number with
  // a unit.
  const bool stated = std::any_of(accesses.begin(), accesses.end(), [&](const Access* access) {
    return IsC(access->language) && access->use.parsed && access->type == row.type;
  });
  const bool said = claimed != ValueType::kStr && row.type == ValueType::kStr;
  if (claimed == ValueType::kBool && TakeNumberSwitch(row)) {
    row.type = claimed;
  } else if (useful && (said || only_tested)) {
    row.type = claimed;
  } else if (wrong && stated && row.type != ValueType::kBool) {
    const bool words = std::all_of(row.defaults.begin(), row.defaults.end(), [&](const auto& one) {
      return one.kind != DefaultKind::kLiteral || AllBytes(one.text, IsAlpha) ||
             Holds(row.type, one.text);
    });
    if (!words) row.type = ValueType::kStr;
  } else if (wrong) {
    row.type = useful ? claimed : TypeOfDefaults(row);
  } else if (row.type == ValueType::kStr && in_c && accesses.front()->default_text &&
             !accesses.front()->chain.empty()) {
    row.type = TypeOfDefaults(row);  // a wrapper converts to the type of its default
  }
  // The value of a reader of any number is whole if its default is.
  if (row.type == ValueType::kFloat && in_c && !stated && claimed != ValueType::kFloat &&
      !row.defaults.empty() && FitsAll(ValueType::kInt, row)) {
    row.type = ValueType::kInt;
  }
  if (row.type != ValueType::kBool) row.any_true = false;
  // Compared with a word or two, and free besides.
  const bool word = !in_c && row.single_default() != nullptr &&
                    row.single_default()->kind == DefaultKind::kLiteral &&
                    !row.single_default()->text.empty();
  const bool choice = std::any_of(accesses.begin(), accesses.end(), [](const Access* access) {
    return IsC(access->language) && access->use.parsed && access->type == ValueType::kEnum;
  });
  if (row.type == ValueType::kEnum && row.values.empty() && !word && !choice) {
    row.type = ValueType::kStr;
  }
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

// The facts from the code; a page adds the type and the values that the code does not show.
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
    // The schema that this program writes calls every value a string.
    const bool plain = IsOwnEntry(input, *entry) && entry->type == ValueType::kStr;
    // "disabled" may be a value of any variable that only the program sets.
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

// The code's facts are kept in `code` while those of pages are preferred.
void SettleValues(const RowInput& input, const Flag& flag,
                  const std::vector<const Access*>& accesses, Row& row) {
  row.code.type = row.type;
  if (row.read && IsOfStartersOnly(flag, accesses)) {
    TakeDocumentedDefault(input, flag, row);
  } else {
    TakePageDefault(input, flag, accesses, row);
  }
  TakeComparedWords(accesses, row);
  SettleType(input, flag, accesses, row);
  TakeStateOfUnset(accesses, row);
}

void SettleDefaultByWords(const RowInput& input, const std::vector<const Access*>& accesses,
                          Row& row) {
  const RowDefault* const single = row.single_default();
  const bool nothing = single != nullptr && single->kind == DefaultKind::kNone;
  if (!nothing || IsParsedNumber(accesses, row)) return;
  const std::string text = SourceTextOf(input, accesses, row);
  const DefaultText claimed = DefaultFromWords(ToProse(text, 0), row.name);
  if (claimed.kind != DocumentedDefault::kLiteral || !IsValueOfWords(row, text, *claimed.text))
    return;
  row.defaults.front().kind = DefaultKind::kLiteral;
  row.defaults.front().text = *claimed.text;
  // "Its folder. Default \"/srv\".": the row has a column for the default.
  if (row.description.text != text) return;
  const size_t label = text.rfind(". Default ");
  // The label with its value; a longer text after "Default" is a sentence.
  constexpr size_t kLongest = 60;
  if (label != std::string::npos && text.size() - label < kLongest &&
      SentenceEnd(text, label + 2, text.size()) + 1 >= text.size()) {
    row.description.text.resize(label + 1);
  }
}

void SettleTypeByWords(const RowInput& input, const Flag& flag, Row& row) {
  if (IsTextByName(row)) {
    row.type = ValueType::kStr;
    row.any_true = false;
  }
  if (IsPhrase("descriptions", "path_lists", row.name) && row.type != ValueType::kBool) {
    row.type = ValueType::kList;
    return;
  }
  const bool number = row.code.type == ValueType::kInt && row.type == ValueType::kInt;
  if (number && IsSwitchByDescription(row)) row.type = ValueType::kBool;
  // From the code alone it is text, or nothing is known.
  const bool any_number = row.code.type == ValueType::kFloat && row.type == ValueType::kInt;
  const bool open =
      row.code.type == ValueType::kStr || row.code.type == ValueType::kUnknown || any_number;
  if (!open) return;
  if (row.type == ValueType::kUnknown) row.type = TypeOfDefaults(row);
  const bool claimed = TypeOfPages(input, flag) != ValueType::kUnknown;
  if (row.type == ValueType::kInt && !claimed && IsSwitchByWords(row)) row.type = ValueType::kBool;
  if (row.type != ValueType::kStr) return;
  const bool switched = FitsAll(ValueType::kBool, row);
  const bool word =
      row.single_default() != nullptr && IsSwitchWord(ToLower(row.single_default()->text));
  // In the order of certainty: a sample, words of a list, several values, a name that ends in
  // _PORT, words of a switch, numbers, and paths last, since the words for them occur in other
  // descriptions, too.
  if (switched && IsSwitchInSample(input, flag)) {
    row.type = ValueType::kBool;
  } else if (Says(ToLower(row.description.text), "lists") || (!claimed && IsListByName(row))) {
    row.type = ValueType::kList;
  } else if (row.values.size() > 1) {
    row.type = ValueType::kEnum;
  } else if (row.name.ends_with("_PORT") && FitsAll(ValueType::kInt, row)) {
    row.type = ValueType::kInt;
  } else if (switched && (Says(ToLower(row.description.text), "booleans") ||
                          (!claimed && IsSwitchByDescription(row)))) {
    row.type = ValueType::kBool;
  } else if (!claimed && (IsNumberByDefault(row) || IsCountByName(row))) {
    row.type = ValueType::kInt;
  } else if (!word && (TypeOfName(row.name) == ValueType::kPath ||
                       BeginsWithPhrase("descriptions", "paths", ToLower(row.description.text)))) {
    row.type = ValueType::kPath;
  }
}

}  // namespace flagcensus
