// Macros expanded (ISO/IEC 9899, 6.10.5): arguments put in, `#` and `##`, what comes out looked at
// again, a macro within itself left alone. Both the tokens and the depth are bounded.
#include <algorithm>
#include <map>

#include "analyzer/c/finder.h"
#include "analyzer/c/records.h"

namespace flagcensus {
namespace {

using Tokens = std::vector<CToken>;
using Kind = CToken::Kind;

constexpr size_t kMaxDepth = 24;

struct Expansion {
  const CMacroLookup& lookup;
  size_t limit;
  size_t* steps;  // that may still be taken: what expands to nothing costs as much as what does not
  std::vector<std::string> active;
  Tokens out;
  bool cut = false;
};

std::string Spelling(const Tokens& t) {
  std::string text;
  for (const CToken& token : t) {
    if (!text.empty() && token.kind == Kind::kName) text += ' ';
    text += token.kind == Kind::kString ? '"' + token.text + '"' : token.text;
  }
  return text;
}

CToken Pasted(const CToken& left, const CToken& right) {
  CToken made = left;
  made.text += right.text;
  return made;
}

void Expand(const Tokens& t, Expansion* state);

Tokens Expanded(const Tokens& t, Expansion* state) {
  Expansion inner{state->lookup, state->limit, state->steps, state->active, {}};
  Expand(t, &inner);
  state->cut = state->cut || inner.cut;
  return std::move(inner.out);
}

// The macro's body with its arguments in it.
Tokens Substituted(const CMacro& macro, const std::vector<Tokens>& given, const CToken& at,
                   Expansion* state) {
  const auto argument = [&](const CToken& token) -> int {
    if (token.kind != Kind::kName) return -1;
    for (size_t i = 0; i < macro.parameters.size(); ++i) {
      if (macro.parameters[i] == token.text) return static_cast<int>(i);
    }
    return -1;
  };
  Tokens made;
  bool paste = false;
  for (size_t i = 0; i < macro.body.size() && made.size() < state->limit; ++i) {
    const CToken& token = macro.body[i];
    if (token.Is("##")) {
      paste = true;
      continue;
    }
    Tokens piece;
    const bool spelled = token.Is("#") && i + 1 < macro.body.size();
    const int index = argument(spelled ? macro.body[i + 1] : token);
    const bool known = index >= 0 && static_cast<size_t>(index) < given.size();
    if (spelled && index >= 0) {
      CToken text = at;
      text.kind = Kind::kString;
      text.text = known ? Spelling(given[static_cast<size_t>(index)]) : "";
      piece = {text};
      ++i;
    } else if (index >= 0) {
      const bool pasted = paste || (i + 1 < macro.body.size() && macro.body[i + 1].Is("##"));
      if (known) {
        piece = pasted ? given[static_cast<size_t>(index)]
                       : Expanded(given[static_cast<size_t>(index)], state);
      }
    } else {
      piece = {token};
    }
    for (CToken& one : piece) {
      one.line = at.line;
      one.column = at.column;
    }
    if (paste && !made.empty() && !piece.empty()) {
      made.back() = Pasted(made.back(), piece.front());
      piece.erase(piece.begin());
    }
    paste = false;
    made.insert(made.end(), piece.begin(), piece.end());
  }
  return made;
}

void Expand(const Tokens& t, Expansion* state) {
  for (size_t i = 0; i < t.size(); ++i) {
    if (state->out.size() >= state->limit || *state->steps == 0) {
      state->cut = true;
      return;
    }
    --*state->steps;
    const CMacro* macro = nullptr;
    const bool again =
        std::find(state->active.begin(), state->active.end(), t[i].text) != state->active.end();
    if (t[i].kind == Kind::kName && !again) macro = state->lookup(t[i].text);
    if (macro != nullptr && state->active.size() >= kMaxDepth) {
      state->cut = true;
      macro = nullptr;
    }
    const bool call = i + 1 < t.size() && t[i + 1].Is("(");
    if (macro == nullptr || (macro->function && !call)) {
      state->out.push_back(t[i]);
      continue;
    }
    std::vector<Tokens> given;
    const CToken at = t[i];
    if (macro->function) {
      size_t depth = 0;
      Tokens one;
      size_t k = i + 1;
      for (; k < t.size(); ++k) {
        const bool opens = t[k].Is("(") || t[k].Is("{") || t[k].Is("[");
        const bool closes = t[k].Is(")") || t[k].Is("}") || t[k].Is("]");
        if (opens && depth++ == 0) continue;
        if (closes && --depth == 0) break;
        const bool rest = !macro->parameters.empty() && macro->parameters.back() == "__VA_ARGS__" &&
                          given.size() + 1 == macro->parameters.size();
        if (t[k].Is(",") && depth == 1 && !rest) {
          given.push_back(std::move(one));
          one.clear();
          continue;
        }
        one.push_back(t[k]);
      }
      given.push_back(std::move(one));
      i = k;
    }
    const Tokens body = Substituted(*macro, given, at, state);
    *state->steps -= std::min(*state->steps, body.size());
    state->active.push_back(macro->name);
    Expand(body, state);
    state->active.pop_back();
  }
}

}  // namespace

std::vector<CToken> ExpandC(const std::vector<CToken>& tokens, const CMacroLookup& lookup,
                            size_t limit, bool* cut) {
  size_t steps = 4 * limit;
  Expansion state{lookup, limit, &steps, {}, {}};
  Expand(tokens, &state);
  *cut = *cut || state.cut;
  MatchBrackets(&state.out);
  return std::move(state.out);
}

CValue EvaluateC(const std::vector<CToken>& tokens, size_t begin, size_t end) {
  static const CTokens kNone;
  static const CWanted kNothing;
  std::vector<CToken> range(tokens.begin() + static_cast<long>(begin),
                            tokens.begin() + static_cast<long>(end));
  const size_t size = range.size();
  range.resize(size + kCTokenPadding);
  return CFinder(kNone, kNothing, {}).Constant(range, size);
}

}  // namespace flagcensus
