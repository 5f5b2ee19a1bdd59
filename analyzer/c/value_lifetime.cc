// How long a variable has the value of a call, and what is derived from it.
//
//   v = getenv("A"); n = atoi(v); v = getenv("B"); use(v);
//   ─→ the value of A ends at the second assignment; derived from it: v, n
//
// Jumps and loops are not followed: the order of the tokens counts as that of execution.
#include "analyzer/c/value_lifetime.h"

#include <algorithm>

#include "analyzer/c/syntax.h"

namespace flagcensus {
namespace {

using Kind = CToken::Kind;
using Tokens = std::vector<CToken>;

constexpr size_t kMaxStatement = 4000;  // tokens; what a longer one derives is not seen

bool IsIn(const Tokens& t, size_t at, const std::set<std::string>& names) {
  return t[at].kind == Kind::kName && names.count(t[at].text) > 0;
}

// `Type name(made)`, `Type name{made}` at `i`: an object is constructed from it.
bool IsMadeObject(const Tokens& t, size_t i, size_t end, const std::set<std::string>& made) {
  if (i == 0 || t[i].kind != Kind::kName || !(t[i + 1].Is("(") || t[i + 1].Is("{"))) return false;
  const CToken& type = t[i - 1];
  if (type.kind != Kind::kName && !type.Is(">")) return false;
  if (type.IsName("return") || type.IsName("else") || type.IsName("new")) return false;
  const size_t close = std::min(MatchBracket(t, i + 1), end);
  for (size_t k = i + 2; k < close && k < i + kMaxStatement; ++k) {
    if (IsIn(t, k, made)) return true;
  }
  return false;
}

// Whether the variable at `i` is declared there, in a separate block: `const char* v = ...`.
bool Declares(const Tokens& t, size_t i) {
  size_t type = i;
  while (type > 0 && (t[type - 1].Is("*") || t[type - 1].Is("&"))) --type;
  if (type == 0 || t[type - 1].kind != Kind::kName) return type > 0 && t[type - 1].Is(">");
  return !t[type - 1].IsName("else") && !t[type - 1].IsName("do") && !t[type - 1].IsName("return");
}

// Whether the declaration of the name at `i` begins its statement: `static const char* v;`, and not
// the product in `n = a * v;`.
bool BeginsDeclaration(const Tokens& t, size_t i) {
  constexpr size_t kMaxType = 12;  // tokens, of a type with its qualifiers
  if (!Declares(t, i)) return false;
  size_t first = i;
  while (first > 0 && i - first < kMaxType &&
         (t[first - 1].kind == Kind::kName || t[first - 1].Is("*") || t[first - 1].Is("&") ||
          t[first - 1].Is("::") || t[first - 1].Is("<") || t[first - 1].Is(">"))) {
    --first;
  }
  return first > 0 && (t[first - 1].Is(";") || t[first - 1].Is("{") || t[first - 1].Is("}") ||
                       t[first - 1].Is("("));
}

// Whether the statement or test at `i` assigns the variable something not derived from its value.
// `v = trim(v)` keeps it.
bool ReplacesAnyhow(const Tokens& t, size_t i, size_t from, size_t end,
                    const std::string& variable) {
  if (i < from + 2 || !t[i].IsName(variable) || !t[i + 1].Is("=")) return false;
  size_t first = i;  // if ((v = another()) != NULL)
  while (first > from + 2 && t[first - 1].Is("(")) --first;
  const bool tested = first < i && (t[first - 1].IsName("if") || t[first - 1].IsName("while"));
  const bool begins = t[i - 1].Is(";") || t[i - 1].Is("}") || t[i - 1].Is("{") || Declares(t, i);
  if (!tested && !begins) return false;
  const size_t last = tested ? std::min(MatchBracket(t, i - 1), end) : end;
  size_t at = i + 2;  // v = trim(v)
  while (at < last && !t[at].Is(";") && !t[at].IsName(variable)) ++at;
  return at < end && (at == last || t[at].Is(";"));
}

}  // namespace

bool ReplacesUnderCondition(const Tokens& t, size_t i, size_t from, size_t end,
                            const std::string& variable) {
  // With the condition of the first assignment, or none, it applies in every build.
  return t[i].condition != -1 && t[i].condition != t[from].condition &&
         ReplacesAnyhow(t, i, from, end, variable);
}

bool Replaces(const Tokens& t, size_t i, size_t from, size_t end, const std::string& variable) {
  if (t[i].condition != -1 && t[i].condition != t[from].condition) return false;
  return ReplacesAnyhow(t, i, from, end, variable);
}

size_t FindScopeEnd(const Tokens& t, size_t block, size_t at, size_t end,
                    const std::string& variable) {
  // Backwards to the declaration: a declaration in a block that has ended is another variable's.
  const size_t least = at > block + kMaxStatement ? at - kMaxStatement : block;
  int depth = 0;  // of blocks that end before `at`
  bool declared = false;
  for (size_t i = at; i-- > least + 1;) {
    if (t[i].Is("}")) ++depth;
    if (t[i].Is("{") && depth-- == 0) {
      if (declared) return std::min(MatchBracket(t, i), end);
      depth = 0;
    }
    declared = declared || (depth == 0 && t[i].IsName(variable) && BeginsDeclaration(t, i));
  }
  return end;
}

size_t FindValueEnd(const Tokens& t, size_t from, size_t end, const std::string& variable) {
  // Only an assignment at the lowest depth so far is on every path: one in a nested block may be
  // skipped.
  int depth = 0;
  int lowest = 0;
  for (size_t i = from; i + 1 < end; ++i) {
    if (t[i].Is("{")) ++depth;
    if (t[i].Is("}")) lowest = std::min(lowest, --depth);
    if (depth <= lowest && !t[i - 1].Is("{") && Replaces(t, i, from, end, variable)) return i;
  }
  return end;
}

// In one pass, so a name which is derived from a later one is not found.
std::set<std::string> FindDerived(const Tokens& t, size_t begin, size_t end,
                                  const std::string& variable) {
  std::set<std::string> made = {variable};
  for (size_t i = begin; i + 1 < end; ++i) {
    if (IsMadeObject(t, i, end, made)) made.insert(t[i].text);
    // stream >> value
    if (i > begin && t[i].Is(">>") && IsIn(t, i - 1, made) && t[i + 1].kind == Kind::kName) {
      made.insert(t[i + 1].text);
    }
    // sscanf(value, "%d", &number), parse(value, &number)
    if (t[i].kind == Kind::kName && t[i + 1].Is("(") && IsIn(t, i + 2, made)) {
      for (size_t k = i + 4; k + 2 < end && !t[k].Is(")"); ++k) {
        const bool alone = t[k + 2].Is(",") || t[k + 2].Is(")");
        if (t[k].Is("&") && t[k - 1].Is(",") && alone) made.insert(t[k + 1].text);
      }
    }
    if (t[i].kind != Kind::kName || !t[i + 1].Is("=")) continue;
    for (size_t k = i + 2; k < end && k < i + kMaxStatement && !t[k].Is(";"); ++k) {
      if (t[k].kind == Kind::kName && made.count(t[k].text) > 0) {
        made.insert(t[i].text);
        break;
      }
    }
  }
  return made;
}

}  // namespace flagcensus
