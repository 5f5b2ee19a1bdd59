// Numbers as people write them, compared as amounts.
//
// A text is read as arithmetic over number literals (arithmetic.h), then an optional unit. Both
// give a small set of amounts; two texts are equal where the sets meet. Amounts are long double,
// whose 64 bits of mantissa hold every 64-bit integer exactly; integers with more digits are
// compared by their digits. A fraction that one side wrote out in full (1/3 as 0.3333333333333333)
// equals the other side's rounding of it.
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

constexpr size_t kLongestNumber = 200;  // bytes; longer text is no number that anybody wrote

enum class Dimension { kNone, kBytes, kTime, kShare, kCount };

// What a unit multiplies by, in bytes, seconds, parts of one, or pieces. Memory sizes are written
// both ways: MB for 10^6 and for 2^20.
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

struct Quantity {
  Amount number = 0;
  const Unit* unit = nullptr;   // nullptr: a bare number
  std::optional<Amount> octal;  // what 0755 means to C and to chmod
};

const Unit* FindUnit(std::string_view text) {
  const std::string lower = ToLower(text);
  for (const Unit& unit : kUnits) {
    for (const std::string_view name : Split(unit.names, '|')) {
      if (name == lower) return &unit;
    }
  }
  return nullptr;
}

// `16,384` without its separators; other text as it is.
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

std::optional<Quantity> ParseQuantity(std::string_view text) {
  text = Trim(text);
  if (text.empty() || text.size() > kLongestNumber) return std::nullopt;
  const std::string lower = ToLower(text);
  if (lower == "inf" || lower == "infinity" || lower == "+inf") return Quantity{HUGE_VALL, {}, {}};
  if (lower == "-inf" || lower == "-infinity") return Quantity{-HUGE_VALL, {}, {}};
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
  if (out.unit == nullptr) return std::nullopt;
  return out;
}

bool Near(Amount a, Amount b) {
  if (a == b) return true;
  if (!std::isfinite(a) || !std::isfinite(b)) return false;
  if (a == std::floor(a) && b == std::floor(b)) return false;  // integers are exact
  return std::fabs(a - b) <= 1e-12L * std::max(std::fabs(a), std::fabs(b));
}

// The amounts of `quantity` where the other side has no unit: the bare number, and the number in
// each unit of the dimension that code counts in.
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

// Whether `brief` is `full` rounded to brief's own number of decimals.
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

// Integers of more than 18 digits do not all fit an Amount.
bool BeyondAmount(std::string_view a, std::string_view b) {
  const auto long_integer = [](std::string_view text) {
    return text.size() > 18 && std::all_of(text.begin() + (text[0] == '-'), text.end(), IsDigit);
  };
  return long_integer(a) && long_integer(b);
}

}  // namespace

std::optional<bool> SameNumber(std::string_view a, std::string_view b) {
  a = Trim(a);
  b = Trim(b);
  const std::optional<Quantity> left = ParseQuantity(a), right = ParseQuantity(b);
  if (!left || !right) return std::nullopt;
  if (BeyondAmount(a, b)) return a == b;
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
