// Words and lists, compared without their quotes, brackets and module names.
#include "analyzer/values/words.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/values/numbers.h"

namespace flagcensus {
namespace {

// The elements of a list, unquoted and without brackets around it.
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

// Whether the text has brackets of a list or tuple around it.
bool IsBracketed(std::string_view text) {
  return text.size() >= 2 && ((text.front() == '[' && text.back() == ']') ||
                              (text.front() == '(' && text.back() == ')'));
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
    if (!IsIdentifierByte(c) && c != '.') return text;
  }
  const std::string_view head = text.substr(0, text.find('.'));
  // A class in camel case, or a module of which the constants are documented without its name. The
  // list consists of modules that occurred; another module's names differ from their last parts.
  const bool camel = IsUpper(head[0]) && ToUpper(head) != head;
  constexpr std::array<std::string_view, 7> kModules = {"logging", "torch", "np",  "numpy",
                                                        "jnp",     "jax",   "enum"};
  const bool member = type == ValueType::kEnum || camel ||
                      std::find(kModules.begin(), kModules.end(), head) != kModules.end();
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

}  // namespace

// "`a`" ─→ a, "“a”" ─→ a; but "'a', 'b'" is unchanged, since the quotes are not a pair.
std::string_view Unquote(std::string_view text) {
  text = Trim(text);
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kQuotes = {
      {{"\"", "\""}, {"'", "'"}, {"`", "`"}, {"“", "”"}, {"‘", "’"}, {"``", "``"}}};
  for (size_t i = kQuotes.size(); i-- > 0;) {  // the longest first
    const auto& [open, close] = kQuotes[i];
    if (text.size() >= open.size() + close.size() && text.starts_with(open) &&
        text.ends_with(close)) {
      const std::string_view inner =
          text.substr(open.size(), text.size() - open.size() - close.size());
      if (inner.find(close) != std::string_view::npos) continue;  // 'a', 'b' are two strings
      return inner;
    }
  }
  return text;
}

std::string NormalDisplay(std::string_view text) {
  if (text.empty() || (text[0] != '{' && text[0] != '[')) return std::string(text);
  return ReplaceAll(ReplaceAll(text, " ", ""), "'", "\"");
}

// Tries each separator; elements are compared in their order, since most lists are ordered. Lists
// that are sets in the code differ if a page sorts them.
std::optional<bool> SameList(std::string_view a, std::string_view b, ValueType type) {
  // A single text with a comma may be a sentence; both sides need one, unless there are
  // brackets.
  const bool commas =
      a.find(',') != std::string_view::npos && b.find(',') != std::string_view::npos;
  if (!commas && !IsBracketed(a) && !IsBracketed(b) && type != ValueType::kList)
    return std::nullopt;
  // Without commas, a list may be separated by spaces, colons or semicolons.
  for (const char separator : {',', ';', ':', ' '}) {
    if (separator != ',' && (a.find(separator) == std::string_view::npos ||
                             b.find(separator) == std::string_view::npos)) {
      continue;
    }
    const std::vector<std::string> left = Elements(a, separator), right = Elements(b, separator);
    if (left.size() < 2 && right.size() < 2 && separator != ',') continue;
    if (left.size() == right.size() &&
        std::equal(left.begin(), left.end(), right.begin(), [](const auto& x, const auto& y) {
          // Elements are compared as words or numbers, but not as paths.
          return EqualsIgnoreCase(x, y) || SameNumber(x, y).value_or(false);
        })) {
      return true;
    }
  }
  return false;
}

bool SameWord(std::string_view a, std::string_view b, ValueType type) {
  const std::string_view x = MemberOf(a, type), y = MemberOf(b, type);
  // A command-line option keeps its case: -O3 is not -o3.
  if (x.starts_with("-") || y.starts_with("-")) return x == y;
  return EqualsIgnoreCase(x, y) || LevelNumber(ToUpper(x)) == LevelNumber(ToUpper(y));
}

}  // namespace flagcensus
