// The uses of a value that was stored in a member, by the last two names of the path:
//
//   options.order = getenv("APP_ORDER");               key "options.order"
//   if (strcmp(app->options.order, "up") == 0) ...     ─→ a use with the word "up"
//
// Two objects of one name in different functions share a key; their uses are mixed.
#include "analyzer/c/kept_uses.h"

#include "analyzer/base/text.h"
#include "analyzer/c/conversions.h"
#include "analyzer/c/syntax.h"
#include "analyzer/c/uses.h"

namespace flagcensus {
namespace {

bool IsStep(const CToken& token) { return token.Is(".") || token.Is("->"); }

// The beginning of the statement around `at`.
size_t BeginOfStatement(const std::vector<CToken>& t, size_t at) {
  constexpr size_t kMaxStatement = 400;  // tokens
  const size_t least = at > kMaxStatement ? at - kMaxStatement : 0;
  while (at > least && !t[at - 1].Is(";") && !t[at - 1].Is("{") && !t[at - 1].Is("}")) --at;
  return at;
}

}  // namespace

//   "app->options.order" ─→ "options.order"    "order", "rows[0].x", "this->x" ─→ ""
std::string KeptKey(std::string_view source) {
  std::string path;
  for (size_t i = 0; i < source.size(); ++i) {
    const char c = source[i];
    if (c == '-' && i + 1 < source.size() && source[i + 1] == '>') {
      path += '.';
      ++i;
    } else if (IsIdentifierByte(c) || c == '.') {
      path += c;
    } else if (c != '&' && c != '(' && c != ')' && c != ' ') {
      return "";
    }
  }
  const size_t last = path.rfind('.');
  if (last == std::string::npos || last == 0 || last + 1 == path.size()) return "";
  const size_t before = path.rfind('.', last - 1);
  const std::string key = before == std::string::npos ? path : path.substr(before + 1);
  // `this->x` has the name of no object.
  return key.starts_with("this.") ? "" : key;
}

std::map<std::string, CTextUse> FindKeptUses(const CTokens& tokens,
                                             const std::set<std::string>& keys) {
  const std::vector<CToken>& t = tokens.tokens;
  std::map<std::string, CUse> uses;
  std::string key;
  for (size_t i = 2; i + 1 < t.size() && t[i].kind != CToken::Kind::kEnd; ++i) {
    if (t[i].kind != CToken::Kind::kName || !IsStep(t[i - 1])) continue;
    // An assignment is not a use, and a longer path is the use of another member.
    if (t[i - 2].kind != CToken::Kind::kName || t[i + 1].Is("=") || IsStep(t[i + 1])) continue;
    key = t[i - 2].text + "." + t[i].text;
    if (keys.count(key) == 0) continue;
    CSpan at{i - 2, i + 1};
    while (at.begin >= 2 && IsStep(t[at.begin - 1]) &&
           t[at.begin - 2].kind == CToken::Kind::kName) {
      at.begin -= 2;
    }
    const size_t statement = BeginOfStatement(t, at.begin);
    if (t[at.end].Is("[")) at.end = MatchBracket(t, at.end) + 1;
    const size_t brace = EnclosingBrace(t, at.begin, 0, 0);
    TakeOccurrence(t, at, statement, MatchBracket(t, brace), &uses[key]);
  }
  std::map<std::string, CTextUse> out;
  for (const auto& [name, use] : uses) {
    CTextUse& text = out[name];
    text.type = use.type;
    text.truthy = use.truthy;
    text.choice = IsChoice(use);
    // A comparison may be only one of the uses of the text: a bool needs a word that turns it on,
    // and no other words.
    const bool open = use.type == ValueType::kBool && (use.words > 0 || use.truthy.empty());
    if (open) text.type = ValueType::kEnum;
  }
  return out;
}

}  // namespace flagcensus
