// Variables that a call fills instead of returning the value:
//
//   char text[20]; if (get("APP_PORT", text)) ...                  ─→ OutBuffer: text
//   int n; if (!get("APP_PORT", &n)) n = 80;                       ─→ OutBuffer: n
//   if (const char* v = getenv("APP_PORT")) ...                    ─→ DeclaredInTest: at `const`
#include "analyzer/c/receivers.h"

#include <set>
#include <string_view>

#include "analyzer/c/syntax.h"

namespace flagcensus {
namespace {

using Kind = CToken::Kind;
using Tokens = std::vector<CToken>;

// Whether something is written to the text in begin..end: snprintf(name, 20, "%d", n). It is then
// the input of the call, not its output.
bool IsWritten(const Tokens& t, size_t begin, size_t end, const std::string& name) {
  for (size_t i = begin; i + 1 < end; ++i) {
    if (!t[i + 1].IsName(name) || !t[i].Is("(") || i == 0) continue;
    const std::string& callee = t[i - 1].text;
    if (callee.ends_with("printf") || callee.ends_with("cpy") || callee.ends_with("cat")) {
      return true;
    }
  }
  return false;
}

}  // namespace

// The first argument is the variable's name and never a buffer. A number counts only in a test of
// the call, and if it has no initial value; a text in either form.
std::string OutBuffer(const Tokens& t, size_t open, size_t close, size_t body,
                      const CFunction& function) {
  static const std::set<std::string_view> kTexts = {"char", "wchar_t", "WCHAR",  "TCHAR",
                                                    "CHAR", "string",  "wstring"};
  static const std::set<std::string_view> kNumbers = {
      "int",   "long",   "short",   "unsigned", "size_t",   "bool",    "_Bool",
      "float", "double", "int32_t", "uint32_t", "uint16_t", "int64_t", "uint64_t"};
  const bool tested = close + 1 < t.size() && t[close + 1].Is(")");
  for (const auto& [from, to] : SplitArguments(t, open + 1, close)) {
    const size_t at = t[from].Is("&") ? from + 1 : from;
    if (at + 1 != to || t[at].kind != Kind::kName || from == open + 1) continue;
    const std::string& name = t[at].text;
    if (const CParameter* own = ParameterAt(&function, ParameterOf(&function, name))) {
      // get(name, out) ? out.c_str() : other
      const bool asked = close + 1 < t.size() && t[close + 1].Is("?");
      if (asked && own->filled && kTexts.count(own->type) > 0) return name;
      continue;
    }
    for (size_t k = body + 1; k < open; ++k) {
      // if (!get(name, &level)) level = 3;
      const bool empty = t[k + 1].Is(";") || (t[k + 1].Is("{") && t[k + 2].Is("}"));
      if (tested && t[k].IsName(name) && empty && kNumbers.count(t[k - 1].text) > 0 &&
          !IsWritten(t, k + 1, open, name)) {
        return name;
      }
      if (t[k].IsName(name) && kTexts.count(t[k - 1].text) > 0 &&
          (t[k + 1].Is("[") || t[k + 1].Is(";") || t[k + 1].Is("{") || t[k + 1].Is("="))) {
        if (IsWritten(t, k + 1, open, name)) break;  // it is the input
        return name;
      }
    }
  }
  return "";
}

size_t DeclaredInTest(const Tokens& t, size_t begin, size_t close) {
  // Tokens of the declaration; a longer one is an expression.
  constexpr size_t kMaxType = 12;  // tokens
  if (begin < 4 || !t[begin - 1].Is("=") || !t[close + 1].Is(")")) return 0;
  size_t first = begin - 1;
  while (first > 0 && begin - first < kMaxType &&
         (t[first - 1].kind == Kind::kName || t[first - 1].Is("*") || t[first - 1].Is("&") ||
          t[first - 1].Is("::") || t[first - 1].Is("<") || t[first - 1].Is(">"))) {
    --first;
  }
  const bool declares = first >= 2 && first + 2 < begin && t[first - 1].Is("(") &&
                        t[first - 2].IsName("if") && MatchBracket(t, first - 1) == close + 1;
  return declares ? first : 0;
}

}  // namespace flagcensus
