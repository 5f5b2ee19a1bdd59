// Numbers as people write them, compared as amounts.
//
// A text is read as arithmetic over number literals (arithmetic.h), followed by an optional unit.
// It has a small set of amounts, and two texts are equal if their sets intersect:
//
//   "64 MB"      64 (in MB), 64e6, 64 * 2^20, and these in kB, MB, GB
//   "67108864"   67108864
//
// Amounts are long double, with a mantissa of 64 bits for every 64-bit integer; integers with more
// digits are compared by their digits. A fraction written out in full (0.3333333333333333 for 1/3)
// equals its rounding on the other side.
#include "analyzer/values/numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/values/arithmetic.h"

namespace flagcensus {
namespace {

using Amount = long double;

constexpr size_t kLongestNumber = 200;  // bytes; a longer text is not written by a person

enum class Dimension { kNone, kBytes, kTime, kShare, kCount };

// The factor of a unit, to bytes, seconds, parts of one, or pieces. Sizes of memory have two, since
// MB is written for 10^6 and for 2^20.
struct Unit {
  std::string_view names;  // separated by '|', lower case
  Dimension dimension;
  std::array<Amount, 2> factors;
};

constexpr Amount kKi = 1024.0L;
constexpr Unit kUnits[] = {
    {"b|byte|bytes", Dimension::kBytes, {1, 1}},
    {"kb|kib|kilobyte|kilobytes", Dimension::kBytes, {1e3L, kKi}},
    {"mb|mib|megabyte|megabytes", Dimension::kBytes, {1e6L, kKi* kKi}},
    {"gb|gib|gigabyte|gigabytes", Dimension::kBytes, {1e9L, kKi* kKi* kKi}},
    {"tb|tib|terabyte|terabytes", Dimension::kBytes, {1e12L, kKi* kKi* kKi* kKi}},
    {"ns|nanosecond|nanoseconds", Dimension::kTime, {1e-9L, 1e-9L}},
    {"us|µs|microsecond|microseconds", Dimension::kTime, {1e-6L, 1e-6L}},
    {"ms|msec|millisecond|milliseconds", Dimension::kTime, {1e-3L, 1e-3L}},
    {"s|sec|secs|second|seconds", Dimension::kTime, {1, 1}},
    {"min|mins|minute|minutes", Dimension::kTime, {60, 60}},
    {"h|hr|hrs|hour|hours", Dimension::kTime, {3600, 3600}},
    {"d|day|days", Dimension::kTime, {86400, 86400}},
    {"week|weeks", Dimension::kTime, {604800, 604800}},
    {"%|percent", Dimension::kShare, {0.01L, 0.01L}},
    {"k", Dimension::kCount, {1e3L, kKi}},
    {"m", Dimension::kCount, {1e6L, kKi* kKi}},
    {"g", Dimension::kCount, {1e9L, kKi* kKi* kKi}},
};

// A number with its unit.
struct Quantity {
  Amount number = 0;
  const Unit* unit = nullptr;   // nullptr: a bare number
  std::optional<Amount> octal;  // the value of 0755 in C and for chmod
};

// The unit with this name, in any case; nullptr if it is not a unit. Because case is ignored, "M"
// is mega and never minutes.
const Unit* FindUnit(std::string_view text) {
  const std::string lower = ToLower(text);
  for (const Unit& unit : kUnits) {
    for (const std::string_view name : Split(unit.names, '|')) {
      if (name == lower) return &unit;
    }
  }
  return nullptr;
}

// `16,384` without its separators; other text unchanged. All groups but the first must have three
// digits, so "1,2" is a list.
std::string WithoutThousands(std::string_view text) {
  const size_t comma = text.find(',');
  if (comma == std::string_view::npos) return std::string(text);
  std::string out(text.substr(0, comma));
  if (comma == 0 || comma > 4) return std::string(text);
  for (size_t at = comma; at < text.size(); at += 4) {
    const std::string_view group = text.substr(at, 4);
    if (group.size() != 4 || group[0] != ',' ||
        !std::all_of(group.begin() + 1, group.end(), IsDigit)) {
      return std::string(text);
    }
    out += group.substr(1);
  }
  return out;
}

// Parses a number with an optional unit; nullopt for any other text:
//
//   "64 MiB" ─→ 64, MiB     "0755" ─→ 755, octal 493     "30s and more" ─→ nullopt
std::optional<Quantity> ParseQuantity(std::string_view text) {
  text = Trim(text);
  if (text.empty() || text.size() > kLongestNumber) return std::nullopt;
  const std::string lower = ToLower(text);
  // Words for infinity are numbers in Python and C.
  if (lower == "inf" || lower == "infinity" || lower == "+inf") return Quantity{HUGE_VALL, {}, {}};
  if (lower == "-inf" || lower == "-infinity") return Quantity{-HUGE_VALL, {}, {}};
  // The number first; the rest of the text is the unit.
  const std::string plain = WithoutThousands(text);
  std::string_view rest = plain;
  const std::optional<Amount> number = TakeArithmetic(&rest);
  if (!number || std::isnan(*number)) return std::nullopt;
  Quantity out{*number, nullptr, std::nullopt};
  if (plain.size() > 1 && plain[0] == '0' && AllBytes(plain, IsDigit)) {
    out.octal = ParseInteger(plain, 8);
  }
  rest = Trim(rest);
  if (rest.empty()) return out;
  out.unit = FindUnit(rest);
  // Text after the number that is not a unit: the text is a sentence, not a number.
  if (out.unit == nullptr) return std::nullopt;
  return out;
}

// Whether two amounts are equal up to the rounding of arithmetic with fractions.
bool Near(Amount a, Amount b) {
  if (a == b) return true;
  if (!std::isfinite(a) || !std::isfinite(b)) return false;
  if (a == std::floor(a) && b == std::floor(b)) return false;  // integers are exact
  return std::fabs(a - b) <= 1e-12L * std::max(std::fabs(a), std::fabs(b));
}

// The amounts of `quantity` if the other side has no unit: the bare number, and the number in each
// unit of the dimension that code counts in. "4k" is never 4.
std::vector<Amount> Readings(const Quantity& quantity) {
  std::vector<Amount> out;
  if (quantity.unit == nullptr || quantity.unit->dimension != Dimension::kCount) {
    out.push_back(quantity.number);
  }
  if (quantity.octal) out.push_back(*quantity.octal);
  if (quantity.unit == nullptr) return out;
  for (const Amount factor : quantity.unit->factors) {
    const Amount base = quantity.number * factor;
    out.push_back(base);
    // Code counts time in fractions or multiples of seconds, and sizes in multiples of bytes.
    if (quantity.unit->dimension == Dimension::kTime) {
      for (const Amount per_second : {1e3L, 1e6L, 1e9L}) out.push_back(base * per_second);
      for (const Amount seconds : {60.0L, 3600.0L, 86400.0L}) out.push_back(base / seconds);
    } else if (quantity.unit->dimension == Dimension::kBytes) {
      for (const Amount size : {1e3L, 1e6L, 1e9L, kKi, kKi * kKi, kKi * kKi * kKi}) {
        out.push_back(base / size);
      }
    }
  }
  return out;
}

// Whether `brief` is `full` rounded to brief's number of decimals. `full` has at least fourteen
// bytes, the length of a fraction that was computed; and `brief` two decimals, since 0.3 may be a
// choice.
bool IsRounding(std::string_view full, std::string_view brief) {
  const size_t point = brief.find('.');
  if (point == std::string_view::npos || full.size() < 14 || brief.size() >= full.size()) {
    return false;
  }
  const size_t decimals = brief.size() - point - 1;
  if (decimals < 2) return false;
  std::string_view full_rest = full, brief_rest = brief;
  const std::optional<Amount> a = TakeArithmetic(&full_rest), b = TakeArithmetic(&brief_rest);
  if (!a || !b || !full_rest.empty() || !brief_rest.empty()) return false;
  const Amount scale = std::pow(10.0L, static_cast<Amount>(decimals));
  return std::round(*a * scale) == std::round(*b * scale);
}

// Whether both are integers of more than 18 digits, not all of which fit an Amount.
bool BeyondAmount(std::string_view a, std::string_view b) {
  const auto long_integer = [](std::string_view text) {
    return text.size() > 18 && std::all_of(text.begin() + (text[0] == '-'), text.end(), IsDigit);
  };
  return long_integer(a) && long_integer(b);
}

}  // namespace

// Long integers are compared by their digits, two units by their amounts, and otherwise all
// readings of one side with all of the other.
std::optional<bool> SameNumber(std::string_view a, std::string_view b) {
  a = Trim(a);
  b = Trim(b);
  const std::optional<Quantity> left = ParseQuantity(a), right = ParseQuantity(b);
  if (!left || !right) return std::nullopt;
  if (BeyondAmount(a, b)) return a == b;
  // Two units: the factors of each are tried, so "1 MB" is "1 MiB" and "1000 kB".
  if (left->unit != nullptr && right->unit != nullptr) {
    if (left->unit->dimension != right->unit->dimension) return false;
    for (const Amount x : left->unit->factors) {
      for (const Amount y : right->unit->factors) {
        if (Near(left->number * x, right->number * y)) return true;
      }
    }
    return false;
  }
  for (const Amount x : Readings(*left)) {
    for (const Amount y : Readings(*right)) {
      if (Near(x, y)) return true;
    }
  }
  return IsRounding(a, b) || IsRounding(b, a);
}

}  // namespace flagcensus
