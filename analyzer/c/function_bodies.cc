// The functions of a file, with their parameters and bodies, and the statements outside of them:
//
//   int limit = 3;                           ─→ outside
//   int run(const char* name, int) { ... }   ─→ run with the parameters "name" and ""
//
// Only the form counts, so `MACRO(x) {` is a function called MACRO.
#include "analyzer/c/function_bodies.h"

#include <algorithm>
#include <string_view>

#include "analyzer/c/syntax.h"

namespace flagcensus {
namespace {

// Whether the parenthesis after `token` is not a parameter list: `noexcept(true)`, `if (a)`.
bool PrecedesNoParameterList(const CToken& token) {
  constexpr std::string_view kWords[] = {"noexcept", "__attribute__", "throw",     "alignas",
                                         "decltype", "requires",      "__asm__",   "if",
                                         "while",    "for",           "__declspec"};
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [&](std::string_view word) { return token.IsName(word); });
}

// The names of the parameters: the last name of each, before its default or array brackets. A
// single token is a type (`void`, `int`) and has no name.
std::vector<std::string> ParametersIn(const std::vector<CToken>& t, size_t open, size_t close) {
  std::vector<std::string> out;
  for (const auto& [begin, end] : SplitArguments(t, open + 1, close)) {
    std::string name;
    for (size_t i = begin; i < end && !t[i].Is("=") && !t[i].Is("["); ++i) {
      if (t[i].kind == CToken::Kind::kName) name = t[i].text;
      if (t[i].Is("(")) i = MatchBracket(t, i);  // a pointer to a function: its name is not taken
    }
    out.push_back(end - begin > 1 ? name : "");
  }
  return out;
}

// The '(' of the parameter list in the head [begin, brace) of a function; `brace` if it is not the
// head of a function. The last named '(' is taken: that of `read` in `EXPORT(1) int read(void)`.
// With initialisers, `Box::Box(int a) : a_(a)`, it is the last one before the ':'.
size_t ParametersOf(const std::vector<CToken>& t, size_t begin, size_t brace) {
  size_t found = brace;
  for (size_t i = begin; i < brace; ++i) {
    if (t[i].Is("=") && found == brace) return brace;
    if (t[i].Is(":") && found < brace) break;
    if (t[i].Is("[") || t[i].Is("{")) i = std::max(i, MatchBracket(t, i));
    if (!t[i].Is("(")) continue;
    const bool named =
        i > begin && t[i - 1].kind == CToken::Kind::kName && !PrecedesNoParameterList(t[i - 1]);
    if (named) found = i;
    i = std::max(i, MatchBracket(t, i));
  }
  return found;
}

}  // namespace

// Each '{' outside of brackets opens a body, an initialiser or another block: the tokens of its
// statement show which. A body is skipped as a whole, so lambdas and local classes in it
// belong to it.
CFunctionBodies FunctionBodiesIn(const std::vector<CToken>& t) {
  CFunctionBodies out;
  size_t statement = 0;
  const size_t last = t.size() - std::min(t.size(), kCTokenPadding);
  for (size_t i = 0; i < last; ++i) {
    if (t[i].Is("(") || t[i].Is("[")) {
      i = std::min(std::max(i, MatchBracket(t, i)), last);
    } else if (t[i].Is(";")) {
      if (i > statement) out.outside.emplace_back(statement, i);
      statement = i + 1;
    } else if (t[i].Is("}")) {
      statement = i + 1;
    } else if (t[i].Is("{")) {
      const size_t open = ParametersOf(t, statement, i);
      const size_t close = std::min(MatchBracket(t, i), last);
      if (open < i) {
        out.functions.push_back({t[open - 1].text,
                                 ParametersIn(t, open, std::min(MatchBracket(t, open), i)), i + 1,
                                 close});
        i = close;
        statement = i + 1;
      } else if (std::any_of(t.begin() + static_cast<ptrdiff_t>(statement),
                             t.begin() + static_cast<ptrdiff_t>(i),
                             [](const CToken& token) { return token.Is("="); })) {
        i = close;  // a list of initial values, up to the ';'
      } else {
        statement = i + 1;  // the body of a namespace or class
      }
    }
  }
  return out;
}

}  // namespace flagcensus
