// What a branch without a value assigns or returns → the default of the read.
//
//   return v ? atoi(v) : 30;                       ─→ 30        (Conditional)
//   if (!v) return 30;                             ─→ 30        (Branch, TakeDefault)
//   int n = 30; if (v) n = atoi(v);                ─→ 30        (Branch, TakeGiven)
//   if (v) use(v); else use("B");                  ─→ "B"       (TakeArgument)
//   on = true; if (v && atoi(v) == 0) on = false;  ─→ true      (TakeSwitched)
//
// The default is recorded as a range of tokens in CUse::unset_begin and unset_end, which the caller
// evaluates. If the variable keeps a value that is assigned elsewhere, CUse::kept names it. A
// failure (return -1 of a status, an error code) is no default.
#include "analyzer/c/unset.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/c/conversions.h"
#include "analyzer/c/definition.h"
#include "analyzer/c/failures.h"
#include "analyzer/c/syntax.h"
#include "analyzer/c/value_lifetime.h"

namespace flagcensus {
namespace {

using Kind = CToken::Kind;
using Tokens = std::vector<CToken>;

// The end of the expression at `at`: a separator or bracket outside of its own brackets, or a ':'.
size_t EndOfExpression(const Tokens& t, size_t at, size_t end) {
  for (; at < end; ++at) {
    if (t[at].Is("(") || t[at].Is("[") || t[at].Is("{")) {
      const size_t close = MatchBracket(t, at);
      if (close >= end) return end;
      at = close;
      continue;
    }
    if (t[at].Is(";") || t[at].Is(",") || t[at].Is(")") || t[at].Is("}") || t[at].Is(":"))
      return at;
  }
  return at;
}

// Whether a range contains the variable, something derived from it, or the tested call again.
bool Mentions(const Tokens& t, size_t begin, size_t end, const std::set<std::string>& names) {
  for (size_t i = begin; i < end; ++i) {
    if (t[i].kind == Kind::kName && names.count(t[i].text) > 0) return true;
  }
  return false;
}

// Whether the '?' is in a call that only reports its arguments: printf("%s", v ? v : "unset"). What
// is printed instead of a value is not a default.
bool IsOnlyPrinted(const Tokens& t, size_t question) {
  int depth = 0;
  for (size_t i = question; i-- > 1;) {
    if (t[i].Is(";") || t[i].Is("{") || t[i].Is("}") || t[i].Is("=")) return false;
    if (t[i].Is(")")) ++depth;
    if (!t[i].Is("(") || depth-- > 0) continue;
    depth = 0;
    if (OnlyStates(t[i - 1].text)) return true;
  }
  return false;
}

// The beginning of the statement around `at`.
size_t StatementBegin(const Tokens& t, size_t at) {
  // In tokens. A longer statement is an initialiser of a table; its tokens before this are not
  // examined.
  constexpr size_t kMaxStatement = 400;  // tokens
  const size_t least = at > kMaxStatement ? at - kMaxStatement : 0;
  int depth = 0;
  while (at > least) {
    const CToken& before = t[at - 1];
    if (before.Is(")")) ++depth;
    if (before.Is("(") && depth > 0) --depth;
    if (depth == 0 && (before.Is(";") || before.Is("{") || before.Is("}"))) break;
    --at;
  }
  return at;
}

// Past the end of the statement or block at `at`.
size_t EndOfStatement(const Tokens& t, size_t at, size_t end) {
  if (at < end && t[at].Is("{")) return std::min(MatchBracket(t, at) + 1, end);
  while (at < end && !t[at].Is(";")) {
    if (t[at].Is("(") || t[at].Is("{")) at = std::min(MatchBracket(t, at), end);
    ++at;
  }
  return std::min(at + 1, end);
}

// The same including each `else` after an `if` there.
size_t EndOfAlternatives(const Tokens& t, size_t at, size_t end) {
  constexpr int kMost = 200;  // of one chain
  for (int i = 0; i < kMost && at < end; ++i) {
    size_t body = at;
    if (t[at].IsName("if") && at + 1 < end && t[at + 1].Is("(")) body = MatchBracket(t, at + 1) + 1;
    const size_t last = EndOfStatement(t, std::min(body, end), end);
    if (body == at || last >= end || !t[last].IsName("else")) return last;
    at = last + 1;
  }
  return std::min(at, end);
}

bool HasReturn(const Tokens& t, size_t begin, size_t end) {
  return std::any_of(t.begin() + static_cast<long>(begin), t.begin() + static_cast<long>(end),
                     [](const CToken& token) { return token.IsName("return"); });
}

// Whether `name` is assigned something derived from the variable: name = f(variable).
bool DerivesFrom(const Tokens& t, size_t begin, size_t end, const std::string& name,
                 const std::string& variable) {
  if (name == variable) return true;
  for (size_t i = begin; i + 1 < end; ++i) {
    if (!t[i].IsName(name)) continue;
    size_t at = i + 1;  // name = ..., name.member = ...
    if (t[at].Is(".") && at + 1 < end) at += 2;
    if (at >= end || !t[at].Is("=")) continue;
    for (size_t k = at + 1; k < end && !t[k].Is(";"); ++k) {
      if (t[k].IsName(variable)) return true;
    }
  }
  return false;
}

// The beginning of `a->b.c`, of which t[last] is the last name.
size_t TargetOf(const Tokens& t, size_t begin, size_t last) {
  while (last >= begin + 2 && (t[last - 1].Is(".") || t[last - 1].Is("->")) &&
         t[last - 2].kind == Kind::kName) {
    last -= 2;
  }
  return last;
}

// `*out` at the beginning of a statement.
bool PutsThrough(const Tokens& t, size_t at) {
  return at >= 2 && t[at - 1].Is("*") &&
         (t[at - 2].Is(";") || t[at - 2].Is("{") || t[at - 2].Is("}") || t[at - 2].Is(")"));
}

// Whether the call is repeated between the two: `if (getenv("X")) n = atoi(getenv("X"));`.
bool HasAgain(const Tokens& t, size_t begin, size_t end, CSpan call) {
  const size_t length = call.end - call.begin;
  for (size_t i = begin; length > 0 && i + length <= end; ++i) {
    if (SameText(t, i, call.begin, length)) return true;
  }
  return false;
}

// Whether `name` is assigned something derived from a repetition of the call.
bool DerivesFromCall(const Tokens& t, size_t begin, size_t end, const std::string& name,
                     CSpan call) {
  for (size_t i = begin; i + 1 < end; ++i) {
    if (!t[i].IsName(name) || !t[i + 1].Is("=")) continue;
    if (HasAgain(t, i + 2, EndOfExpression(t, i + 2, end), call)) return true;
  }
  return false;
}

// Whether the block that opens at `brace` is that of a switch.
bool IsSwitch(const Tokens& t, size_t brace) {
  constexpr size_t kMaxCondition = 60;  // tokens
  if (brace == 0 || !t[brace - 1].Is(")")) return false;
  for (size_t i = brace - 1; i > 0 && brace - i < kMaxCondition; --i) {
    if (t[i].Is("(") && MatchBracket(t, i) == brace - 1) return t[i - 1].IsName("switch");
  }
  return false;
}

// Whether the expression at `begin` is a call with a result that is not the value in a different
// form: `pid = start(text)`. A -1 that was assigned before then says only that the call was not
// made. Judged by the words of the name: those of a conversion contain a type or the name of one of
// the library's.
//
//   n = app_atoi(v);    n = toInt(v);    n = parseport(v);    n = get_num(v);     ─→ false
//   n = hint(v);        n = store(v);                                             ─→ true
bool MakesAnother(const Tokens& t, size_t begin) {
  while (begin + 2 < t.size() && t[begin + 1].Is("::")) begin += 2;  // std::stoi(v)
  if (begin + 1 >= t.size() || t[begin].kind != Kind::kName || !t[begin + 1].Is("(")) return false;
  static const std::set<std::string_view> kTypes = {
      "int",  "integer", "long",   "num",   "number", "float",  "double", "real",  "bool", "uint",
      "byte", "size",    "stoi",   "stol",  "stoul",  "stoll",  "stoull", "stof",  "stod", "u",
      "i",    "toint",   "tolong", "tonum", "tobool", "getint", "getnum", "strint"};
  const std::vector<std::string> words = WordsOfName(t[begin].text);
  return std::none_of(words.begin(), words.end(), [&](const std::string& word) {
    return kTypes.count(word) > 0 || word.starts_with("strto") || word.starts_with("parse") ||
           word.ends_with("atoi") || word.ends_with("atol") || word.ends_with("atof") ||
           word.ends_with("atoll");
  });
}

// The factor of the value, in one of the names `made` or a call that contains one, in the
// expression at begin..end.
//
//   limit = atol(v) << 20        ─→ up = 1048576
//   limit = atol(v) * page       ─→ 0: the factor is unknown
//   limit = atol(v) + 1          ─→ 1: a sum, no factor
CScale ScaleIn(const Tokens& t, size_t begin, size_t end, const std::set<std::string>& made) {
  constexpr CScale kUnknown = {0, 1};
  // Larger factors are unknown: a default times the factor has to fit into 64 bits.
  constexpr int64_t kMost = int64_t{1} << 50;
  while (end > begin + 2 && t[begin].Is("(") && MatchBracket(t, begin) == end - 1) {
    ++begin;
    --end;
  }
  CScale scale;
  bool scaled = false;
  bool other = false;   // a factor is unknown
  bool down = false;    // the current operand divides
  bool shifts = false;  // it is a number of bits
  for (size_t i = begin; i < end; ++i) {
    const CToken& token = t[i];
    if (token.Is("(") || token.Is("[") || token.Is("{")) {
      const size_t close = std::min(MatchBracket(t, i), end);
      const bool value = Mentions(t, i, close, made);
      // `(1024 * 1024)` is a factor, and the cast in `(uint64_t)value << 20` is not.
      const std::string folded = value ? "" : FoldIntegers(t, i + 1, close).value_or("");
      const auto factor = std::strtoll(folded.c_str(), nullptr, 10);
      if (factor > 0 && factor < kMost) (down ? scale.down : scale.up) *= factor;
      i = close;
    } else if (token.Is("*") || token.Is("<<") || token.Is("/") || token.Is(">>")) {
      if (i == begin) continue;  // *text
      scaled = true;
      down = token.Is("/") || token.Is(">>");
      shifts = token.Is("<<") || token.Is(">>");
    } else if (token.kind == Kind::kNumber) {
      const double real = std::strtod(NumberText(token).c_str(), nullptr);
      const auto number = static_cast<int64_t>(std::min(real, 1e15));
      // A factor such as 0.5 or 1e30 is unknown, as is a shift by more than 40 bits.
      if (number <= 0 || static_cast<double>(number) != real || (shifts && number > 40)) {
        return kUnknown;
      }
      (down ? scale.down : scale.up) *= shifts ? int64_t{1} << number : number;
      if (scale.up > kMost || scale.down > kMost) return kUnknown;
    } else if (token.kind == Kind::kName && token.text.ends_with("_cast") && t[i + 1].Is("<")) {
      // The type of a cast, `static_cast<long>`, is not an operand.
      while (i + 1 < end && !t[i].Is(">")) ++i;
    } else if (token.kind == Kind::kPunctuation && !token.Is("::") && !token.Is(".") &&
               !token.Is("->")) {
      return scaled ? kUnknown : CScale{};  // a sum, a choice
    } else if (token.kind == Kind::kName && made.count(token.text) == 0 && !t[i + 1].Is("(") &&
               !t[i + 1].Is("::") && !t[i + 1].Is(".") && !t[i + 1].Is("->")) {
      other = true;
    }
  }
  if (scaled && other) return kUnknown;
  return scaled ? scale : CScale{};
}

// The value that the target at target.begin..target.end (`a->b`) was assigned before `then`, on the
// way there from the beginning of the function. An assignment in a switch is ignored: it chooses
// between profiles, and the value without a profile applies.
//
//   int n = 4; if (fast) n = 8; if (v) n = atoi(v);     ─→ n itself: 4 or 8
//   int n = 4;                  if (v) n = atoi(v);     ─→ 4
void TakeGiven(const Tokens& t, CSpan target, size_t then, const CBody& body, CUse* use) {
  const size_t length = target.end - target.begin;
  const size_t floor = body.outer > 0 ? body.outer : body.begin;
  int depth = 0;
  bool perhaps = false;  // another value was assigned under a condition
  bool inside = false;   // in the current block
  // Backwards: the nearest unconditional assignment is the default, unless a conditional one is
  // between it and `then`.
  for (size_t k = then; k-- > floor;) {
    if (t[k].Is("}")) ++depth;
    if (t[k].Is("{") && depth > 0 && --depth == 0) {
      perhaps = perhaps || (inside && !IsSwitch(t, k));
      inside = false;
    }
    if (!t[k].IsName(t[target.end - 1].text) || !t[k + 1].Is("=")) continue;
    const size_t first = TargetOf(t, floor, k);
    if (k + 1 - first != length || !SameText(t, first, target.begin, length)) continue;
    if (t[first - 1].Is("&")) return;  // auto& name = a.name: its value is unknown
    if (depth > 0) {
      inside = true;
      continue;
    }
    if (t[first - 1].Is(")") || t[first - 1].IsName("else")) {
      perhaps = true;
      continue;
    }
    if (perhaps) break;
    const size_t to = EndOfExpression(t, k + 2, then);
    // A result of a call with an output argument, or an error code, says only that nothing was read
    // so far.
    if (IsFailure(t, k + 2, to) || IsStatus(t, k + 2, to)) return;
    if (t[k + 2].Is("-") && MakesAnother(t, target.end + 1)) return;
    use->unset_begin = k + 2;
    use->unset_end = to;
    return;
  }
  if (perhaps) {  // its current value, one of several
    use->unset_begin = target.begin;
    use->unset_end = target.end;
    return;
  }
  // Nothing assigns it in this function: the target keeps the value of its owner.
  use->kept.begin = target.begin;
  use->kept.end = target.end;
}

// Whether the code for a value assigns this name, too.
using Given = std::function<bool(const std::string&)>;

// `for (int i = 0; ...)` with `i` at `at`.
bool CountsLoop(const Tokens& t, size_t at) {
  while (at > 1 && (t[at - 1].kind == Kind::kName || t[at - 1].Is("*") || t[at - 1].Is("::"))) --at;
  return at > 1 && t[at - 1].Is("(") && t[at - 2].IsName("for");
}

// In at..end: `return B;` or `name = B;`, where name is the variable or derived from it. The first
// one decides.
bool TakeDefault(const Tokens& t, size_t at, size_t end, const CBody& body, CUse* use,
                 const Given& given = {}) {
  for (size_t i = at; i + 1 < end; ++i) {
    if (t[i].IsName("errno") && t[i + 1].Is("=")) return false;  // its result reports that
    if (t[i].kind == Kind::kName && t[i + 1].Is("(") && EndsProgram(t[i].text)) return false;
    const bool returns = t[i].IsName("return");
    const bool chosen = returns && body.looks != nullptr && !body.looks->chosen.empty() &&
                        t[i + 1].IsName(body.looks->chosen);
    if (returns && !use->returned && !chosen) return false;  // it gives up: no replacement value
    const bool assigns = t[i].kind == Kind::kName && t[i + 1].Is("=") && !CountsLoop(t, i) &&
                         (DerivesFrom(t, body.begin, body.end, t[i].text, body.variable) ||
                          (given && given(t[i].text)));
    if (!returns && !assigns) continue;
    const size_t from = returns ? i + 1 : i + 2;
    const size_t to = EndOfExpression(t, from, end);
    if (to <= from || IsFailure(t, from, to)) return false;
    // `return v && *v == '1'`: another value of the variable.
    const bool answers =
        std::any_of(t.begin() + static_cast<long>(from), t.begin() + static_cast<long>(to),
                    [](const CToken& token) {
                      return token.Is("&&") || token.Is("||") || IsComparison(token);
                    });
    if (returns && answers && Mentions(t, from, to, {body.variable})) return false;
    if (to == from + 1 && t[from].IsName(body.variable)) return false;  // NULL, or made elsewhere
    // `if (!v) v = getenv("OLD")`: an older name of the variable is another read, and its default
    // follows.
    if (IsAnotherRead(t, from, to)) continue;
    use->unset_begin = from;
    use->unset_end = to;
    use->unset_direct = returns;
    return true;
  }
  return false;
}

// Bounds the ranges that are compared with each other, since their cost is the product of their
// lengths.
CSpan Bounded(CSpan span) {
  constexpr size_t kMost = 600;  // tokens
  return {span.begin, std::min(span.end, span.begin + kMost)};
}

// Whether `name` is assigned under a test of the value, in set.begin..set.end: `if (is(v, "flat"))
// layout = FLAT;`.
bool IsGivenByTest(const Tokens& t, CSpan set, const std::string& name,
                   const std::set<std::string>& made) {
  for (size_t i = set.begin; i + 1 < set.end; ++i) {
    if (!t[i].IsName("if") || !t[i + 1].Is("(")) continue;
    const size_t close = MatchBracket(t, i + 1);
    if (close >= set.end || !Mentions(t, i + 2, close, made)) continue;
    const size_t to = EndOfStatement(t, close + 1, set.end);
    for (size_t k = close + 1; k + 1 < to; ++k) {
      if (t[k].IsName(name) && t[k + 1].Is("=")) return true;
    }
  }
  return false;
}

// Whether the call at `name` is a whole statement: `this->use(v);`.
bool IsStatement(const Tokens& t, size_t name) {
  size_t first = name;
  while (first >= 2 && (t[first - 1].Is(".") || t[first - 1].Is("->") || t[first - 1].Is("::")) &&
         t[first - 2].kind == Kind::kName) {
    first -= 2;
  }
  if (first == 0) return false;
  const CToken& before = t[first - 1];
  const bool begins =
      before.Is(";") || before.Is("{") || before.Is("}") || before.Is(")") || before.IsName("else");
  const size_t close = MatchBracket(t, name + 1);
  return begins && close + 1 < t.size() && t[close + 1].Is(";");
}

// `if (v) use(v); else use("B");`: the argument that the same function receives instead of the
// value. `set` and `unset`: the code with a value, and without one.
bool TakeArgument(const Tokens& t, CSpan set, CSpan unset, const std::set<std::string>& made,
                  bool statements, CUse* use) {
  for (size_t i = set.begin; i + 1 < set.end; ++i) {
    if (t[i].kind != Kind::kName || !t[i + 1].Is("(") || IsCKeyword(t[i].text)) continue;
    // setenv in both branches prepares the environment of another program.
    if (t[i].text.find("setenv") != std::string::npos) continue;  // for another program
    if (OnlyStates(t[i].text) || (statements && !IsStatement(t, i))) continue;
    const auto given = SplitArguments(t, i + 2, MatchBracket(t, i + 1));
    for (size_t k = unset.begin; k + 1 < unset.end; ++k) {
      if (!t[k].IsName(t[i].text) || !t[k + 1].Is("(")) continue;
      if (statements && !IsStatement(t, k)) continue;
      const auto instead = SplitArguments(t, k + 2, MatchBracket(t, k + 1));
      // With the same number of arguments: an overload with fewer has its own default, which is not
      // known here.
      if (instead.size() != given.size()) continue;
      for (size_t n = 0; n < given.size(); ++n) {
        const CSpan value{given[n].first, given[n].second};
        const CSpan other{instead[n].first, instead[n].second};
        if (!Mentions(t, value.begin, value.end, made)) continue;
        // The other call also uses the value, so its argument is not a replacement.
        if (Mentions(t, other.begin, other.end, made)) return false;
        if (TakeArgument(t, value, other, made, false, use)) return true;
        if (IsFailure(t, other.begin, other.end) || IsNull(t[other.begin])) return false;
        use->unset_begin = other.begin;
        use->unset_end = other.end;
        return true;
      }
    }
  }
  return false;
}

// Whether a statement leaves the current path, assigns something or has a condition.
bool Leaves(const Tokens& t, size_t begin, size_t end) {
  static const std::set<std::string_view> kLeave = {"return",   "throw", "goto",  "break",
                                                    "continue", "exit",  "abort", "if"};
  return std::any_of(t.begin() + static_cast<long>(begin), t.begin() + static_cast<long>(end),
                     [](const CToken& token) {
                       return token.Is("=") ||
                              (token.kind == Kind::kName && kLeave.count(token.text) > 0);
                     });
}

// Whether the declaration that names t[at] is static: its initial value only marks that the
// variable was not read yet.
bool IsStatic(const Tokens& t, size_t at) {
  // Six tokens: `static const unsigned long* x`.
  for (size_t k = at; k-- > 0 && at - k < 6;) {
    if (t[k].Is(";") || t[k].Is("{") || t[k].Is("}")) return false;
    if (t[k].IsName("static")) return true;
  }
  return false;
}

}  // namespace

bool SameText(const Tokens& t, size_t a, size_t b, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (t[a + i].text != t[b + i].text) return false;
  }
  return true;
}

bool IsBounded(const Tokens& t, size_t at) {
  for (size_t i = StatementBegin(t, at); i + 1 < at; ++i) {
    if (t[i].kind != Kind::kName || !t[i + 1].Is("(") || MatchBracket(t, i + 1) < at) continue;
    // A name with the word min, max or clamp: `n = std::max(1, v ? atoi(v) : 4)` bounds the
    // default, too.
    const std::string name = ToLower(t[i].text);
    for (const std::string_view word : Split(name, '_')) {
      if (word == "min" || word == "max" || word == "clamp") return true;
    }
  }
  return false;
}

namespace {

// A number, or a name in capitals: the other side of a range check or of a test for a sentinel.
bool IsLimit(const CToken& token) {
  if (token.kind == Kind::kNumber) return true;
  return token.kind == Kind::kName && token.text.size() > 1 && token.text == ToUpper(token.text);
}

// Whether the name at `i` is compared with a limit: `n <= 0`, `MOST < n`, `n == -1`.
bool IsChecked(const Tokens& t, size_t i) {
  const auto orders = [](const CToken& sign) {
    return sign.Is("<") || sign.Is("<=") || sign.Is(">") || sign.Is(">=");
  };
  const auto equals = [](const CToken& sign) { return sign.Is("==") || sign.Is("!="); };
  if (i + 2 >= t.size() || i < 2) return false;
  const bool negative = t[i + 2].Is("-");
  if (orders(t[i + 1]) && (negative || IsLimit(t[i + 2]))) return true;
  if (orders(t[i - 1]) && IsLimit(t[i - 2])) return true;
  return equals(t[i + 1]) && (negative || t[i + 2].text == "0");
}

}  // namespace

bool DependsOnBuild(const CTokens& all, size_t read, size_t value) {
  const auto condition = [&](size_t at) {
    const int index = all.tokens[at].condition;
    return index < 0 ? std::string_view()
                     : std::string_view(all.conditions[static_cast<size_t>(index)]);
  };
  return !condition(read).starts_with(condition(value));
}

// `n = v ? atoi(v) : 0; if (n <= 0) n = 100;`: the value after the `?:` is not final. Any later
// assignment, increment, address or range check of the target counts.
bool IsGivenAgain(const Tokens& t, size_t at, size_t end) {
  const size_t begin = StatementBegin(t, at);
  std::string target;
  for (size_t i = begin; i + 1 < at && target.empty(); ++i) {
    if (t[i].kind == Kind::kName && t[i + 1].Is("=")) target = t[i].text;
  }
  if (target.empty()) return false;
  const size_t from = EndOfStatement(t, at, end);
  constexpr std::array<std::string_view, 11> kGive = {
      "=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "<<=", ">>=", "^="};
  for (size_t i = from; i + 1 < end && i + 1 < t.size(); ++i) {
    if (!t[i].IsName(target)) continue;
    if (i > 0 && (t[i - 1].Is("&") || t[i - 1].Is("++") || t[i - 1].Is("--"))) return true;
    const CToken& next = t[i + 1];
    if (next.Is("++") || next.Is("--") || IsChecked(t, i)) return true;
    if (std::any_of(kGive.begin(), kGive.end(), [&](auto sign) { return next.Is(sign); })) {
      return true;
    }
  }
  return false;
}

namespace {

// Whether the range only measures the value, `v ? strlen(v) + 1 : 0`: the other side is then a
// size.
bool IsMeasured(const Tokens& t, CSpan range, const std::set<std::string>& value) {
  bool measured = false;
  for (size_t i = range.begin; i < range.end; ++i) {
    const bool measures = t[i].IsName("strlen") || t[i].IsName("strnlen") || t[i].IsName("wcslen");
    if (measures && i + 1 < range.end && t[i + 1].Is("(")) {
      const size_t close = std::min(MatchBracket(t, i + 1), range.end);
      measured = measured || Mentions(t, i + 2, close, value);
      i = close;
    } else if (Mentions(t, i, i + 1, value)) {
      return false;
    }
  }
  return measured;
}

}  // namespace

// `v ? atoi(v) : 30` with the '?' at `question`: of the two sides, the one that is evaluated
// without a value is the default. `negated`: the condition is true without a value.
void Conditional(const Tokens& t, size_t question, bool negated, size_t end,
                 const std::set<std::string>& value, CUse* use) {
  if (use->unset_end > use->unset_begin || IsOnlyPrinted(t, question)) return;
  size_t colon = question + 1;
  int nested = 0;
  for (; colon < end; ++colon) {
    if (t[colon].Is("(") || t[colon].Is("[") || t[colon].Is("{")) {
      colon = std::min(MatchBracket(t, colon), end);
      continue;
    }
    if (t[colon].Is(";")) return;
    if (t[colon].Is("?")) ++nested;
    if (t[colon].Is(":") && nested-- == 0) break;
  }
  if (colon >= end) return;
  const size_t last = EndOfExpression(t, colon + 1, end);
  const CSpan then{question + 1, colon};
  const CSpan other{colon + 1, last};
  const CSpan& set = negated ? other : then;
  // `v ?: b` yields the value itself.
  const CSpan& unset = negated ? then : other;
  if (IsMeasured(t, set, value)) return;
  // The side for a value has to use the value. `v ? "on" : "off"` says only whether the variable is
  // set.
  if (set.begin < set.end && !Mentions(t, set.begin, set.end, value)) {
    // *out = v ? !initial : initial: any value inverts it.
    const size_t length = unset.end - unset.begin;
    const bool over = set.end - set.begin == length + 1 && t[set.begin].Is("!") &&
                      SameText(t, set.begin + 1, unset.begin, length);
    if (!over) return;
    if (use->type == ValueType::kUnknown) use->type = ValueType::kBool;
  }
  use->unset_begin = unset.begin;
  use->unset_end = unset.end;
  use->unset_direct = !IsGivenAgain(t, question, end) && !IsBounded(t, question);
  use->scale = ScaleIn(t, set.begin, set.end, value);
}

namespace {

// Whether a number is added to the value: the result without a value then has another origin, such
// as `return n + 1; return 0;`.
bool IsSum(const Tokens& t, size_t begin, size_t end, const std::set<std::string>& made) {
  for (size_t i = begin; i + 1 < end; ++i) {
    const bool adds = t[i].Is("+") && i > begin && t[i + 1].kind == Kind::kNumber;
    if (adds && t[i - 1].kind == Kind::kName && made.count(t[i - 1].text) > 0) return true;
  }
  return false;
}

// Whether a call in the range receives both the value and the name, to fill it.
bool IsPassedWith(const Tokens& t, CSpan range, const std::string& name,
                  const std::string& variable) {
  for (size_t i = range.begin; i + 1 < range.end; ++i) {
    if (t[i].kind != Kind::kName || !t[i + 1].Is("(") || IsCKeyword(t[i].text)) continue;
    const size_t close = std::min(MatchBracket(t, i + 1), range.end);
    if (Mentions(t, i + 2, close, {name}) && Mentions(t, i + 2, close, {variable})) return true;
  }
  return false;
}

// Whether the condition that ends at `close` fills the name: `!v || sscanf(v, "%d", &a.name) != 1`.
bool IsFilledIn(const Tokens& t, size_t close, const std::string& name) {
  constexpr size_t kMaxCondition = 200;  // tokens
  for (size_t i = close; i-- > 1 && close - i < kMaxCondition;) {
    if (t[i].Is(";") || t[i].Is("{") || t[i].IsName("if")) return false;
    if (!t[i].IsName(name)) continue;
    const size_t first = TargetOf(t, 1, i);
    if (first >= 2 && t[first - 1].Is("&") && t[first - 2].Is(",")) return true;
  }
  return false;
}

}  // namespace

// `if (v) ... else ...` with the bracket of its condition at `condition_close`. `negated`: `if
// (!v)`. In this order: the branch without a value; the same function in both branches; what
// follows a return; what the assigned target had before.
void Branch(const Tokens& t, size_t condition_close, bool negated, const CBody& body, CUse* use) {
  if (use->unset_end > use->unset_begin) return;
  const size_t end = body.end;
  const size_t then = condition_close + 1;
  const size_t then_end = EndOfStatement(t, then, end);
  const bool other = then_end < end && t[then_end].IsName("else");
  const size_t else_end = other ? EndOfAlternatives(t, then_end + 1, end) : then_end;
  if (negated) {
    // `if (!v) return B;` without an else: the rest of the body is the code for a value.
    const bool leaves = !other && HasReturn(t, then, then_end);
    const CSpan set =
        other ? Bounded({then_end + 1, else_end}) : Bounded({then_end, leaves ? end : then_end});
    const bool looks = !body.variable.empty() && set.begin < set.end;
    std::set<std::string> made;  // computed on demand
    const auto holders = [&]() -> const std::set<std::string>& {
      if (made.empty()) made = FindDerived(t, set.begin, set.end, body.variable);
      return made;
    };
    const auto given = [&](const std::string& name) {
      return IsFilledIn(t, condition_close, name) ||
             (looks ? IsGivenByTest(t, set, name, holders())
                    : DerivesFromCall(t, set.begin, set.end, name, body.call));
    };
    if (TakeDefault(t, then, then_end, body, use, given) || !looks) return;
    TakeArgument(t, set, Bounded({then, then_end}), holders(), true, use);
    return;
  }
  if (other) {
    const CSpan set = Bounded({then, then_end});
    const auto passed = [&](const std::string& name) {  // parse(v, out); of *out
      return !body.variable.empty() && IsPassedWith(t, set, name, body.variable);
    };
    if (!body.variable.empty() && !t[then_end + 1].IsName("if") &&
        TakeArgument(t, set, Bounded({then_end + 1, else_end}),
                     FindDerived(t, set.begin, set.end, body.variable), true, use)) {
      return;
    }
    const std::set<std::string> made = FindDerived(t, set.begin, set.end, body.variable);
    const auto given = [&](const std::string& name) {
      return (name != body.variable && made.count(name) > 0) || passed(name) ||
             DerivesFromCall(t, set.begin, set.end, name, body.call);
    };
    if (TakeDefault(t, then_end + 1, else_end, body, use, given) ||
        Leaves(t, then_end + 1, else_end)) {
      return;
    }
  }
  // No branch without a value decides: what the branch for a value returns or assigns shows what it
  // replaces.
  const std::set<std::string> made = FindDerived(t, then, then_end, body.variable);
  for (size_t i = then; i < then_end; ++i) {
    // if (v) return f(v); return B;
    if (t[i].IsName("return")) {
      // `return n + 1;` for a value: what is returned otherwise counts from somewhere else.
      if (IsSum(t, i + 1, EndOfExpression(t, i + 1, then_end), made)) return;
      // return f(getenv("X"));
      use->returned = use->returned || HasAgain(t, i + 1, then_end, body.call);
      // The next return within sixty tokens, on a straight path. A test or block before it makes it
      // the result of something else.
      for (size_t k = then_end; k + 1 < end && k < then_end + 60; ++k) {
        if (t[k].Is("{") || t[k].IsName("if") || t[k].IsName("for") || t[k].IsName("while")) return;
        if (!t[k].IsName("return")) continue;
        TakeDefault(t, k, end, body, use);
        return;
      }
      return;
    }
    // int n = B; if (v) n = f(v);
    const size_t target = TargetOf(t, then, i);
    const bool assigns = t[i].kind == Kind::kName && t[i + 1].Is("=") &&
                         t[i].text != body.variable &&
                         (target == then || t[target - 1].Is(";") || t[target - 1].Is("{") ||
                          PutsThrough(t, target));
    if (!assigns) continue;
    const size_t last = EndOfExpression(t, i + 2, then_end);
    const bool derives = made.count(t[i].text) > 0 ||
                         DerivesFrom(t, then, then_end, t[i].text, body.variable) ||
                         HasAgain(t, i + 2, last, body.call);
    if (!derives) continue;
    // const long number = atol(v); limit = number << 20; the local is only a step to another
    // target.
    const bool local = target == i && i > then && t[i - 1].kind == Kind::kName &&
                       !t[i - 1].IsName("else") && Mentions(t, last, then_end, {t[i].text});
    if (local) continue;
    if (IsStatus(t, i, last)) return;
    std::set<std::string> value = made;
    if (t[i].text != body.variable) value.erase(t[i].text);
    use->scale = ScaleIn(t, i + 2, last, value);
    TakeGiven(t, {target, i + 1}, then, body, use);
    return;
  }
}

namespace {

bool IsTruth(const CToken& token, bool truth) {
  const std::string_view word = truth ? "true" : "false";
  return token.IsName(word) || token.IsName(ToUpper(word)) ||
         (token.kind == Kind::kNumber && token.text == (truth ? "1" : "0"));
}

// What the condition open..close asks about a switch: true if a word for off, or 0, satisfies it;
// false if these do not. nullopt if it asks something else.
std::optional<bool> AsksForOff(const Tokens& t, size_t open, size_t close) {
  // The first literal or conversion decides. A word that is not one for off ("auto") makes it
  // another question.
  for (size_t i = open + 1; i < close; ++i) {
    if (t[i].kind == Kind::kString || t[i].kind == Kind::kChar) {
      if (!TurnsOff(t[i].text)) return std::nullopt;
      const CToken& behind = t[i + 1].Is(")") ? t[i + 2] : t[i + 1];
      const CToken& before = t[i - 1];
      if (before.Is("==") || behind.Is("==")) return true;
      return false;
    }
    const bool converts = t[i].kind == Kind::kName && t[i + 1].Is("(") &&
                          (t[i].text.starts_with("ato") || t[i].text.starts_with("strto"));
    if (!converts) continue;
    const size_t end = MatchBracket(t, i + 1);
    const bool zero = t[end + 1].Is("==") && t[end + 2].text == "0";
    return t[i - 1].Is("!") || zero;
  }
  return std::nullopt;
}

}  // namespace

// `v == "off" ? false : true`: without a value the comparison is false, so the other side is
// the default. The two sides have to be opposite truth values.
void TakeWordChoice(const Tokens& t, CSpan at, size_t end, CUse* use) {
  if (use->unset_end > 0 || at.end + 6 >= end || !IsComparison(t[at.end])) return;
  const CToken& word = t[at.end + 1];
  if (word.kind != Kind::kString || !IsSwitchWord(word.text)) return;
  size_t question = at.end + 2;
  if (t[question].Is(")")) ++question;
  if (!t[question].Is("?") || !t[question + 2].Is(":")) return;
  const bool same = t[at.end].Is("==");
  const size_t without = same ? question + 3 : question + 1;
  const size_t with = same ? question + 1 : question + 3;
  for (const bool truth : {true, false}) {
    if (!IsTruth(t[without], truth) || !IsTruth(t[with], !truth)) continue;
    use->unset_begin = without;
    use->unset_end = without + 1;
  }
}

// `if (v && atoi(v) == 0) on = false;`, `if (!v || atoi(v) != 0) on = true;`: the default of a
// switch that the condition turns off or on.
void TakeSwitched(const Tokens& t, size_t open, size_t close, bool negated, const CBody& body,
                  CUse* use) {
  const std::optional<bool> off = AsksForOff(t, open, close);
  const size_t first = close + (t[close + 1].Is("{") ? 2 : 1);
  size_t at = first;  // the last name of the assigned target
  // Calls before the assignment, such as a message; more than three are a different kind of branch.
  constexpr int kMaxCalls = 3;
  for (int i = 0; i < kMaxCalls && t[at].kind == Kind::kName && t[at + 1].Is("("); ++i) {
    const size_t end = MatchBracket(t, at + 1);  // log("it is off");
    if (IsCKeyword(t[at].text) || !t[end + 1].Is(";")) break;
    at = end + 2;
  }
  const size_t target = at;
  while (t[at].kind == Kind::kName && (t[at + 1].Is(".") || t[at + 1].Is("->"))) at += 2;
  if (off && !*off && negated) {  // if (!v || atoi(v) != 0) on = true;
    if (t[at].kind != Kind::kName || EndOfExpression(t, at, body.end) != at + 3) return;
    if (!t[at + 1].Is("=") || !IsTruth(t[at + 2], true)) return;
    use->unset_begin = at + 2;
    use->unset_end = at + 3;
    return;
  }
  // From here on the condition is false without a value, so what it sets to false or returns
  // as false keeps its other value.
  if (!off || negated) return;
  const size_t end = EndOfStatement(t, close + 1, body.end);
  if (t[at].IsName("return") && IsTruth(t[at + 1], false) && t[at + 2].Is(";")) {
    if (!t[end].IsName("return") || !IsTruth(t[end + 1], true) || !t[end + 2].Is(";")) return;
    use->unset_begin = end + 1;
    use->unset_end = end + 2;
    return;
  }
  if (t[at].kind != Kind::kName || !t[at + 1].Is("=") || !IsTruth(t[at + 2], false)) return;
  CUse given;
  // The switch has to be true on the way there: without a value it remains so.
  TakeGiven(t, {target, at + 1}, close, body, &given);
  if (given.unset_end != given.unset_begin + 1 || !IsTruth(t[given.unset_begin], true)) return;
  use->unset_begin = given.unset_begin;
  use->unset_end = given.unset_end;
}

// `parse(v, &out); return out;` in a function with the parameter `out`: the parameter that is
// returned if nothing is assigned to it is the default.
void TakeParameter(const Tokens& t, size_t begin, size_t end, const std::vector<size_t>& returns,
                   const CFunction& function, CUse* use) {
  for (auto at = std::lower_bound(returns.begin(), returns.end(), begin); at != returns.end();
       ++at) {
    const size_t i = *at;
    if (i + 2 >= end) break;
    if (t[i + 1].kind != Kind::kName || !t[i + 2].Is(";")) continue;
    const std::string& name = t[i + 1].text;
    if (ParameterOf(&function, name) < 0) continue;
    for (size_t k = begin; k < i; ++k) {
      if (!t[k].IsName(name)) continue;
      if (!t[k - 1].Is("&") && !t[k + 1].Is("=")) continue;
      use->unset_begin = i + 1;
      use->unset_end = i + 2;
      return;
    }
  }
}

// `int n = 30; parse(v, &n); return n;`: the initial value of the returned variable, if it is
// derived from the value. A static variable, NULL, a failure and the result of a call are not
// defaults.
void TakeInitial(const Tokens& t, const CBody& body, size_t call, const std::set<std::string>& made,
                 CUse* use) {
  const std::vector<size_t>& returns = body.looks->returns;
  for (auto at = std::lower_bound(returns.begin(), returns.end(), call); at != returns.end();
       ++at) {
    const size_t i = *at;
    if (i + 2 >= body.end) break;
    if (t[i + 1].kind != Kind::kName || !t[i + 2].Is(";")) continue;
    const std::string& name = t[i + 1].text;
    if (made.count(name) == 0) continue;
    // The declaration, before the call; the first one that precedes the return counts.
    for (size_t k = body.begin + 1; k < call && k + 2 < body.end; ++k) {
      if (!t[k].IsName(name) || t[k - 1].kind != Kind::kName || t[k - 1].IsName("return")) continue;
      if (!t[k + 1].Is("=") || IsStatic(t, k)) break;
      const size_t to = EndOfExpression(t, k + 2, body.end);
      if (to > call || IsFailure(t, k + 2, to) || t[k + 2].IsName("NULL")) return;
      for (size_t m = k + 2; m < to; ++m) {  // a status of something else
        if (t[m].Is("(") && t[m - 1].kind == Kind::kName) return;
      }
      for (size_t m = call; m + 1 < body.end; ++m) {  // and so here: ret = parse(v, &out)
        if (!t[m].IsName(name) || !t[m + 1].Is("=")) continue;
        const size_t last = EndOfExpression(t, m + 2, body.end);
        if (IsStatus(t, m, last) || (t[k + 2].Is("-") && MakesAnother(t, m + 2))) return;
        std::set<std::string> value = made;
        value.erase(name);
        if (Mentions(t, m + 2, last, value)) use->scale = ScaleIn(t, m + 2, last, value);
      }
      use->unset_begin = k + 2;
      use->unset_end = to;
      return;
    }
    return;
  }
}

namespace {

// Whether the text in the buffer is converted there, by a call that gets nothing else or one of the
// library, or its first character is examined. `if (!get("A", text)) get("B", text)` and
// `strcpy(text, "x")` only fill it.
bool ConvertsText(const Tokens& t, size_t begin, size_t end, const std::string& buffer) {
  for (size_t i = begin; i + 1 < end; ++i) {
    if (!t[i].IsName(buffer)) continue;
    const bool call = i >= begin + 2 && t[i - 1].Is("(") && t[i - 2].kind == Kind::kName;
    if (call && !OnlyStates(t[i - 2].text) && !IsCKeyword(t[i - 2].text)) {
      size_t first = i - 2;
      while (first > begin + 2 && t[first - 1].Is("::")) first -= 2;
      const bool used = first > begin && (t[first - 1].Is("=") || t[first - 1].IsName("return"));
      const std::string& callee = t[i - 2].text;
      const bool library = callee.starts_with("strto") || callee.starts_with("ato");
      if (library || (used && t[i + 1].Is(")"))) return true;
    }
    const bool element = t[i + 1].Is("[") && i + 4 < end && t[i + 3].Is("]");
    if (element && IsComparison(t[i + 4])) return true;
  }
  return false;
}

// Whether the status 0 means success, which the branches show: the text is converted only where the
// status is 0. `negated`: the condition that ends at `close` is true for 0.
bool IsZeroSuccess(const Tokens& t, size_t close, bool negated, const CBody& body) {
  if (body.variable.empty()) return false;
  const size_t then_end = EndOfStatement(t, close + 1, body.end);
  const bool other = then_end < body.end && t[then_end].IsName("else");
  const size_t else_end = other ? EndOfAlternatives(t, then_end + 1, body.end) : then_end;
  const bool then = ConvertsText(t, close + 1, then_end, body.variable);
  if (negated) return then && !ConvertsText(t, then_end, else_end, body.variable);
  // `if (get("X", text) != 0) return 5; return atoi(text);`
  const bool leaves = !other && HasReturn(t, close + 1, then_end);
  return !then && (other || leaves) &&
         ConvertsText(t, then_end, leaves ? body.end : else_end, body.variable);
}

}  // namespace

// `if (get("X", text, sizeof text)) n = parse(text);`: the call itself is the condition, or a
// variable with its status. The operators show which result means that there is no value: `!`, `<`
// and a comparison with 0 or NULL. A function that returns 0 for success is recognised by the
// branch that converts the text: `if (get("X", text) == 0) n = atoi(text);`.
void BufferBranch(const Tokens& t, CSpan call, const std::string& status, const CBody& body,
                  CUse* use) {
  if (call.end < body.end && t[call.end].Is("?")) {  // get(name, text) ? parse(text) : B
    const bool negated = call.begin > 0 && t[call.begin - 1].Is("!");
    return Conditional(t, call.end, negated, body.end, {body.variable}, use);
  }
  for (size_t i = body.begin; i + 1 < body.end; ++i) {
    if (!t[i].IsName("if") || !t[i + 1].Is("(")) continue;
    const size_t close = MatchBracket(t, i + 1);
    if (close <= i + 1 || close >= body.end || close < call.begin) continue;
    // The call is in the condition, or the condition contains its status.
    const bool holds = i < call.begin && call.end <= close;
    bool asks = holds;
    bool negated = false;
    bool orders = false;  // only a number can be below another
    for (size_t k = i + 2; k < close; ++k) {
      if (holds && k >= call.begin && k < call.end) continue;
      orders = orders || t[k].Is("<") || t[k].Is("<=") || t[k].Is(">") || t[k].Is(">=");
      asks = asks || (!status.empty() && t[k].IsName(status));
      negated = negated || t[k].Is("!") || t[k].Is("<") || t[k].Is("<=") ||
                (t[k].Is("==") && IsNull(t[k + 1]));
    }
    if (!asks) continue;
    if (!orders && IsZeroSuccess(t, close, negated, body)) negated = !negated;
    Branch(t, close, negated, body, use);
    return;
  }
}

}  // namespace flagcensus
