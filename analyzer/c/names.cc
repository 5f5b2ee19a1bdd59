// Occurrences of names and what each of them is, by the tokens around it:
//
//   int limit;              ─→ kDeclaration of limit
//   limit = 3;              ─→ kStore
//   run(limit);             ─→ kUse
//   APP_EXPORT int run(int limit) { ... }    ─→ kDeclaration of run, exported, defined
#include "analyzer/c/names.h"

#include <string_view>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/c/syntax.h"

namespace flagcensus {
namespace {

using Tokens = std::vector<CToken>;
using Kind = CToken::Kind;

// Whether a token may end a type before the name that is declared.
// Words that occur before a name without being its type.
bool EndsType(const CToken& token) {
  static const std::set<std::string_view> kOthers = {
      "return", "else",      "case",  "throw", "new",    "delete", "goto", "co_return",
      "sizeof", "co_await",  "and",   "or",    "not",    "in",     "do",   "co_yield",
      "typeof", "namespace", "using", "class", "struct", "enum",   "union"};
  if (token.kind == Kind::kName) return kOthers.count(token.text) == 0;
  return token.Is("*") || token.Is("&") || token.Is(">") || token.Is("&&");
}

// Whether the `>` at `at` closes the arguments of a template: `return x > f();` compares.
bool ClosesArguments(const Tokens& t, size_t at) {
  constexpr size_t kMost = 200;  // tokens of the arguments; a longer list counts as a comparison
  int depth = 0;
  for (size_t i = at + 1; i > 0 && at + 1 - i < kMost; --i) {
    const CToken& token = t[i - 1];
    if (token.Is(">")) ++depth;
    if (token.Is(">>")) depth += 2;
    if (token.Is("<") && --depth <= 0) return i > 1 && t[i - 2].kind == Kind::kName;
    if (token.Is(";") || token.Is("{") || token.Is("}") || token.Is("=")) return false;
  }
  return false;
}

// Whether a type ends before `i`, and the tokens before the type allow a declaration: `x = a * b;`
// declares nothing.
//
//   row* x;     ─→ typed: `row` begins the statement
//   n = a * x;  ─→ not typed: `=` precedes a
bool IsTyped(const Tokens& t, size_t i) {
  if (i == 0 || !EndsType(t[i - 1])) return false;
  size_t at = i - 1;
  while (at > 0 && (t[at].Is("*") || t[at].Is("&") || t[at].Is("&&") || t[at].IsName("const"))) {
    --at;
  }
  if (t[at].Is(">")) return ClosesArguments(t, at);
  if (t[at].kind != Kind::kName || !EndsType(t[at])) return false;
  if (at == 0 || t[i - 1].kind == Kind::kName) return true;
  const CToken& before = t[at - 1];
  return before.Is(";") || before.Is("{") || before.Is("}") || before.Is("::") || before.Is(">") ||
         before.Is(":") || (before.kind == Kind::kName && EndsType(before));
}

// `inside`: in the body of a function, where `x && f();` and `x & f();` declare nothing.
CNameUse::Kind KindOf(const Tokens& t, size_t i, bool macro, bool inside) {
  size_t begin = i;  // of Class::name
  while (begin >= 2 && t[begin - 1].Is("::") && t[begin - 2].kind == Kind::kName) begin -= 2;
  const CToken& next = t[i + 1];
  const bool typed = IsTyped(t, begin);
  if (next.Is("(")) {
    // What a macro's body declares depends on where the macro is used.
    const size_t close = MatchBracket(t, i + 1);
    if (close <= i || macro) return CNameUse::Kind::kUse;
    const CToken& after = t[close + 1];
    // A body, a ';' or another name (`const`, a K&R parameter) follows the parameters of a
    // declaration.
    // int name(int a) {   int name(void);   int name() const override   name(a) int a; {
    const bool ends = after.Is("{") || after.Is(";") || after.kind == Kind::kName;
    const bool joined = begin > 0 && (t[begin - 1].Is("&&") || t[begin - 1].Is("&"));
    if (inside && joined && after.Is(";")) return CNameUse::Kind::kUse;
    return typed && ends ? CNameUse::Kind::kDeclaration : CNameUse::Kind::kUse;
  }
  if (t[i - (i > 0 ? 1 : 0)].Is("(") && next.Is(")") && t[i + 2].Is("(") && i >= 2 &&
      t[i - 2].kind == Kind::kName) {
    return CNameUse::Kind::kDeclaration;  // int EXPORTED(name)(int a) {
  }
  if (typed && (next.Is(";") || next.Is("=") || next.Is("{") || next.Is("[") || next.Is(","))) {
    return CNameUse::Kind::kDeclaration;
  }
  if (next.Is("=")) {
    size_t start = i;  // of object.name = and this->name =
    while (start >= 2 && (t[start - 1].Is(".") || t[start - 1].Is("->") || t[start - 1].Is("::")) &&
           t[start - 2].kind == Kind::kName) {
      start -= 2;
    }
    if (start == 0) return CNameUse::Kind::kStore;
    const CToken& before = t[start - 1];
    if (before.Is(";") || before.Is("{") || before.Is("}") || before.Is(":") || before.Is(")")) {
      return CNameUse::Kind::kStore;
    }
  }
  if (i >= 3 && t[i - 1].Is(")") && t[i - 2].IsName("void") && t[i - 3].Is("(") && next.Is(";")) {
    return CNameUse::Kind::kStore;  // (void)name;
  }
  return CNameUse::Kind::kUse;
}

// Whether a macro before a declared name exports it: a word in capitals such as APP_EXPORT or
// APP_API, as in most libraries, among the eleven tokens before the name.
bool IsExported(const Tokens& t, size_t i) {
  for (size_t k = i; k-- > 0 && i - k < 12;) {
    if (t[k].Is(";") || t[k].Is("{") || t[k].Is("}")) return false;
    if (t[k].kind != Kind::kName || t[k].text.size() < 3) continue;
    const std::string& word = t[k].text;
    if (HasLower(word)) continue;
    for (const std::string_view part :
         {"EXPORT", "PUBLIC", "DECLSPEC", "AVAILABLE", "_API", "API_"}) {
      if (word.find(part) != std::string::npos) return true;
    }
  }
  return false;
}

// Whether a body follows the parameters of the function that is declared at `i`.
bool IsDefined(const Tokens& t, size_t i) {
  const size_t close = MatchBracket(t, i + 1);
  return close > i && t[close + 1].Is("{");
}

// The surroundings of each token of a file.
struct Places {
  // Directly in a block `extern "C" {`, or in a declaration that begins with `extern "C"`, unless
  // the declaration is `static`.
  std::vector<bool> linked;
  std::vector<bool> inside;  // in the body of a function
};

// Whether the '{' at `i` opens a body, or a block in one: it follows parameters or a condition.
bool OpensBody(const Tokens& t, size_t i) {
  size_t at = i;
  while (at > 0 && (t[at - 1].IsName("const") || t[at - 1].IsName("noexcept") ||
                    t[at - 1].IsName("override") || t[at - 1].IsName("final"))) {
    --at;
  }
  return at > 0 && t[at - 1].Is(")");
}

Places FindPlaces(const Tokens& t) {
  Places found{std::vector<bool>(t.size(), false), std::vector<bool>(t.size(), false)};
  std::vector<bool>& out = found.linked;
  // 'c' for a block of C linkage, 'f' for a function's body and what is in it, 'b' for another
  // brace
  std::vector<char> open;
  bool declared = false;  // from `extern "C"` to the end of that declaration
  bool hidden = false;
  for (size_t i = 0; i + kCTokenPadding < t.size(); ++i) {
    const bool linkage =
        i > 0 && t[i - 1].IsName("extern") && t[i].kind == Kind::kString && t[i].text == "C";
    if (linkage && t[i + 1].Is("{")) {
      open.push_back('c');
      ++i;
      continue;
    }
    if (linkage) declared = true;
    if (t[i].IsName("static")) hidden = true;
    if (t[i].Is("{")) {
      const bool body = (!open.empty() && open.back() == 'f') || OpensBody(t, i);
      open.push_back(body ? 'f' : 'b');
    } else if (t[i].Is("}") && !open.empty()) {
      open.pop_back();
    }
    if (t[i].Is("{") || t[i].Is("}") || t[i].Is(";")) declared = hidden = false;
    out[i] = !hidden && (declared || (!open.empty() && open.back() == 'c'));
    found.inside[i] = !open.empty() && open.back() == 'f';
  }
  return found;
}

}  // namespace

// A #define of the name is a store of it: the macro has that name from there on.
std::vector<CNameUse> FindCNameUses(const CTokens& tokens, const std::set<std::string>& names) {
  std::vector<CNameUse> out;
  const auto look = [&](const Tokens& t, bool macro) {
    const Places places = macro ? Places() : FindPlaces(t);
    for (size_t i = 0; i + kCTokenPadding < t.size(); ++i) {
      if (t[i].kind != Kind::kName || names.count(t[i].text) == 0) continue;
      CNameUse use{KindOf(t, i, macro, !macro && places.inside[i]), t[i].text, t[i].line};
      if (use.kind == CNameUse::Kind::kDeclaration) {
        use.exported = IsExported(t, i);
        use.defined = t[i + 1].Is("(") && IsDefined(t, i);
        use.linked = !macro && places.linked[i] && use.defined;
      }
      out.push_back(std::move(use));
    }
  };
  look(tokens.tokens, false);
  for (const CMacro& macro : tokens.macros) {
    if (names.count(macro.name) > 0) {
      CNameUse use{CNameUse::Kind::kStore, macro.name, macro.line};
      use.defined = true;
      out.push_back(std::move(use));
    }
    Tokens body = macro.body;
    body.resize(body.size() + kCTokenPadding);
    look(body, true);
  }
  return out;
}

}  // namespace flagcensus
