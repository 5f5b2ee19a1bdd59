// Precedence climbing over the binary operators of C; arithmetic as of intmax_t and uintmax_t, with
// wrap-around.
//
//   1 << 4 | 1          ─→ 17
//   10 - 4 - 3          ─→ 3: operators of one precedence apply from left to right
//   -1 < 0u             ─→ 0: with one unsigned side, both are unsigned
//   UNKNOWN || 1        ─→ 1, also if names are not closed
//   1 / 0               ─→ unknown
#include "analyzer/c/preprocessor/evaluate.h"

#include <charconv>
#include <string>

#include "analyzer/base/characters.h"
#include "analyzer/c/preprocessor/lexer_words.h"

namespace flagcensus {
namespace {

using Kind = PpToken::Kind;
struct Number {
  uint64_t bits = 0;
  bool is_unsigned = false;
};
using Value = std::optional<Number>;

// Brackets, signs and right sides each add one. Conditions that people write have less than ten; a
// generated one beyond the bound is unknown.
constexpr int kMaxDepth = 200;

// 0 for a token that is not a binary operator. `or` and `and` are operators in C++ and names in C,
// where they hardly occur in an #if.
int PrecedenceOf(const PpToken& token) {
  if (token.kind != Kind::kPunctuator) {
    if (token.IsName("or")) return 1;
    return token.IsName("and") ? 2 : 0;
  }
  static constexpr std::pair<std::string_view, int> kOperators[] = {
      {"||", 1}, {"&&", 2}, {"|", 3}, {"^", 4},  {"&", 5},  {"==", 6},
      {"!=", 6}, {"<", 7},  {">", 7}, {"<=", 7}, {">=", 7}, {"<<", 8},
      {">>", 8}, {"+", 9},  {"-", 9}, {"*", 10}, {"/", 10}, {"%", 10}};
  for (const auto& [text, precedence] : kOperators) {
    if (token.text == text) return precedence;
  }
  return 0;
}

int64_t Signed(uint64_t bits) { return static_cast<int64_t>(bits); }
Value Truth(bool value) { return Number{value ? 1U : 0U, false}; }

// A shift by more than 63 bits is undefined.
// A negative count has its upper bits set, so it is unknown as well. -8 >> 1 is -4, as in gcc
// and clang.
Value Shifted(const Number& a, const Number& b, bool left) {
  if (b.bits > 63) return std::nullopt;
  if (left) return Number{a.bits << b.bits, a.is_unsigned};
  if (a.is_unsigned) return Number{a.bits >> b.bits, true};
  return Number{static_cast<uint64_t>(Signed(a.bits) >> b.bits), false};
}

// A division by zero is an error; INT64_MIN / -1 does not fit.
Value Divided(const Number& a, const Number& b, bool rest) {
  if (b.bits == 0) return std::nullopt;
  if (a.is_unsigned || b.is_unsigned) {
    return Number{rest ? a.bits % b.bits : a.bits / b.bits, true};
  }
  const int64_t x = Signed(a.bits);
  const int64_t y = Signed(b.bits);
  if (x == INT64_MIN && y == -1) return std::nullopt;
  return Number{static_cast<uint64_t>(rest ? x % y : x / y), false};
}

// The logical operators can be known with one unknown side; the others need both.
Value Applied(std::string_view op, const Value& left, const Value& right) {
  if (op == "||" || op == "or") {
    if ((left && left->bits != 0) || (right && right->bits != 0)) return Truth(true);
    return left && right ? Truth(false) : std::nullopt;
  }
  if (op == "&&" || op == "and") {
    if ((left && left->bits == 0) || (right && right->bits == 0)) return Truth(false);
    return left && right ? Truth(true) : std::nullopt;
  }
  if (!left || !right) return std::nullopt;
  if (op == "<<" || op == ">>") return Shifted(*left, *right, op == "<<");
  if (op == "/" || op == "%") return Divided(*left, *right, op == "%");
  const uint64_t a = left->bits;
  const uint64_t b = right->bits;
  const bool is_unsigned = left->is_unsigned || right->is_unsigned;
  const bool less = is_unsigned ? a < b : Signed(a) < Signed(b);
  if (op == "==") return Truth(a == b);
  if (op == "!=") return Truth(a != b);
  if (op == "<") return Truth(less);
  if (op == ">=") return Truth(!less);
  if (op == ">") return Truth(!less && a != b);
  if (op == "<=") return Truth(less || a == b);
  if (op == "|") return Number{a | b, is_unsigned};
  if (op == "^") return Number{a ^ b, is_unsigned};
  if (op == "&") return Number{a & b, is_unsigned};
  if (op == "+") return Number{a + b, is_unsigned};
  if (op == "-") return Number{a - b, is_unsigned};
  return Number{a * b, is_unsigned};
}

// The character after the backslash at *at; moves *at past it.
//
//   \n ─→ 10    \x41 ─→ 65    \101 ─→ 65    \q ─→ 'q'
uint64_t Escaped(std::string_view text, size_t* at) {
  const char c = text[*at];
  const bool hex = c == 'x';
  if (hex || IsOctalDigit(c)) {
    const std::string_view digits = hex ? text.substr(*at + 1) : text.substr(*at, 3);
    uint64_t value = 0;
    const char* const end =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, hex ? 16 : 8).ptr;
    *at += static_cast<size_t>(end - digits.data()) + (hex ? 1 : 0);
    return value;
  }
  ++*at;
  const char control = ControlEscape(c);
  return static_cast<unsigned char>(control == '\0' ? c : control);
}

// 'a' with any prefix; 'ab' has the value that gcc and clang give it.
//
//   'A' ─→ 65    '\377' ─→ -1    'ab' ─→ 0x6162    L'A' ─→ 65    L'ab' ─→ unknown
Value Character(std::string_view text) {
  const size_t quote = text.find('\'');
  const bool wide = quote > 0;
  text = text.substr(quote + 1, text.size() - quote - 2);
  uint64_t value = 0;
  size_t count = 0;
  for (size_t at = 0; at < text.size(); ++count) {
    uint64_t one = static_cast<unsigned char>(text[at++]);
    if (wide && one >= 0x80) return std::nullopt;  // it depends on an encoding
    if (one == '\\' && at < text.size()) {
      // The bytes of a universal character name depend on an encoding, too.
      if (text[at] == 'u' || text[at] == 'U') return std::nullopt;
      one = Escaped(text, &at);
    }
    value = value << 8U | one;
  }
  // A plain char is signed, as on most systems.
  if (count == 1 && !wide) value = static_cast<uint64_t>(static_cast<int8_t>(value));
  return count == 0 || (wide && count > 1) ? std::nullopt : Value(Number{value, false});
}

class ConditionReader {
 public:
  ConditionReader(const PpTokens& tokens, bool closed) : t_(tokens), closed_(closed) {}

  Value All() {
    const Value value = Conditional(0);
    return broken_ || at_ != t_.size() ? std::nullopt : value;
  }

 private:
  bool Take(std::string_view punctuator) {
    if (at_ >= t_.size() || !t_[at_].Is(punctuator)) return false;
    ++at_;
    return true;
  }

  // `test ? yes : no`; the part after the colon contains a further `?:`, which therefore groups to
  // the right.
  Value Conditional(int depth) {
    const Value test = Binary(1, depth);
    if (!Take("?")) return test;
    if (depth > kMaxDepth) return Broken();
    const Value yes = Conditional(depth + 1);
    if (!Take(":")) return Broken();
    const Value no = Conditional(depth + 1);
    // Without a known test, two equal results are still known.
    if (!test) return yes && no && yes->bits == no->bits ? yes : std::nullopt;
    return test->bits != 0 ? yes : no;
  }

  // Operators of at least the precedence `least`. The right side is read with the next higher one:
  // `a - b - c` is (a - b) - c, and `a || b && c` is a || (b && c).
  Value Binary(int least, int depth) {
    if (depth > kMaxDepth) return Broken();
    Value left = Unary(depth);
    while (at_ < t_.size()) {
      const PpToken& op = t_[at_];
      const int precedence = PrecedenceOf(op);
      if (precedence == 0 || precedence < least) break;
      ++at_;
      left = Applied(op.text, left, Binary(precedence + 1, depth + 1));
    }
    return left;
  }

  // A sign, a bracket or an operand. kOther is a `defined` or `__has_include` with an unknown
  // result, which is a valid operand; another token (a string, an operator) makes the condition
  // invalid.
  Value Unary(int depth) {
    if (depth > kMaxDepth || at_ >= t_.size()) return Broken();
    const PpToken& token = t_[at_++];
    if (token.Is("!") || token.IsName("not")) {
      const Value value = Unary(depth + 1);
      return value ? Truth(value->bits == 0) : value;
    }
    if (token.Is("-") || token.Is("+") || token.Is("~")) {
      const Value value = Unary(depth + 1);
      if (!value || token.Is("+")) return value;
      return Number{token.Is("-") ? 0 - value->bits : ~value->bits, value->is_unsigned};
    }
    if (token.Is("(")) {
      const Value value = Conditional(depth + 1);
      return Take(")") ? value : Broken();
    }
    if (token.kind == Kind::kNumber) return Literal(token.text);
    if (token.kind == Kind::kCharacter) {
      return Character(token.text);
    }
    if (token.kind != Kind::kName) return token.kind == Kind::kOther ? std::nullopt : Broken();
    if (token.text == "true") return Truth(true);
    if (token.text == "false") return Truth(false);
    return Name();
  }

  // The value of a remaining name, and of what looks like its call: `__has_feature(x)`.
  Value Name() {
    if (at_ < t_.size() && t_[at_].Is("(")) {
      int open = 0;
      for (; at_ < t_.size(); ++at_) {
        if (t_[at_].Is("(")) ++open;
        if (t_[at_].Is(")") && --open == 0) break;
      }
      if (at_ >= t_.size()) return Broken();
      ++at_;
      return closed_ ? Broken() : std::nullopt;  // an error, in any context
    }
    return closed_ ? Truth(false) : std::nullopt;
  }

  // An error applies to the whole condition, so the rest is not read: `1 || (` is unknown,
  // although its left side is 1.
  Value Broken() {
    broken_ = true;
    at_ = t_.size();
    return std::nullopt;
  }

  //   0x1F ─→ 31    010 ─→ 8    0b11 ─→ 3    1'000u ─→ 1000, unsigned    1.5, 08, 1kB ─→ unknown
  static Value Literal(std::string_view text) {
    std::string digits;
    for (const char c : text) {
      if (c != '\'') digits += c;
    }
    int base = 10;
    std::string_view rest = digits;
    if (rest.size() > 1 && rest[0] == '0') {
      const char mark = rest[1];
      base = mark == 'x' || mark == 'X' ? 16 : mark == 'b' || mark == 'B' ? 2 : 8;
      rest.remove_prefix(base == 8 ? 1 : 2);
    }
    // A lone 0, or 0 with a suffix.
    const bool zero = base == 8 && (rest.empty() || !IsDigit(rest[0]));
    if (zero) rest = digits;
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value, base);
    if (error != std::errc()) return std::nullopt;
    const std::string_view suffix(end, static_cast<size_t>(rest.data() + rest.size() - end));
    if (suffix.find_first_not_of("uUlLzZ") != std::string_view::npos) return std::nullopt;
    const bool is_unsigned = suffix.find_first_of("uU") != std::string_view::npos ||
                             // As in C, a literal that does not fit into a signed type is unsigned.
                             value > static_cast<uint64_t>(INT64_MAX);
    return Number{value, is_unsigned};
  }

  const PpTokens& t_;
  const bool closed_;
  size_t at_ = 0;
  bool broken_ = false;
};

}  // namespace

std::optional<int64_t> EvaluatePpCondition(const PpTokens& tokens, bool closed) {
  const Value value = ConditionReader(tokens, closed).All();
  return value ? std::optional(Signed(value->bits)) : std::nullopt;
}

}  // namespace flagcensus
