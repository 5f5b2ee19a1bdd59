// A test of a read's value → the value that is used without one: `!v`, `v == NULL`, `v ? a : b`,
// `if (v)`, `v && ...`, `v.value_or(b)`, `v.or_else([] { return b; })`.
//
//   AskedAround finds the test     v == NULL      negated: true if there is no value
//   then, by what surrounds it:    ... ? b : v    ─→ Conditional        (unset.cc)
//                                  if (...) ...   ─→ Branch, TakeSwitched
#include <algorithm>

#include "analyzer/c/syntax.h"
#include "analyzer/c/unset.h"
#include "analyzer/c/value_lifetime.h"

namespace flagcensus {
namespace {

using Tokens = std::vector<CToken>;

// `v.value_or("b")`: true if the call follows the value.
//
//   v.value_or("80")     ─→ unset `"80"`
bool ValueOr(const Tokens& t, CSpan at, CUse* use) {
  static const std::set<std::string_view> kOr = {"value_or", "ValueOr", "valueOr", "get_value_or"};
  const bool member = at.end + 2 < t.size() && (t[at.end].Is(".") || t[at.end].Is("->"));
  if (!member || kOr.count(t[at.end + 1].text) == 0 || !t[at.end + 2].Is("(")) return false;
  if (use->unset_end == 0) {
    use->unset_begin = at.end + 3;
    use->unset_end = MatchBracket(t, at.end + 2);
  }
  return true;
}

// `v.or_else([] { return b; })`: true if the call follows the value. A longer lambda has no default
// that is read.
bool OrElse(const Tokens& t, CSpan at, CUse* use) {
  const bool member = at.end + 3 < t.size() && (t[at.end].Is(".") || t[at.end].Is("->"));
  if (!member || !t[at.end + 1].IsName("or_else") || !t[at.end + 2].Is("(") ||
      !t[at.end + 3].Is("[")) {
    return false;
  }
  const size_t end = MatchBracket(t, at.end + 2);
  size_t body = at.end + 3;
  while (body < end && !t[body].Is("{")) ++body;
  if (body + 2 >= end || !t[body + 1].IsName("return") || use->unset_end != 0) return true;
  size_t stop = body + 2;
  while (stop < end && !t[stop].Is(";")) ++stop;
  use->unset_begin = body + 2;
  use->unset_end = stop;
  return true;
}

// What contains the value: the variable, what was derived from it, the tested call repeated.
std::set<std::string> HoldersOf(const Tokens& t, CSpan at, const CBody& body) {
  std::set<std::string> names;
  if (!body.variable.empty()) names = FindDerived(t, body.begin, at.begin, body.variable);
  for (size_t k = at.begin; k < at.end; ++k) {
    if (t[k].kind != CToken::Kind::kName || !t[k + 1].Is("(")) continue;
    names.insert(t[k].text);
    break;
  }
  return names;
}

// A comparison with nothing and the brackets around it.
struct Asked {
  size_t begin;
  size_t next;   // what follows
  bool asked;    // `!v` or `v == NULL`, not `v` alone
  bool negated;  // true if there is no value
};

// `v.empty()`, `v.has_value()`: past the call, and whether it is true if there is no value.
bool AsksByMethod(const Tokens& t, size_t* next, bool* negated) {
  static const std::set<std::string_view> kNone = {"empty", "isEmpty", "isNull", "IsEmpty"};
  static const std::set<std::string_view> kSome = {"has_value", "is_initialized", "hasValue",
                                                   "isPresent"};
  const size_t at = *next;
  if (at + 3 >= t.size() || !(t[at].Is(".") || t[at].Is("->")) || !t[at + 2].Is("(") ||
      !t[at + 3].Is(")")) {
    return false;
  }
  const bool none = kNone.count(t[at + 1].text) > 0;
  if (!none && kSome.count(t[at + 1].text) == 0) return false;
  *negated = none;
  *next = at + 4;
  return true;
}

//   !v ─→ asked, negated    NULL != v ─→ asked    (v) ─→ not asked, with its brackets
Asked AskedAround(const Tokens& t, CSpan at) {
  const bool is_not = at.begin > 0 && t[at.begin - 1].Is("!");
  Asked out{is_not ? at.begin - 1 : at.begin, at.end, is_not, is_not};
  bool none = false;
  if (AsksByMethod(t, &out.next, &none)) {
    out.asked = true;
    out.negated = none != is_not;
  } else if (out.next + 1 < t.size() && IsComparison(t[out.next]) && IsNull(t[out.next + 1])) {
    // `v == NULL`, or `NULL == v` in the next branch.
    out.negated = t[out.next].Is("==");
    out.next += 2;
    out.asked = true;
  } else if (out.begin >= 2 && IsComparison(t[out.begin - 1]) && IsNull(t[out.begin - 2])) {
    out.negated = t[out.begin - 1].Is("==");
    out.begin -= 2;
    out.asked = true;
  }
  // Brackets around the test alone; those after a name are a call's.
  while (out.begin > 0 && t[out.begin - 1].Is("(") && out.next < t.size() && t[out.next].Is(")") &&
         !(out.begin >= 2 &&
           (t[out.begin - 2].kind == CToken::Kind::kName || t[out.begin - 2].Is(">")))) {
    --out.begin;
    ++out.next;
  }
  return out;
}

// Past `&& ...` to the '?' or the end of the condition; `next` if neither is near.
//
//   v && *v ? a : b      ─→ the '?': what follows v only narrows the test
//
// Sixty tokens: a longer condition is not followed, and its branches show no default.
size_t PastConjunction(const Tokens& t, size_t next, size_t end) {
  for (size_t k = next; k < std::min(end, next + 60); ++k) {
    if (t[k].Is("(")) {
      k = MatchBracket(t, k);
    } else if (t[k].Is("?") || t[k].Is(")") || t[k].Is(";")) {
      return k;
    }
  }
  return next;
}

bool IsConjunction(const CToken& token) { return token.Is("&&") || token.Is("||"); }

}  // namespace

//   if (!v) n = 80;      ─→ Branch: unset `80`
//   n = v ? atoi(v) : 80 ─→ Conditional: unset `80`
//   if (v && on) ...     ─→ asked: `on` may decide as well
//
// Returns whether the occurrence only asks for a value, and so is not a use of it.
bool ReadNullTest(const Tokens& t, CSpan at, const CBody& body, CUse* use) {
  if (ValueOr(t, at, use) || OrElse(t, at, use)) return false;
  Asked test = AskedAround(t, at);
  const bool more = test.next < t.size() && IsConjunction(t[test.next]);
  // return !v || atoi(v); so that the switch is on without a value.
  if (more && test.negated && t[test.next].Is("||") && test.begin > 1) {
    const bool bracket = t[test.begin - 1].Is("(");
    const CToken& before = t[test.begin - (bracket ? 2 : 1)];
    const size_t end = PastConjunction(t, test.next, body.end);
    const bool ends =
        end > test.next && t[end].Is(bracket ? ")" : ";") && (!bracket || t[end + 1].Is(";"));
    use->on = use->on || (ends && (before.IsName("return") || before.Is("=")));
  }
  // v && *v ? a : b, if (v && ...): a further condition on the value, such as that it is not empty.
  if (more) {
    test.asked = true;
    test.next = PastConjunction(t, test.next, body.end);
  }
  if (test.next < t.size() && t[test.next].Is("?")) {
    Conditional(t, test.next, test.negated, body.end, HoldersOf(t, at, body), use);
    return true;
  }
  // `size < v` is a test of something else.
  const size_t open = test.begin;
  const bool alone =
      test.asked || ((open == 0 || t[open - 1].Is("(") || IsConjunction(t[open - 1])) &&
                     test.next < t.size() && t[test.next].Is(")"));
  if (!alone) return false;
  // if ( test )
  size_t before = open;
  int depth = 0;
  while (before > 0 && open - before < 60) {
    --before;
    if (t[before].Is(")")) ++depth;
    if (t[before].Is("(") && depth-- == 0) break;
    if (t[before].Is(";") || t[before].Is("{") || t[before].Is("}")) return test.asked;
  }
  const bool bracket = before > 0 && t[before].Is("(");
  if (bracket && t[before - 1].IsName("if")) {
    const size_t close = MatchBracket(t, before);
    Branch(t, close, test.negated, body, use);
    // Only if the branch shows no other default: a switch of which the condition names the word for
    // off.
    const bool nothing = use->unset_end == 0 && use->kept.end == 0;
    if (more && nothing) TakeSwitched(t, before, close, test.negated, body, use);
    return true;
  }
  return test.asked || (bracket && t[before - 1].IsName("while"));
}

}  // namespace flagcensus
