// Initialisers with their macros expanded, by the expansion of c/preprocessor.
//
//   #define ROW(name, text) {name, "APP_" text}
//   {ROW(kHost, "HOST")}                          ─→ the tokens of {{kHost, "APP_" "HOST"}}
//
// The decoded tokens are converted to the preprocessor's form, spelled again. The position of each
// states which token of the initialiser it originates from.
#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <utility>

#include "analyzer/c/preprocessor/macro.h"
#include "analyzer/c/records.h"
#include "analyzer/c/splices.h"
#include "analyzer/c/value_reader.h"

namespace flagcensus {
namespace {

// Maximum depth of macro uses within arguments of macro uses. Deeper ones remain unexpanded, and
// *cut is set.
constexpr int kMaxArgumentDepth = 24;

// Whether t[i] follows the token before it without a blank: `-1`, not `- 1`. After a literal this
// is unknown, since its decoded length differs.
bool Adjoins(const std::vector<CToken>& t, size_t i) {
  if (i == 0 || t[i - 1].line != t[i].line) return false;
  const bool literal =
      t[i - 1].kind == CToken::Kind::kString || t[i - 1].kind == CToken::Kind::kChar;
  return !literal && t[i - 1].column + t[i - 1].text.size() == t[i].column;
}

// The token t[i] as it may have been written: the decoded text of a literal is quoted and escaped
// again. Raw strings and prefixes are lost, which changes nothing in their value.
PpToken SpeltAgain(const std::vector<CToken>& t, size_t i, int index, PpSpellings* spellings) {
  const CToken& token = t[i];
  PpToken made;
  made.spelt.file = made.used.file = index;
  made.space = !Adjoins(t, i);
  std::string text = token.text;
  switch (token.kind) {
    case CToken::Kind::kName:
      made.kind = PpToken::Kind::kName;
      break;
    case CToken::Kind::kNumber:
      made.kind = PpToken::Kind::kNumber;
      break;
    case CToken::Kind::kString:
    case CToken::Kind::kChar: {
      const bool string = token.kind == CToken::Kind::kString;
      const char quote = string ? '"' : '\'';
      made.kind = string ? PpToken::Kind::kString : PpToken::Kind::kCharacter;
      text = quote;
      for (const char c : token.text) {
        if (c == quote || c == '\\') text += '\\';
        text += c == '\n' ? std::string("\\n") : std::string(1, c);
      }
      text += quote;
      break;
    }
    default:
      made.kind = PpToken::Kind::kPunctuator;
      break;
  }
  made.text = spellings->Keep(std::move(text));
  return made;
}

// `body`: receives its tokens, which the macro refers to.
PpMacro MacroSpeltAgain(const CMacro& macro, PpTokens* body, PpSpellings* spellings) {
  PpMacro made;
  made.name = macro.name;
  made.function = macro.function;
  made.variadic = macro.variadic;
  for (const std::string& one : macro.parameters) made.parameters.push_back(one);
  for (size_t i = 0; i < macro.body.size(); ++i) {
    // Only its position distinguishes it from an argument: the file is -1.
    PpToken one = SpeltAgain(macro.body, i, -1, spellings);
    one.spelt.line = macro.body[i].line;
    one.spelt.column = macro.body[i].column;
    body->push_back(one);
  }
  made.body = *body;
  return made;
}

}  // namespace

std::vector<CToken> ExpandC(const std::vector<CToken>& tokens, const CMacroLookup& lookup,
                            size_t limit, bool* cut) {
  // Most initialisers use no macro: they are returned as they are.
  const bool any = std::any_of(tokens.begin(), tokens.end(), [&](const CToken& token) {
    return token.kind == CToken::Kind::kName && lookup(token.text) != nullptr;
  });
  if (!any && tokens.size() <= limit) {
    std::vector<CToken> same = tokens;
    MatchBrackets(&same);
    return same;
  }
  PpSpellings spellings;
  std::map<std::string, std::optional<PpMacro>, std::less<>> macros;
  std::deque<PpTokens> bodies;
  // Macros are converted at their first use; the deque keeps the tokens of their bodies in place.
  const auto known = [&](const PpToken& name) -> const PpMacro* {
    const auto at = macros.find(name.text);
    if (at != macros.end()) return at->second ? &*at->second : nullptr;
    const CMacro* macro = lookup(std::string(name.text));
    std::optional<PpMacro>& made = macros[std::string(name.text)];
    if (macro != nullptr) made = MacroSpeltAgain(*macro, &bodies.emplace_back(), &spellings);
    return made ? &*made : nullptr;
  };
  PpTokens spelt;
  for (size_t i = 0; i < tokens.size(); ++i) {
    spelt.push_back(SpeltAgain(tokens, i, static_cast<int>(i), &spellings));
  }
  // Steps: four times the tokens of the result, for tokens that are rescanned or discarded.
  PpExpander expander(known, &spellings,
                      {.steps = 4 * limit, .tokens = limit, .depth = kMaxArgumentDepth});
  std::vector<CToken> out;
  size_t from = 0;
  // A token of a macro's body has no position in the initialiser: it gets that of the last token
  // before it that has one.
  for (const PpToken& token : expander.Expand(spelt)) {
    if (token.used.file >= 0) from = static_cast<size_t>(token.used.file);
    const CToken& at = tokens[from];
    CToken made = DecodedToken(token);
    made.line = at.line;
    made.column = at.column;
    made.condition = at.condition;
    made.expansion = at.expansion;
    out.push_back(std::move(made));
  }
  *cut = *cut || expander.cut();
  MatchBrackets(&out);
  return out;
}

// The value of tokens outside of any file: no constants, no functions.
CValue EvaluateC(const std::vector<CToken>& tokens, size_t begin, size_t end) {
  static const CTokens kNone;
  static const std::set<std::string> kNothing;
  std::vector<CToken> range(tokens.begin() + static_cast<long>(begin),
                            tokens.begin() + static_cast<long>(end));
  const size_t size = range.size();
  range.resize(size + kCTokenPadding);
  const CFileView file(kNone);
  const CNameFilter names(kNothing);
  const CDefinedFunctions functions;
  CLimits limits;
  CValueReader values(file, limits, functions, names);
  return values.expressions.Evaluate(range, 0, size, nullptr, 0);
}

}  // namespace flagcensus
