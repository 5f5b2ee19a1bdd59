// Precedence climbing over the binary operators of C; arithmetic as intmax_t's, wrapping round.
#include "analyzer/cpp/evaluate.h"

#include <charconv>
#include <string>

#include "analyzer/base/characters.h"

namespace flagcensus {
namespace {

using Kind = PpToken::Kind;
using Value = std::optional<int64_t>;

constexpr int kMaxDepth = 200;

int PrecedenceOf(const PpToken& token) {
  if (token.kind != Kind::kPunctuator) {
    if (token.IsName("or")) return 1;
    return token.IsName("and") ? 2 : 0;
  }
  static constexpr std::pair<std::string_view, int> kOperators[] = {
      {"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4},  {"&", 5},  {"==", 6}, {"!=", 6}, {"<", 7},
      {">", 7},  {"<=", 7}, {">=", 7}, {"<<", 8}, {">>", 8}, {"+", 9},  {"-", 9},  {"*", 10},
      {"/", 10}, {"%", 10}};
  for (const auto& [text, precedence] : kOperators) {
    if (token.text == text) return precedence;
  }
  return 0;
}

uint64_t Bits(int64_t value) { return static_cast<uint64_t>(value); }
int64_t Signed(uint64_t bits) { return static_cast<int64_t>(bits); }

Value Shifted(int64_t a, int64_t b, bool left) {
  if (b < 0 || b > 63) return std::nullopt;
  return left ? Signed(Bits(a) << b) : a >> b;
}

Value Divided(int64_t a, int64_t b, bool rest) {
  if (b == 0 || (a == INT64_MIN && b == -1)) return std::nullopt;
  return rest ? a % b : a / b;
}

Value Applied(std::string_view op, const Value& left, const Value& right) {
  if (op == "||" || op == "or") {
    if ((left && *left != 0) || (right && *right != 0)) return 1;
    return left && right ? Value(0) : std::nullopt;
  }
  if (op == "&&" || op == "and") {
    if ((left && *left == 0) || (right && *right == 0)) return 0;
    return left && right ? Value(1) : std::nullopt;
  }
  if (!left || !right) return std::nullopt;
  const int64_t a = *left;
  const int64_t b = *right;
  if (op == "|") return a | b;
  if (op == "^") return a ^ b;
  if (op == "&") return a & b;
  if (op == "==") return a == b;
  if (op == "!=") return a != b;
  if (op == "<") return a < b;
  if (op == ">") return a > b;
  if (op == "<=") return a <= b;
  if (op == ">=") return a >= b;
  if (op == "<<" || op == ">>") return Shifted(a, b, op == "<<");
  if (op == "+") return Signed(Bits(a) + Bits(b));
  if (op == "-") return Signed(Bits(a) - Bits(b));
  if (op == "*") return Signed(Bits(a) * Bits(b));
  return Divided(a, b, op == "%");
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

  Value Conditional(int depth) {
    const Value test = Binary(1, depth);
    if (!Take("?")) return test;
    if (depth > kMaxDepth) return Broken();
    const Value yes = Conditional(depth + 1);
    if (!Take(":")) return Broken();
    const Value no = Conditional(depth + 1);
    if (!test) return yes == no ? yes : std::nullopt;
    return *test != 0 ? yes : no;
  }

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

  Value Unary(int depth) {
    if (depth > kMaxDepth || at_ >= t_.size()) return Broken();
    const PpToken& token = t_[at_++];
    if (token.Is("!") || token.IsName("not")) {
      const Value value = Unary(depth + 1);
      return value ? Value(*value == 0) : value;
    }
    if (token.Is("-") || token.Is("+") || token.Is("~")) {
      const Value value = Unary(depth + 1);
      if (!value || token.Is("+")) return value;
      return token.Is("-") ? Signed(0 - Bits(*value)) : ~*value;
    }
    if (token.Is("(")) {
      const Value value = Conditional(depth + 1);
      return Take(")") ? value : Broken();
    }
    if (token.kind == Kind::kNumber) return Number(token.text);
    if (token.kind == Kind::kCharacter) {
      const bool plain = token.text.size() == 3 && token.text[1] != '\\';
      return plain ? Value(token.text[1]) : std::nullopt;
    }
    if (token.kind != Kind::kName) return token.kind == Kind::kOther ? std::nullopt : Broken();
    if (token.text == "true") return 1;
    if (token.text == "false") return 0;
    return Name();
  }

  // What is left of a name, and of what looks like its call: `__has_feature(x)`.
  Value Name() {
    if (at_ < t_.size() && t_[at_].Is("(")) {
      int open = 0;
      for (; at_ < t_.size(); ++at_) {
        if (t_[at_].Is("(")) ++open;
        if (t_[at_].Is(")") && --open == 0) break;
      }
      if (at_ >= t_.size()) return Broken();
      ++at_;
      return std::nullopt;
    }
    return closed_ ? Value(0) : std::nullopt;
  }

  Value Broken() {
    broken_ = true;
    at_ = t_.size();
    return std::nullopt;
  }

  static Value Number(std::string_view text) {
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
    if (base == 8 && (rest.empty() || !IsDigit(rest[0]))) return 0;
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value, base);
    if (error != std::errc()) return std::nullopt;
    const std::string_view suffix(end, static_cast<size_t>(rest.data() + rest.size() - end));
    if (suffix.find_first_not_of("uUlLzZ") != std::string_view::npos) return std::nullopt;
    return Signed(value);
  }

  const PpTokens& t_;
  const bool closed_;
  size_t at_ = 0;
  bool broken_ = false;
};

}  // namespace

std::optional<int64_t> EvaluatePpCondition(const PpTokens& tokens, bool closed) {
  return ConditionReader(tokens, closed).All();
}

}  // namespace flagcensus
