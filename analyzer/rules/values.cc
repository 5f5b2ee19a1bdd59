// Values, compared in the order in which a reader would try: same text, booleans, numbers, lists,
// paths, enumeration members, then text without regard to case. The first kind that both sides fit
// decides.
//
// A boolean word of everyday use (true, on, enabled, 1) means what it says, whatever spellings the
// code accepts; only other words (`ok`, `easy`) are looked up in the code's own set. That way a
// wrapper's `default=True`, which it never parses, still counts as true.
#include "analyzer/rules/values.h"

#include <algorithm>
#include <array>
#include <optional>

#include "analyzer/base/text.h"
#include "analyzer/rules/numbers.h"
#include "analyzer/rules/paths.h"

namespace flagcensus {
namespace {

template <size_t kCount>
bool OneOf(std::string_view word, const std::array<std::string_view, kCount>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 6> kTrue = {"true",    "yes",    "on",
                                                   "enabled", "enable", ".true."};
constexpr std::array<std::string_view, 6> kFalse = {"false",    "no",      "off",
                                                    "disabled", "disable", ".false."};
constexpr std::array<std::string_view, 16> kUnset = {
    "none",    "unset",  "null", "undefined", "nil",          "empty", "not set", "unspecified",
    "nullptr", "(none)", "n/a",  "(unset)",   "empty string", "[]",    "{}",      "()"};
// Words by which a page says that the program chooses when the variable is unset.
constexpr std::array<std::string_view, 12> kChosen = {
    "auto",     "automatic", "automatically", "autodetect", "auto-detect", "auto-detected",
    "detected", "default",   "unlimited",     "infinite",   "inherit",     "inherited"};

// What `text` means as a boolean, or nothing where it is no boolean.
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

// A documented value that is a recipe, not a value: `$(nproc)`, `<path>`, `os.cpu_count()`, `...`.
bool IsComputed(std::string_view text) {
  if (text.find("$(") != std::string_view::npos || text.find('`') != std::string_view::npos) {
    return true;
  }
  if (text.find("...") != std::string_view::npos || text.find("…") != std::string_view::npos) {
    return true;
  }
  if (text.size() > 2 && text.front() == '<' && text.find('>') == text.size() - 1) return true;
  const size_t call = text.find('(');
  return call != std::string_view::npos && call > 0 && text.ends_with(")") &&
         IsIdentifierByte(static_cast<unsigned char>(text[call - 1])) &&
         text.substr(0, call).find(' ') == std::string_view::npos;
}

std::vector<std::string> Elements(std::string_view text, char separator) {
  text = Trim(text);
  if (text.size() >= 2 && std::string_view("[({").find(text.front()) != std::string_view::npos &&
      std::string_view("])}").find(text.back()) != std::string_view::npos) {
    text = Trim(text.substr(1, text.size() - 2));
  }
  std::vector<std::string> out;
  if (text.empty()) return out;
  for (const std::string_view part : Split(text, separator)) out.emplace_back(Unquote(part));
  if (!out.empty() && out.back().empty()) out.pop_back();  // a trailing comma
  return out;
}

bool IsBracketed(std::string_view text) {
  return text.size() >= 2 && ((text.front() == '[' && text.back() == ']') ||
                              (text.front() == '(' && text.back() == ')'));
}

std::optional<bool> SameList(std::string_view a, std::string_view b, ValueType type) {
  const bool commas =
      a.find(',') != std::string_view::npos && b.find(',') != std::string_view::npos;
  if (!commas && !IsBracketed(a) && !IsBracketed(b) && type != ValueType::kList)
    return std::nullopt;
  // Without a comma a list may be written with spaces, colons or semicolons.
  for (const char separator : {',', ';', ':', ' '}) {
    if (separator != ',' && (a.find(separator) == std::string_view::npos ||
                             b.find(separator) == std::string_view::npos)) {
      continue;
    }
    const std::vector<std::string> left = Elements(a, separator), right = Elements(b, separator);
    if (left.size() < 2 && right.size() < 2 && separator != ',') continue;
    if (left.size() == right.size() &&
        std::equal(left.begin(), left.end(), right.begin(), [](const auto& x, const auto& y) {
          return EqualsIgnoreCase(x, y) || SameNumber(x, y).value_or(false);
        })) {
      return true;
    }
  }
  return false;
}

// A list, a map or JSON without its white space; other text as it is.
std::string WithoutSpaces(std::string_view text) {
  if (text.empty() || (text[0] != '{' && text[0] != '[')) return std::string(text);
  return ReplaceAll(text, " ", "");
}

// The last part of an enumeration member or a module's name: ALLOW of `GuardState.ALLOW`, float32
// of `torch.float32`, also as Python prints it (`<GuardState.ALLOW: 'allow'>`).
std::string_view MemberOf(std::string_view text, ValueType type) {
  if (text.size() > 2 && text.front() == '<' && text.back() == '>') {
    text = text.substr(1, text.size() - 2);
    text = text.substr(0, text.find(':'));
  }
  const size_t dot = text.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == text.size()) return text;
  for (const char c : text) {
    if (!IsIdentifierByte(static_cast<unsigned char>(c)) && c != '.') return text;
  }
  const std::string_view head = text.substr(0, text.find('.'));
  const bool camel = head[0] >= 'A' && head[0] <= 'Z' && ToUpper(head) != head;
  constexpr std::array<std::string_view, 7> kModules = {"logging", "torch", "np",  "numpy",
                                                        "jnp",     "jax",   "enum"};
  const bool member = type == ValueType::kEnum || camel || OneOf(head, kModules);
  return member ? text.substr(dot + 1) : text;
}

// The numbers of Python's logging levels (documentation of the logging module).
std::string_view LevelNumber(std::string_view upper) {
  if (upper == "NOTSET") return "0";
  if (upper == "DEBUG") return "10";
  if (upper == "INFO") return "20";
  if (upper == "WARNING" || upper == "WARN") return "30";
  if (upper == "ERROR") return "40";
  if (upper == "CRITICAL" || upper == "FATAL") return "50";
  return upper;
}

bool SameWord(std::string_view a, std::string_view b, ValueType type) {
  const std::string_view x = MemberOf(a, type), y = MemberOf(b, type);
  // A command-line option keeps its case: -O3 is not -o3.
  if (x.starts_with("-") || y.starts_with("-")) return x == y;
  return EqualsIgnoreCase(x, y) || LevelNumber(ToUpper(x)) == LevelNumber(ToUpper(y));
}

// How a read behaves that gives None or "" when the variable is unset, against a documented value.
Comparison CompareUnset(std::string_view documented, ValueType type,
                        const std::vector<std::string>& truthy) {
  const std::string word = ToLower(documented);
  if (word.empty() || OneOf(word, kUnset) || OneOf(word, kFalse) || OneOf(word, kChosen)) {
    return {Verdict::kEqual};
  }
  if (IsComputed(documented)) return {Verdict::kUnknown};
  const std::optional<bool> truth = Truth(word, type == ValueType::kBool, truthy);
  if (type == ValueType::kBool && truth) {
    if (!*truth) return {Verdict::kEqual};
    // `!= "0"` takes unset for true, and leaves no spelling for true either.
    return {truthy.empty() ? Verdict::kUnknown : Verdict::kDiffer, Confidence::kMedium};
  }
  // Where the type is unknown, `0` may well be what the code makes of an unset variable.
  if (type == ValueType::kUnknown && truth == false) return {Verdict::kUnknown};
  return {Verdict::kDiffer, Confidence::kMedium};
}

// Whether the two texts, taken whole, say the same.
Verdict CompareText(std::string_view documented, std::string_view actual, ValueType type,
                    const std::vector<std::string>& truthy) {
  const auto verdict = [](bool same) { return same ? Verdict::kEqual : Verdict::kDiffer; };
  const std::string_view a = Unquote(Unquote(documented)), b = Unquote(actual);
  if (a == b || WithoutSpaces(a) == WithoutSpaces(b)) return Verdict::kEqual;
  if (b.empty()) return CompareUnset(a, type, truthy).verdict;
  if (a.empty()) return CompareUnset(b, type, truthy).verdict;
  if (OneOf(ToLower(a), kUnset) && OneOf(ToLower(b), kUnset)) return Verdict::kEqual;
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
  if (const std::optional<bool> same = SameList(a, b, type)) return verdict(*same);
  if (!path) return Verdict::kDiffer;
  const std::optional<bool> same = SamePath(a, b);
  return same ? verdict(*same) : Verdict::kUnknown;
}

}  // namespace

std::string_view Unquote(std::string_view text) {
  text = Trim(text);
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kQuotes = {
      {{"\"", "\""}, {"'", "'"}, {"`", "`"}, {"“", "”"}, {"‘", "’"}, {"``", "``"}}};
  for (size_t i = kQuotes.size(); i-- > 0;) {
    const auto& [open, close] = kQuotes[i];
    if (text.size() >= open.size() + close.size() && text.starts_with(open) &&
        text.ends_with(close)) {
      const std::string_view inner =
          text.substr(open.size(), text.size() - open.size() - close.size());
      if (inner.find(close) != std::string_view::npos) continue;  // 'a', 'b' is two strings
      return inner;
    }
  }
  return text;
}

Verdict CompareLiterals(std::string_view documented, std::string_view actual, ValueType type,
                        const std::vector<std::string>& truthy) {
  const Verdict whole = CompareText(documented, actual, type, truthy);
  // "60 (one minute)": a remark in parentheses explains the value and is no part of it.
  const size_t remark = documented.find(" (");
  if (whole == Verdict::kEqual || remark == std::string_view::npos || !documented.ends_with(")")) {
    return whole;
  }
  return CompareText(documented.substr(0, remark), actual, type, truthy);
}

Comparison CompareDefault(const Entry& entry, const Access& access) {
  const ValueType type = access.type == ValueType::kUnknown ? entry.type : access.type;
  if (access.default_kind == DefaultKind::kDynamic) return {Verdict::kUnknown};
  const std::string_view actual =
      access.default_text ? Unquote(*access.default_text) : std::string_view{};
  const bool literal = access.default_kind == DefaultKind::kLiteral && !actual.empty();

  if (entry.default_kind == DocumentedDefault::kNone) {
    if (!literal) return {Verdict::kEqual};
    const std::string word = ToLower(actual);
    const bool off = OneOf(word, kUnset) || OneOf(word, kFalse) || OneOf(word, kChosen) ||
                     (type == ValueType::kBool && Truth(word, true, access.truthy) == false);
    return {off ? Verdict::kEqual : Verdict::kDiffer, Confidence::kMedium};
  }
  if (entry.default_kind != DocumentedDefault::kLiteral || !entry.default_text) {
    return {Verdict::kUnknown};
  }
  const std::string_view documented = Unquote(Unquote(*entry.default_text));
  if (literal) {
    return {CompareLiterals(documented, actual, type, access.truthy), Confidence::kHigh};
  }
  if (access.default_kind == DefaultKind::kRequired) {
    const std::string word = ToLower(documented);
    const bool none = word.empty() || OneOf(word, kUnset) || word == "required";
    return {none                     ? Verdict::kEqual
            : IsComputed(documented) ? Verdict::kUnknown
                                     : Verdict::kDiffer,
            Confidence::kMedium};
  }
  return CompareUnset(documented, type, access.truthy);
}

}  // namespace flagcensus
