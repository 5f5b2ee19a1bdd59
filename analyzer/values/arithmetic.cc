// Arithmetic over number literals, by precedence climbing with bounded depth.
//
//   sum = product (("+" | "-" | "<<") product)*      product = power (("*" | "/" | "//") power)*
//   power = ("-" | "+") power | ("(" sum ")" | literal) (("**" | "^") power)?
//
// `^` is a power, as in prose. Binary `+`, `-` and `/` are operators if the text contains `*`, `^`,
// `<` or `(`; else only `+` and `/` between blanks: `60 / 2` is computed, the fraction `1/2`, the
// date `2024-01-02` and the range `1 - 10` are not.
#include "analyzer/values/arithmetic.h"

#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

#include "analyzer/base/characters.h"

namespace flagcensus {
namespace {

using Amount = long double;

constexpr int kDeepest = 16;  // nested parentheses and signs; real formulas have two or three

// Whether the text is a formula, and how deep the parser is in it.
struct Context {
  bool formula;
  int depth;
  Context Deeper() const { return {formula, depth + 1}; }
};

// Parses one number literal at the start of `*text` and advances it: 0x10, 0o755, 0b1, 1_000, 2.5,
// 1e6. nullopt if there is no literal.
std::optional<Amount> TakeLiteral(std::string_view* text) {
  std::string digits;  // without separators
  size_t at = 0;
  if (text->size() > 2 && (*text)[0] == '0' && IsAlpha((*text)[1]) && (*text)[1] != 'e' &&
      (*text)[1] != 'E') {
    const char letter = (*text)[1];
    const int base = letter == 'x' || letter == 'X'   ? 16
                     : letter == 'o' || letter == 'O' ? 8
                     : letter == 'b' || letter == 'B' ? 2
                                                      : 0;
    for (at = 2; base != 0 && at < text->size(); ++at) {
      const char c = (*text)[at];
      if (c == '_') continue;
      if (!IsDigit(c) && !(base == 16 && IsHexDigit(c))) break;
      digits.push_back(c);
    }
    const std::optional<Amount> value = base == 0 ? std::nullopt : ParseInteger(digits, base);
    if (value) text->remove_prefix(at);
    // "0" before another letter, as in "0s": the zero is a number with a unit.
    if (value || base != 0) return value;
    at = 0;
    digits.clear();
  }
  const auto next_is_digit = [&](size_t i) {
    return i + 1 < text->size() && IsDigit((*text)[i + 1]);
  };
  bool seen_digit = false;
  for (; at < text->size(); ++at) {
    const char c = (*text)[at];
    if (IsDigit(c)) {
      seen_digit = true;
      digits.push_back(c);
    } else if (c == '.' && digits.find_first_of(".e") == std::string::npos) {
      digits.push_back(c);
    } else if (c == '_' && seen_digit && next_is_digit(at)) {
      // '_' separates digits only between digits.
      continue;
    } else if ((c == 'e' || c == 'E') && seen_digit && digits.find('e') == std::string::npos &&
               (next_is_digit(at) ||
                (at + 1 < text->size() && ((*text)[at + 1] == '-' || (*text)[at + 1] == '+') &&
                 next_is_digit(at + 1)))) {
      digits.push_back('e');
      // from_chars accepts no '+' in an exponent.
      if (!next_is_digit(at)) {
        if ((*text)[at + 1] == '-') digits.push_back('-');
        ++at;
      }
    } else {
      break;
    }
  }
  if (!seen_digit) return std::nullopt;
  Amount value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  text->remove_prefix(at);
  return value;
}

void SkipSpace(std::string_view* text) {
  while (!text->empty() && (text->front() == ' ' || text->front() == '\t')) text->remove_prefix(1);
}

// Skips blanks and then `word`, if it is next; otherwise nothing.
bool Take(std::string_view* text, std::string_view word) {
  std::string_view rest = *text;
  SkipSpace(&rest);
  if (!rest.starts_with(word)) return false;
  *text = rest.substr(word.size());
  return true;
}

std::optional<Amount> TakeSum(std::string_view* text, Context context);

// power, in the grammar above. `**` binds from right to left, and more tightly than a sign.
std::optional<Amount> TakePower(std::string_view* text, Context context) {
  if (context.depth > kDeepest) return std::nullopt;
  SkipSpace(text);
  if (Take(text, "-")) {
    const std::optional<Amount> value = TakePower(text, context.Deeper());
    return value ? std::optional<Amount>(-*value) : std::nullopt;
  }
  if (Take(text, "+")) return TakePower(text, context.Deeper());
  std::optional<Amount> base;
  if (Take(text, "(")) {
    base = TakeSum(text, context.Deeper());
    if (!Take(text, ")")) return std::nullopt;
  } else {
    base = TakeLiteral(text);
  }
  if (!base) return std::nullopt;
  if (Take(text, "**") || Take(text, "^")) {
    const std::optional<Amount> power = TakePower(text, context.Deeper());
    if (!power) return std::nullopt;
    return std::pow(*base, *power);
  }
  return base;
}

// What an operator without a right operand means: in a formula it is an error, in prose the number
// ends before it, where `text` then begins: "60 / the number of ovens" ─→ 60.
std::optional<Amount> Without(std::optional<Amount> left, std::string_view before,
                              std::string_view* text, Context context) {
  if (context.formula) return std::nullopt;
  *text = before;
  return left;
}

// product. A "**" here belongs to a power and is not two "*".
std::optional<Amount> TakeProduct(std::string_view* text, Context context) {
  std::optional<Amount> left = TakePower(text, context);
  while (left) {
    const std::string_view before = *text;
    const bool spaced = text->starts_with(" ");
    SkipSpace(text);
    const bool power = text->starts_with("**");
    const bool divide = text->starts_with("/");
    // "1/2" without blanks is a fraction or a date in prose, unless the text is a formula.
    const bool fraction = divide && !spaced && !context.formula;
    if (power || fraction || (!divide && !text->starts_with("*"))) {
      *text = before;
      return left;
    }
    const bool floor = text->starts_with("//");
    text->remove_prefix(floor ? 2 : 1);
    const std::optional<Amount> right = TakePower(text, context);
    if (!right || (divide && *right == 0)) return Without(left, before, text, context);
    left = !divide ? *left * *right : floor ? std::floor(*left / *right) : *left / *right;
  }
  return left;
}

// sum. Shifts have the precedence of sums here, which is enough for `1 << 20`.
std::optional<Amount> TakeSum(std::string_view* text, Context context) {
  if (context.depth > kDeepest) return std::nullopt;
  std::optional<Amount> left = TakeProduct(text, context);
  while (left) {
    const bool spaced = text->starts_with(" ");
    if (Take(text, "<<")) {
      const std::optional<Amount> right = TakeProduct(text, context);
      // No real formula shifts further.
      if (!right || *right < 0 || *right > 1000) return std::nullopt;
      left = *left * std::exp2(*right);
      continue;
    }
    const std::string_view before = *text;
    SkipSpace(text);
    if (!text->starts_with("+") && !text->starts_with("-")) return left;
    const bool minus = text->front() == '-';
    // "1 - 10" is a range.
    if (!context.formula && (!spaced || minus)) return left;
    text->remove_prefix(1);
    const std::optional<Amount> right = TakeProduct(text, context);
    if (!right) return Without(left, before, text, context);
    left = minus ? *left - *right : *left + *right;
  }
  return left;
}

}  // namespace

std::optional<long double> TakeArithmetic(std::string_view* text) {
  // These characters make the text a formula; they are rare next to numbers in prose.
  const bool formula = text->find_first_of("*^<(") != std::string_view::npos;
  return TakeSum(text, Context{formula, 0});
}

// All of `digits` must be digits of the base: "08" is malformed in base 8.
std::optional<long double> ParseInteger(std::string_view digits, int base) {
  unsigned long long value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [at, error] = std::from_chars(digits.data(), end, value, base);
  if (digits.empty() || error != std::errc() || at != end) return std::nullopt;
  return static_cast<Amount>(value);
}

}  // namespace flagcensus
