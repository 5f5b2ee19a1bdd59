// What later code makes of the number that is used if the variable is not set.
//
//   int n = 0; if (v) n = atoi(v); if (n <= 0) n = 100;   ─→ the default is 100, not 0
//   int n = v ? atoi(v) : 0; if (n > 0) limit = n;        ─→ none: `limit` keeps its value
//
// Only a comparison of the variable alone with a number is understood, and only in the same
// function. A loop or a second condition in between is not examined.
#include <algorithm>
#include <charconv>
#include <optional>

#include "analyzer/c/syntax.h"
#include "analyzer/c/unset.h"

namespace flagcensus {
namespace {

using Kind = CToken::Kind;
using Tokens = std::vector<CToken>;

// The number that begin..end is: a literal with its sign, or an expression of literals that folds.
// Floating-point numbers do not count, since thresholds of this form are integers.
std::optional<long> NumberAt(const Tokens& t, size_t begin, size_t end) {
  const bool negative = begin < end && t[begin].Is("-");
  const size_t first = begin + (negative ? 1 : 0);
  std::string text;
  if (first + 1 == end && t[first].kind == Kind::kNumber) {
    text = (negative ? "-" : "") + NumberText(t[first]);
  } else {
    text = FoldIntegers(t, begin, end).value_or("");
  }
  long number = 0;
  const char* last = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), last, number);
  return error == std::errc() && at == last ? std::optional(number) : std::nullopt;
}

// The variable that the statement around `at` assigns; "" if it assigns a member, or no plain
// variable.
std::string GivenAround(const Tokens& t, size_t at, size_t floor) {
  std::string target;
  for (size_t i = at; i-- > floor;) {
    if (t[i].Is(";") || t[i].Is("{") || t[i].Is("}") || t[i].IsName("return")) break;
    if (!t[i].Is("=") || i == 0 || t[i - 1].kind != Kind::kName) continue;
    const bool member = i >= 2 && (t[i - 2].Is(".") || t[i - 2].Is("->"));
    target = member ? "" : t[i - 1].text;
  }
  return target;
}

bool Compares(long value, const CToken& sign, long limit) {
  if (sign.Is("<")) return value < limit;
  if (sign.Is("<=")) return value <= limit;
  if (sign.Is(">")) return value > limit;
  if (sign.Is(">=")) return value >= limit;
  if (sign.Is("==")) return value == limit;
  return sign.Is("!=") && value != limit;
}

// Whether the condition open..close is true if `name` is `value`; nullopt if the condition contains
// anything more.
std::optional<bool> Holds(const Tokens& t, size_t open, size_t close, const std::string& name,
                          long value) {
  const bool negated = t[open + 1].Is("!");
  const size_t at = open + (negated ? 2 : 1);
  if (!t[at].IsName(name)) return std::nullopt;
  if (at + 1 == close) return negated != (value != 0);
  if (negated || at + 2 >= close) return std::nullopt;
  const std::optional<long> limit = NumberAt(t, at + 2, close);
  if (!limit) return std::nullopt;
  return Compares(value, t[at + 1], *limit);
}

// Past the statement or block at `at`.
size_t StatementEnd(const Tokens& t, size_t at, size_t end) {
  if (at < end && t[at].Is("{")) return std::min(MatchBracket(t, at) + 1, end);
  while (at < end && !t[at].Is(";")) ++at;
  return std::min(at + 1, end);
}

bool Has(const Tokens& t, size_t begin, size_t end, const std::string& name) {
  return std::any_of(t.begin() + static_cast<long>(begin), t.begin() + static_cast<long>(end),
                     [&](const CToken& token) { return token.IsName(name); });
}

// In then..then_end `name = B;`: B becomes the default.
bool TakeReplaced(const Tokens& t, CSpan then, const std::string& name, CUse* use) {
  for (size_t i = then.begin; i + 2 < then.end; ++i) {
    if (!t[i].IsName(name) || !t[i + 1].Is("=")) continue;
    size_t to = i + 2;
    while (to < then.end && !t[to].Is(";")) ++to;
    use->unset_begin = i + 2;
    use->unset_end = to;
    return true;
  }
  return false;
}

// In then..then_end `other = name;`, if nothing after it uses `name`: `other` keeps its value. A
// later use of `name`, or an `else`, means that the number matters otherwise.
bool TakeKept(const Tokens& t, CSpan then, size_t end, const std::string& name, CUse* use) {
  if (then.end < end && t[then.end].IsName("else")) return false;
  if (Has(t, then.end, end, name)) return false;
  for (size_t i = then.begin; i + 3 < then.end; ++i) {
    const bool gives = t[i].kind == Kind::kName && t[i + 1].Is("=") && t[i + 2].IsName(name) &&
                       t[i + 3].Is(";") && t[i].text != name;
    if (!gives) continue;
    use->unset_begin = use->unset_end = 0;
    use->kept.begin = i;
    use->kept.end = i + 1;
    return true;
  }
  return false;
}

}  // namespace

void AdjustDefault(const Tokens& t, size_t call_end, const CBody& body, CUse* use) {
  const std::optional<long> value = NumberAt(t, use->unset_begin, use->unset_end);
  if (!value) return;
  const std::string name =
      GivenAround(t, use->unset_begin, body.outer > 0 ? body.outer : body.begin);
  if (name.empty()) return;
  // The first `if` on the variable that can be decided and has one of the two forms ends the
  // search.
  for (size_t i = std::max(call_end, use->unset_end); i + 3 < body.end; ++i) {
    if (!t[i].IsName("if") || !t[i + 1].Is("(")) continue;
    const size_t close = MatchBracket(t, i + 1);
    if (close <= i + 1 || close >= body.end) continue;
    const std::optional<bool> holds = Holds(t, i + 1, close, name, *value);
    if (!holds) continue;
    const CSpan then = {close + 1, StatementEnd(t, close + 1, body.end)};
    if (*holds ? TakeReplaced(t, then, name, use) : TakeKept(t, then, body.end, name, use)) return;
  }
}

}  // namespace flagcensus
