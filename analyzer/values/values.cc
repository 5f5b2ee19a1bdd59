// Values, compared in the order in which a reader would try: same text, "no value", words (without
// regard to case; enumeration members and logging levels too), booleans, numbers, cron schedules,
// lists, paths. The first kind that fits both sides decides. A documented value that describes a
// computation is unknown unless its text or word is the same.
//
// A common boolean word (true, on, enabled, 1) has its usual meaning, independent of the spellings
// that the code accepts. Only other words (`ok`, `easy`) are searched for in the code's own set.
// Therefore a wrapper's `default=True`, which is never parsed, counts as true.
#include "analyzer/values/values.h"

#include <algorithm>
#include <array>
#include <optional>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/model/unset.h"
#include "analyzer/values/numbers.h"
#include "analyzer/values/paths.h"
#include "analyzer/values/spellings.h"
#include "analyzer/values/words.h"

namespace flagcensus {
namespace {

template <size_t kCount>
bool OneOf(std::string_view word, const std::array<std::string_view, kCount>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Words for true and false on pages and in Fortran (with dots).
constexpr std::array<std::string_view, 6> kTrue = {"true",    "yes",    "on",
                                                   "enabled", "enable", ".true."};
constexpr std::array<std::string_view, 6> kFalse = {"false",    "no",      "off",
                                                    "disabled", "disable", ".false."};
// Texts with which pages say that there is no default.
constexpr std::array<std::string_view, 16> kUnset = {
    "none",    "unset",  "null", "undefined", "nil",          "empty", "not set", "unspecified",
    "nullptr", "(none)", "n/a",  "(unset)",   "empty string", "[]",    "{}",      "()"};
// Words with which a page says that the program chooses a value if the variable is unset.
constexpr std::array<std::string_view, 12> kChosen = {
    "auto",     "automatic", "automatically", "autodetect", "auto-detect", "auto-detected",
    "detected", "default",   "unlimited",     "infinite",   "inherit",     "inherited"};

// The meaning of `text` as a boolean; nullopt if it is not one. `boolean`: the code parses a
// boolean, so single letters and the words for no value count as well.
std::optional<bool> Truth(const std::string& text, bool boolean,
                          const std::vector<std::string>& truthy) {
  if (OneOf(text, kTrue) || text == "1") return true;
  if (OneOf(text, kFalse) || text == "0") return false;
  if (!boolean) return std::nullopt;
  if (text == "t" || text == "y") return true;
  if (text == "f" || text == "n" || text.empty() || OneOf(text, kUnset)) return false;
  if (std::find(truthy.begin(), truthy.end(), text) != truthy.end()) return true;
  return std::nullopt;
}

// Whether the text is one word for a value that the program computes: "policy-derived", "chosen".
bool IsWordForComputed(std::string_view text) {
  constexpr std::array<std::string_view, 16> kEndings = {
      "derived",  "dependent", "determined", "computed", "calculated", "detected",
      "selected", "chosen",    "generated",  "provided", "driven",     "specific",
      "based",    "inferred",  "resolved",   "defined"};
  const std::string word = ToLower(text);
  if (word.find(' ') != std::string::npos) return false;
  return OneOf(std::string_view(word).substr(word.rfind('-') + 1), kEndings);
}

// Whether code uses the number to recognise later that the variable is not set. A page need not
// document it.
bool IsSentinel(std::string_view text) {
  constexpr std::array<std::string_view, 10> kNames = {
      "-1",          "-2",       "int_min", "int64_min", "int32_min",
      "-2147483648", "long_min", "-999",    "-1.0",      "-9223372036854775808"};
  return OneOf(ToLower(text), kNames);
}

// Whether the page describes the value instead of stating it: `$(nproc)`, `<path>`,
// `os.cpu_count()`, `...`.
bool IsComputed(std::string_view text) {
  if (text.find("***") != std::string_view::npos) return true;  // a credential that is not printed
  if (text.find("$(") != std::string_view::npos || text.find('`') != std::string_view::npos) {
    return true;
  }
  if (text.find("...") != std::string_view::npos || text.find("…") != std::string_view::npos) {
    return true;
  }
  if (IsWordForComputed(text)) return true;
  if (text.size() > 2 && text.front() == '<' && text.find('>') == text.size() - 1) return true;
  // "name(...)": a call, with no blank before its parenthesis.
  const size_t call = text.find('(');
  return call != std::string_view::npos && call > 0 && text.ends_with(")") &&
         IsIdentifierByte(text[call - 1]) &&
         text.substr(0, call).find(' ') == std::string_view::npos;
}

// Compares a documented value with a read that returns None or "" if the variable is unset.
ComparedDefault CompareUnset(std::string_view documented, ValueType type,
                             const std::vector<std::string>& truthy) {
  const std::string word = ToLower(documented);
  if (word.empty() || OneOf(word, kUnset) || OneOf(word, kFalse) || OneOf(word, kChosen)) {
    return {Verdict::kEqual};
  }
  if (IsComputed(documented)) return {Verdict::kUnknown};
  const std::optional<bool> truth = Truth(word, type == ValueType::kBool, truthy);
  if (type == ValueType::kBool && truth) {
    if (!*truth) return {Verdict::kEqual};
    // With a test such as `!= "0"` the code has no spellings for true, and an unset variable counts
    // as true.
    return {truthy.empty() ? Verdict::kUnknown : Verdict::kDiffer, Confidence::kMedium};
  }
  // If the type is unknown, the code may convert an unset variable to `0`.
  if (type == ValueType::kUnknown && truth == false) return {Verdict::kUnknown};
  return {Verdict::kDiffer, Confidence::kMedium};
}

// Whether both are cron schedules, "00 01 * * *", and equal except for leading zeros.
bool IsSameSchedule(std::string_view a, std::string_view b) {
  constexpr size_t kFields = 5;
  const auto fields = [](std::string_view text) {
    std::vector<std::string> out;
    for (std::string_view field : Split(text, ' ')) {
      // A field of a schedule consists of digits and these marks; names of days are not recognised.
      if (field.empty()) continue;
      const auto of_schedule = [](char c) {
        return IsDigit(c) || std::string_view("*/,-").find(c) != std::string_view::npos;
      };
      if (!AllBytes(field, of_schedule)) return std::vector<std::string>();
      while (field.size() > 1 && field[0] == '0' && IsDigit(field[1])) field.remove_prefix(1);
      out.emplace_back(field);
    }
    return out;
  };
  const std::vector<std::string> left = fields(a);
  return left.size() >= kFields && left == fields(b);
}

// Whether the page shortens a dotted name to a word of its last part: `Kiln` for
// org.acme.ovens.KilnDriver. Two dots at least, since "a.b" may be a file.
bool IsShortFor(std::string_view word, std::string_view dotted) {
  constexpr size_t kLeast = 3;
  const size_t last = dotted.rfind('.');
  const bool plain = word.size() >= kLeast && AllBytes(word, IsIdentifierByte);
  const bool name = std::count(dotted.begin(), dotted.end(), '.') >= 2 && IsAlpha(dotted[0]) &&
                    AllBytes(dotted, [](char c) { return IsIdentifierByte(c) || c == '.'; });
  return plain && name && !IsDigit(word[0]) &&
         ToLower(dotted.substr(last + 1)).find(ToLower(word)) != std::string::npos;
}

// Whether the page has a name for the value in the code: INFO for 1, `app/$VERSION` for app/2.1.
bool NamesValue(std::string_view documented, std::string_view actual) {
  const auto of_constant = [](char c) { return IsUpper(c) || IsDigit(c) || c == '_'; };
  const bool constant =
      documented.size() > 1 && IsUpper(documented[0]) && AllBytes(documented, of_constant);
  // The levels of Python's logging have two digits, and their names are known (SameWord).
  const bool level = actual.size() == 2 && IsDigit(actual[0]) && actual[1] == '0';
  const std::string word = ToLower(documented);
  const bool is_switch = IsOnWord(word) || IsOffWord(word);
  if (constant && !level && !is_switch && SameNumber(actual, actual)) return true;
  const size_t dollar = documented.find('$');
  return dollar != std::string_view::npos && dollar + 1 < documented.size() &&
         (IsUpper(documented[dollar + 1]) || documented[dollar + 1] == '{') &&
         actual.find('$') == std::string_view::npos &&
         actual.starts_with(documented.substr(0, dollar)) && dollar > 0;
}

// Whether the two texts as a whole are equal. The comparisons are in the order of the file's head.
Verdict CompareText(std::string_view documented, std::string_view actual, ValueType type,
                    const std::vector<std::string>& truthy) {
  const auto verdict = [](bool same) { return same ? Verdict::kEqual : Verdict::kDiffer; };
  // A page may have quotes within back-quotes.
  const std::string_view a = Unquote(Unquote(documented)), b = Unquote(actual);
  if (a == b || NormalDisplay(a) == NormalDisplay(b)) return Verdict::kEqual;
  if (b.empty()) return CompareUnset(a, type, truthy).verdict;
  if (a.empty()) return CompareUnset(b, type, truthy).verdict;
  if (OneOf(ToLower(a), kUnset) && OneOf(ToLower(b), kUnset)) return Verdict::kEqual;
  // "no" on the page for a value that is a list or a table in the code.
  if ((b == "[]" || b == "{}" || b == "()") && IsOffWord(ToLower(a))) return Verdict::kEqual;
  // Words are compared without regard to case, paths are not.
  const bool path = NormalPath(a) || NormalPath(b);
  if (!path && SameWord(a, b, type)) return Verdict::kEqual;
  if (IsComputed(a)) return Verdict::kUnknown;

  const bool boolean = type == ValueType::kBool;
  const std::optional<bool> left = Truth(ToLower(a), boolean, truthy);
  const std::optional<bool> right = Truth(ToLower(b), boolean, truthy);
  if (left && right) return verdict(*left == *right);
  if (const std::optional<bool> same = SameNumber(a, b); same && type != ValueType::kList) {
    return verdict(*same);
  }
  // "2**16 = 65536" on a page: the result counts.
  if (const size_t sum = a.rfind(" = "); sum != std::string::npos) {
    if (SameNumber(a.substr(sum + 3), b) == true) return Verdict::kEqual;
  }
  if (IsSameSchedule(a, b)) return Verdict::kEqual;
  // A short form or a constant may mean the same value; the text does not show it.
  if (IsShortFor(a, b) || NamesValue(a, b)) return Verdict::kUnknown;
  if (const std::optional<bool> same = SameList(a, b, type)) return verdict(*same);
  if (!path) return Verdict::kDiffer;
  const std::optional<bool> same = SamePath(a, b);
  return same ? verdict(*same) : Verdict::kUnknown;
}

// Whether an expression has a different value in every run, so no literal is its value.
bool IsRandom(std::string_view expression) {
  constexpr std::array<std::string_view, 5> kSources = {"random", "uuid", "token_hex", "mkdtemp",
                                                        "mkstemp"};
  return std::any_of(kSources.begin(), kSources.end(), [&](std::string_view source) {
    return expression.find(source) != std::string_view::npos;
  });
}

// Whether a documented value is a literal, and not a word that leaves the choice to the program.
bool IsPlain(std::string_view documented) {
  const std::string word = ToLower(Unquote(documented));
  return !word.empty() && !OneOf(word, kUnset) && !OneOf(word, kChosen) && !IsComputed(word) &&
         word.find("random") == std::string::npos;
}

}  // namespace

// Compares the whole texts first, and then the documented one without its remark.
Verdict CompareLiterals(std::string_view documented, std::string_view actual, ValueType type,
                        const std::vector<std::string>& truthy) {
  const Verdict whole = CompareText(documented, actual, type, truthy);
  // A value with control characters is documented by their escapes.
  if (whole != Verdict::kEqual && documented == EscapeControl(actual)) return Verdict::kEqual;
  // "60 (one minute)": a remark in parentheses explains the value and is not part of it.
  const size_t remark = documented.find(" (");
  if (whole == Verdict::kEqual || remark == std::string_view::npos || !documented.ends_with(")")) {
    return whole;
  }
  return CompareText(documented.substr(0, remark), actual, type, truthy);
}

namespace {

// Whether the page states the default of a path below the variable's: "In `${TMPDIR}/kiln`, by
// default /tmp/kiln". `documented` is `actual` followed by the path that the description appends to
// the variable's name.
bool IsPathBelow(const Entry& entry, std::string_view documented, std::string_view actual) {
  if (actual.empty() || !documented.starts_with(actual)) return false;
  const std::string_view rest = documented.substr(actual.size());
  if (rest.size() < 2 || rest[0] != '/') return false;
  const std::string plain = entry.name + std::string(rest);
  const std::string braced = entry.name + "}" + std::string(rest);
  return entry.description.find(plain) != std::string::npos ||
         entry.description.find(braced) != std::string::npos;
}

}  // namespace

// The comparison depends on both kinds of default:
//
//   page \ code   literal            none, ""            required         computed
//   literal       the two values     is it an off word   it should be     unknown
//                                                        "required"
//   none          is it an off word  equal               equal            unknown
//   other         unknown            unknown             unknown          unknown
//
// A default that code sets after the read (`followed`) is less certain than one in the read itself.
ComparedDefault CompareDefault(const Entry& entry, const Access& access) {
  // The code knows the type best; the page's type is used if the code does not parse the value.
  const ValueType type = access.type == ValueType::kUnknown ? entry.type : access.type;
  const Unset outcome = UnsetOf(access);
  const DefaultKind kind = outcome.kind;
  const std::string_view actual = Unquote(outcome.text);
  const bool followed = outcome.behind;
  if (followed && entry.default_text && OneOf(ToLower(Unquote(*entry.default_text)), kUnset)) {
    return {Verdict::kEqual};  // unset, as the page says; code after the read may set a value
  }
  // Whether the page promises a certain value.
  const bool promises = entry.default_kind == DocumentedDefault::kLiteral && entry.default_text;
  // A computed default cannot be compared, unless it is random and the page promises a literal.
  if (kind == DefaultKind::kDynamic) {
    const bool differs = promises && followed && IsRandom(actual) && IsPlain(*entry.default_text);
    return {differs ? Verdict::kDiffer : Verdict::kUnknown, Confidence::kMedium};
  }
  const bool literal = kind == DefaultKind::kLiteral && !actual.empty();

  // The page says that there is no default. A literal for off is no default, too.
  if (entry.default_kind == DocumentedDefault::kNone) {
    if (!literal || followed) return {Verdict::kEqual};  // unset; later code may set a value
    const std::string word = ToLower(actual);
    // Words that the code itself treats as off are as good as no default.
    const bool falsy =
        std::find(access.use.falsy.begin(), access.use.falsy.end(), word) != access.use.falsy.end();
    const bool off = OneOf(word, kUnset) || OneOf(word, kFalse) || OneOf(word, kChosen) || falsy ||
                     (type == ValueType::kBool && Truth(word, true, access.use.truthy) == false);
    return {off ? Verdict::kEqual : Verdict::kDiffer, Confidence::kMedium};
  }
  if (!promises) return {Verdict::kUnknown};
  const std::string_view documented = Unquote(Unquote(*entry.default_text));
  if (literal) {
    const Verdict verdict = CompareLiterals(documented, actual, type, access.use.truthy);
    if (verdict == Verdict::kDiffer && IsPathBelow(entry, documented, actual)) {
      return {Verdict::kEqual, Confidence::kMedium};
    }
    // The code replaces a sentinel later, so the page may well be right.
    if (verdict == Verdict::kDiffer && IsSentinel(actual)) return {verdict, Confidence::kLow};
    return {verdict, followed ? Confidence::kMedium : Confidence::kHigh};
  }
  // Unset is an error in the code.
  if (kind == DefaultKind::kRequired) {
    const std::string word = ToLower(documented);
    // A page may describe a required variable as one without a default.
    const bool none = word.empty() || OneOf(word, kUnset) || word == "required";
    return {none                     ? Verdict::kEqual
            : IsComputed(documented) ? Verdict::kUnknown
                                     : Verdict::kDiffer,
            Confidence::kMedium};
  }
  // "" is neither a number nor a member of the enumeration, so the code must replace it somewhere
  // that the analysis does not see.
  const bool parsed = access.type == ValueType::kInt || access.type == ValueType::kFloat ||
                      access.type == ValueType::kEnum;
  if (parsed && kind == DefaultKind::kLiteral) return {Verdict::kUnknown};
  ComparedDefault unset = CompareUnset(documented, type, access.use.truthy);
  // The value is stored in an attribute of an object or a variable of a module. Its readers may
  // have a default for it.
  const bool kept = access.bound_to && (access.bound_kind == BoundKind::kModule ||
                                        access.bound_to->find('.') != std::string::npos);
  if (kept && unset.verdict == Verdict::kDiffer) unset.confidence = Confidence::kLow;
  return unset;
}

}  // namespace flagcensus
