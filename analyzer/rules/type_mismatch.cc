// type-mismatch: the code parses a variable differently than documented
//
// ## What it does
// Compares the documented kind of value (the type, "set to 0 to disable", a number as the default) with
// how the sources parse the value. Reported only if both are known and a documented value has a different
// effect, or is rejected.
//
// ## Why it matters
// A user who follows the page gets the opposite of the documented effect (`APP_CACHE=0` turns the
// cache on) or a conversion error.
//
// ## Example
//     | `APP_CACHE` | `1` | set to 0 to disable the cache |
//
// and
//
//     if os.environ.get("APP_CACHE"):
//
//     APP_CACHE is documented as turned off by 0, but the code treats any value as true
//
// ## Not reported
// - values that the code parses in an unknown way, and types that the page only implies;
// - pages that say that any value counts.
//
// ## Reported as info
// - "set to 1 to enable" if any other value enables it, too;
// - in Python, a read with a number as its default whose set value stays text:
//   `os.getenv("APP_RETRIES", 3)`.
//
// ## Fix
// Parse the value as documented, or document what the code accepts.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analyzer/base/text.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/parse.h"
#include "analyzer/rules/patterns.h"
#include "analyzer/rules/rule.h"
#include "analyzer/values/spellings.h"
#include "analyzer/values/words.h"

namespace flagcensus {
namespace {

bool Has(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// How the page and the code disagree; `documented` is empty if they do not.
struct Clash {
  std::string documented;  // the value or type that the page states
  std::string actual;      // the code's type
  std::string text;  // "is documented as turned off by 0, but the code treats any value as true"
  Severity severity = Severity::kWarning;
  Confidence confidence = Confidence::kHigh;
};

// The documented default if it is a word of a switch, otherwise "".
std::string SwitchDefault(const Entry& entry) {
  if (entry.default_kind != DocumentedDefault::kLiteral || !entry.default_text) return {};
  const std::string word = ToLower(Unquote(*entry.default_text));
  return IsOnWord(word) || IsOffWord(word) ? word : std::string();
}

// The code treats any value as true, and the page states a value for off.
Clash AgainstAnyTrue(const Entry& entry, const Spellings& asserted) {
  Clash out;
  if (asserted.any) return out;
  const std::string stated = SwitchDefault(entry);
  const bool typed = entry.type == ValueType::kBool || entry.type == ValueType::kInt;
  std::string off = asserted.off.empty() ? "" : asserted.off.front();
  if (off.empty() && typed && (stated == "0" || stated == "false")) {
    off = stated;
    out.confidence = Confidence::kMedium;
  }
  out.actual = "any value is true";
  if (!off.empty()) {
    out.documented = off;
    out.text = fmt::format(
        "is documented as turned off by {}, but the code treats any value as true", off);
  } else if (!asserted.on.empty() && entry.type == ValueType::kBool) {
    out.documented = asserted.on.front();
    out.severity = Severity::kInfo;
    out.confidence = Confidence::kMedium;
    out.text = fmt::format(
        "is documented as turned on by {}, but the code treats any value as true, even 0",
        asserted.on.front());
  }
  return out;
}

// Whether the page says so in these words; "if present" or "regardless of" may be about something
// else.
bool SaysAnyValue(const Entry& entry) {
  const std::string lower = ToLower(entry.description);
  if (lower.find(kCodeDiffers) != std::string::npos) return false;
  return lower.find("any value") != std::string::npos ||
         lower.find("any non-empty") != std::string::npos ||
         lower.find("non-empty value") != std::string::npos;
}

// The code treats only some words as true (or as false), and the page states others.
Clash AgainstWords(const Entry& entry, const Spellings& asserted, const Parse& parse) {
  Clash out;
  out.actual = "bool";
  if (SaysAnyValue(entry) && asserted.on.empty() && !parse.truthy.empty() && parse.falsy.empty() &&
      !parse.in_c) {
    out.documented = "any value";
    out.confidence = Confidence::kMedium;
    out.text = fmt::format("is documented as turned on by any value, but only {} counts as true",
                           Join(parse.truthy, ", "));
    return out;
  }
  // A comparison of the first letter accepts every word that begins with it.
  const auto taken = [](const std::vector<std::string>& words, const std::string& word) {
    return Has(words, word) || Has(words, word.substr(0, 1));
  };
  for (const std::string& word : asserted.on) {
    // C code may parse the number as well, so "1" and "0" are never a clash.
    if (parse.in_c && word == "1") continue;
    if (parse.truthy.empty() || taken(parse.truthy, word)) continue;
    out.documented = word;
    out.text = fmt::format("is documented as turned on by {}, but only {} counts as true", word,
                           Join(parse.truthy, ", "));
    return out;
  }
  for (const std::string& word : asserted.off) {
    if (parse.in_c && word == "0") continue;
    if (!parse.truthy.empty() || parse.falsy.empty() || taken(parse.falsy, word)) continue;
    out.documented = word;
    out.text =
        fmt::format("is documented as turned off by {}, but everything except {} counts as true",
                    word, Join(parse.falsy, ", "));
    return out;
  }
  return out;
}

// The code parses a number, and the page states words.
Clash AgainstNumber(const Entry& entry, const Spellings& asserted, ValueType type) {
  Clash out;
  out.actual = ToString(type);
  std::vector<std::string> words = asserted.on;
  words.insert(words.end(), asserted.off.begin(), asserted.off.end());
  std::erase_if(words, [](const std::string& word) { return word == "1" || word == "0"; });
  const std::string stated = SwitchDefault(entry);
  if (entry.how == EntryHow::kDotenv && !stated.empty()) return out;  // in default-mismatch
  if (!words.empty()) {
    out.documented = words.front();
  } else if (entry.type == ValueType::kBool && (stated == "true" || stated == "false")) {
    out.documented = stated;
    out.confidence = Confidence::kMedium;
  } else if (type == ValueType::kInt && entry.type == ValueType::kFloat && entry.default_text &&
             entry.default_kind == DocumentedDefault::kLiteral) {
    // A fraction that an integer parser rejects.
    const std::string_view text = Unquote(*entry.default_text);
    const size_t dot = text.find('.');
    const bool fraction = dot != std::string_view::npos &&
                          text.find_first_of("123456789", dot) != text.npos &&
                          text.find_first_not_of("0123456789.-") == std::string_view::npos;
    if (fraction) out.documented = std::string(text);
  }
  if (!out.documented.empty()) {
    out.text =
        fmt::format("is documented with the value {} but parsed as {}", out.documented, out.actual);
  }
  return out;
}

// The page's default is a number other than 0 and 1, and the code asks yes or no.
Clash AgainstSwitch(const Entry& entry) {
  Clash out;
  out.actual = "bool";
  const bool number = entry.type == ValueType::kInt || entry.type == ValueType::kFloat;
  if (!number || entry.default_kind != DocumentedDefault::kLiteral || !entry.default_text) {
    return out;
  }
  const std::string_view text = Unquote(*entry.default_text);
  if (text.empty() || text == "0" || text == "1" ||
      text.find_first_not_of("0123456789.") != std::string_view::npos) {
    return out;
  }
  out.documented = ToString(entry.type);
  out.text = fmt::format("is documented as {} with the default {} but parsed as bool",
                         out.documented, text);
  return out;
}

// How many entries of each page have each type.
using PageTypes = std::map<std::pair<std::string, ValueType>, int>;

// The page says text although it distinguishes booleans and numbers elsewhere. On a page that calls
// everything a string, "text" says nothing.
Clash AgainstText(const Entry& entry, ValueType type, const PageTypes& pages) {
  constexpr int kReported =
      3;  // entries of the code's type on the page, so it distinguishes the types
  Clash out;
  if (entry.type != ValueType::kStr) return out;
  if (type != ValueType::kBool && type != ValueType::kInt && type != ValueType::kFloat) return out;
  const auto asserted = pages.find({entry.place.file, type});
  if (asserted == pages.end() || asserted->second < kReported) return out;
  out.documented = "str";
  out.actual = ToString(type);
  out.confidence = Confidence::kMedium;
  out.text = fmt::format("is documented as text but parsed as {}", out.actual);
  return out;
}

// Compares the type with how the code uses the value. Only one clash is reported for an entry.
Clash Compare(const Entry& entry, const Parse& parse, const PageTypes& pages) {
  const Spellings asserted = SpellingsOf(entry);
  if (parse.any_true) return AgainstAnyTrue(entry, asserted);
  switch (parse.type) {
    case ValueType::kBool:
      if (Clash clash = AgainstText(entry, parse.type, pages); !clash.documented.empty()) {
        return clash;
      }
      if (parse.truthy.empty() && parse.falsy.empty()) return {};
      if (Clash clash = AgainstSwitch(entry); !clash.documented.empty()) return clash;
      return AgainstWords(entry, asserted, parse);
    case ValueType::kInt:
    case ValueType::kFloat:
      if (Clash clash = AgainstText(entry, parse.type, pages); !clash.documented.empty()) {
        return clash;
      }
      return AgainstNumber(entry, asserted, parse.type);
    default:
      return {};
  }
}

// Whether the value is a number if nothing is set, otherwise text: os.getenv("APP_RETRIES", 3).
bool IsNumberOrText(const Access& access) {
  const bool number = access.type == ValueType::kInt || access.type == ValueType::kFloat;
  const bool kept = access.bound_kind == BoundKind::kModule ||
                    access.bound_kind == BoundKind::kClass ||
                    access.bound_kind == BoundKind::kAttribute;
  return number && kept && !access.use.parsed && IsPython(access.language) &&
         access.op == AccessOp::kRead && access.default_kind == DefaultKind::kLiteral &&
         access.use.default_certain && access.chain.empty() && !access.evidence.by_declarator &&
         access.via.find("env") != std::string::npos;
}

// Reported once, at the first read.
void CheckUnconverted(const Flag& flag, std::vector<Finding>& findings) {
  for (const Access* access : SourceAccesses(flag)) {
    if (!IsNumberOrText(*access)) continue;
    Finding out = MakeFinding("type-mismatch", flag.name, Severity::kInfo, Confidence::kMedium);
    out.code = {access->place};
    const std::string number = ShowValue(flag.name, access->default_text.value_or(std::string()));
    SetValues(out, std::nullopt, access->default_text);
    out.message = fmt::format(
        "{} is read with the number {} as its default, but a value that is set stays text at {}",
        flag.name, number, ToText(access->place));
    out.remedy = fmt::format("convert it there with {}()", ToString(access->type));
    findings.push_back(std::move(out));
    return;
  }
}

void CheckTypeMismatch(const RuleInput& input, std::vector<Finding>& findings) {
  PageTypes pages;
  for (const Flag& flag : input.flags) {
    if (!IsPattern(flag.name)) CheckUnconverted(flag, findings);
  }
  for (const Flag& flag : input.flags) {
    for (const Entry* entry : flag.entries) ++pages[{entry->place.file, entry->type}];
  }
  for (const Flag& flag : input.flags) {
    if (flag.entries.empty()) continue;
    const Parse parse = ParseOf(flag);
    if (parse.reads.empty()) continue;
    // A test of a third-party variable does not show how other programs parse its values.
    if (parse.any_true && OwnerOf(input.ownership, flag.name) != nullptr) continue;
    for (const Entry* entry : flag.entries) {
      const Clash clash = Compare(*entry, parse, pages);
      if (clash.documented.empty()) continue;
      Finding out = MakeFinding("type-mismatch", flag.name, clash.severity, clash.confidence);
      SetValues(out, clash.documented, clash.actual);
      out.code = PlacesOf(parse.reads);
      out.doc = {entry->place};
      out.message = fmt::format("{} {}", flag.name, clash.text);
      out.remedy = fmt::format("correct {}, or change how it is parsed in {}", ToText(entry->place),
                               ToText(out.code));
      findings.push_back(std::move(out));
      break;
    }
  }
}

}  // namespace

extern constexpr Rule kTypeMismatchRule = {
    .rank = 40,
    .name = "type-mismatch",
    .summary = "the code parses a variable differently than documented",
    .remedy = "correct the page, or change how it is parsed",
    .check = CheckTypeMismatch,
};

}  // namespace flagcensus
