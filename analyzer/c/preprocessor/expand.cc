// Macro expansion by Prosser's algorithm. Its recursion on the rest of the input is turned into a
// stack: it contains the tokens that remain to be examined, in reverse, and a macro's call is
// replaced by what its body produces. Only arguments are expanded recursively.
//
//   #define TWICE(x) x x
//   TWICE(a) b      stack: b ) a ( TWICE     ─→ b a a     ─→ output: a a b
#include <algorithm>
#include <utility>

#include "analyzer/c/preprocessor/lexer.h"
#include "analyzer/c/preprocessor/macro.h"

namespace flagcensus {
namespace {

using Kind = PpToken::Kind;

// A step for each 16 bytes of a spelling, so long pasted texts count.
constexpr size_t kBytesOfStep = 16;

int ParameterNamed(const PpMacro& macro, const PpToken& token) {
  if (token.kind != Kind::kName) return -1;
  for (size_t i = 0; i < macro.parameters.size(); ++i) {
    if (macro.parameters[i] == token.text) return static_cast<int>(i);
  }
  return -1;
}

bool IsPaste(const PpToken& token) { return token.Is("##") || token.Is("%:%:"); }

// An empty operand of ##: `a ## ` with an empty argument is `a`.
PpToken Placemarker(const PpToken& like) {
  PpToken made = like;
  made.kind = Kind::kPlacemarker;
  made.text = {};
  return made;
}

}  // namespace

bool PpExpander::Step(size_t count) {
  steps_ += count;
  if (steps_ <= limits_.steps) return true;
  cut_ = true;
  return false;
}

PpTokens PpExpander::Expand(const PpTokens& tokens) {
  return Run(PpTokens(tokens.rbegin(), tokens.rend()), 0);
}

// `pending`: in reverse. At a limit the remaining tokens are output unexpanded.
PpTokens PpExpander::Run(PpTokens pending, int depth) {
  PpTokens out;
  while (!pending.empty()) {
    const PpToken token = pending.back();
    pending.pop_back();
    if (!Step(1) || out.size() >= limits_.tokens) {
      cut_ = true;
      out.push_back(token);
      const size_t left =
          std::min(pending.size(), limits_.tokens - std::min(limits_.tokens, out.size()));
      out.insert(out.end(), pending.rbegin(), pending.rbegin() + static_cast<long>(left));
      return out;
    }
    // A name in its own hide set is not expanded again, which ends recursion.
    const bool name = token.kind == Kind::kName && !hide_sets_.Holds(token.hidden, token.text);
    const PpMacro* macro = name ? lookup_(token) : nullptr;
    if (macro == nullptr) {
      out.push_back(token);
      if (keeps_defined_ && token.IsName("defined")) TakeDefined(&pending, &out);
      continue;
    }
    Arguments arguments;
    // The hide set of what is produced: for a function-like macro, what the name and its closing
    // bracket have in common, and the macro's name.
    uint32_t hidden = token.hidden;
    if (macro->function) {
      if (depth >= limits_.depth) cut_ = true;
      if (depth >= limits_.depth || !TakeArguments(*macro, &pending, &arguments)) {
        out.push_back(token);
        continue;
      }
      hidden = hide_sets_.Intersection(hidden, arguments.closing_hidden);
    }
    const Call call = {*macro, arguments, hide_sets_.With(hidden, macro->name), token};
    PpTokens made = Substitute(call, 0, macro->body.size(), depth);
    std::erase_if(made, [](const PpToken& one) { return one.kind == Kind::kPlacemarker; });
    // The blank before the call is that before its first token, or before the next one if it
    // produces nothing.
    if (!made.empty()) {
      made.front().space = token.space;
    } else if (!pending.empty()) {
      pending.back().space = pending.back().space || token.space;
    }
    pending.insert(pending.end(), std::make_move_iterator(made.rbegin()),
                   std::make_move_iterator(made.rend()));
  }
  return out;
}

// `NAME` or `(NAME` after `defined`.
void PpExpander::TakeDefined(PpTokens* pending, PpTokens* out) {
  if (!pending->empty() && pending->back().Is("(")) {
    out->push_back(pending->back());
    pending->pop_back();
  }
  if (pending->empty() || pending->back().kind != Kind::kName) return;
  out->push_back(pending->back());
  pending->pop_back();
}

// The arguments between the brackets that open and close next. False, and nothing is consumed, if
// they do not, or if there are too many or too few arguments.
//
//   (a, (b, c)) ─→ `a` and `(b, c)`    (a ─→ false: the text ends before the bracket closes
bool PpExpander::TakeArguments(const PpMacro& macro, PpTokens* pending, Arguments* out) {
  if (pending->empty() || !pending->back().Is("(")) return false;
  size_t depth = 0;
  size_t at = pending->size();
  std::vector<PpTokens> given(1);
  while (at > 0) {
    const PpToken& token = (*pending)[--at];
    if (!Step(1)) return false;
    if (token.Is("(") && depth++ == 0) continue;
    if (token.Is(")") && --depth == 0) break;
    // Further commas belong to the variadic argument.
    const bool rest = macro.variadic && given.size() >= macro.parameters.size();
    if (token.Is(",") && depth == 1 && !rest) {
      given.emplace_back();
    } else {
      given.back().push_back(token);
    }
  }
  if (depth != 0) return false;
  size_t wanted = macro.parameters.size();
  // F() has one empty argument, or none if F has no parameters.
  if (wanted == 0 && given.size() == 1 && given[0].empty()) given.clear();
  out->absent = macro.variadic && (given.size() + 1 == wanted || (wanted == 1 && given[0].empty()));
  if (macro.variadic && given.size() + 1 == wanted) given.emplace_back();
  if (given.size() != wanted) return false;
  out->closing_hidden = (*pending)[at].hidden;
  pending->resize(at);
  out->raw = std::move(given);
  out->expanded.resize(out->raw.size());
  return true;
}

// On demand: an argument of # or ## is used unexpanded.
const PpTokens& PpExpander::Expanded(const Call& call, size_t index, int depth) {
  std::optional<PpTokens>& made = call.arguments.expanded[index];
  if (!made) {
    const PpTokens& raw = call.arguments.raw[index];
    made = Run(PpTokens(raw.rbegin(), raw.rend()), depth + 1);
  }
  return *made;
}

// Whether the variable argument has a token after its expansion, which decides __VA_OPT__.
bool PpExpander::HasVariable(const Call& call, int depth) {
  return !Expanded(call, call.macro.parameters.size() - 1, depth).empty();
}

// The body's tokens begin..end with the call's arguments inserted.
PpTokens PpExpander::Substitute(const Call& call, size_t begin, size_t end, int depth) {
  const std::span<const PpToken> body = call.macro.body;
  PpTokens out;
  for (size_t i = begin; i < end; ++i) {
    const PpToken& token = body[i];
    if (out.size() >= limits_.tokens || !Step(1)) {
      cut_ = true;
      break;
    }
    // `glue`: this token is pasted to the one before. `pasted`: it is an operand of ##, so an
    // argument is not expanded.
    const bool glue = i > begin && IsPaste(body[i - 1]);
    if (IsPaste(token) && i > begin && i + 1 < end) continue;
    const bool pasted = glue || (i + 1 < end && IsPaste(body[i + 1]));
    const bool spells = call.macro.function && (token.Is("#") || token.Is("%:")) && i + 1 < end;
    const int index = ParameterNamed(call.macro, spells ? body[i + 1] : token);
    if (call.macro.variadic && (spells ? body[i + 1] : token).IsName("__VA_OPT__")) {
      PpTokens optional;
      const size_t last = SubstituteOptional(call, spells ? i + 1 : i, end, depth, &optional);
      if (spells) optional = {Spelled(optional, token)};
      if (optional.empty()) optional = {Placemarker(token)};
      Append(call, token, optional, glue, &out);
      i = last;
    } else if (spells && index >= 0) {
      const PpToken spelled = Spelled(call.arguments.raw[static_cast<size_t>(index)], token);
      Append(call, token, {&spelled, 1}, glue, &out);
      ++i;
    } else if (index >= 0) {
      const auto at = static_cast<size_t>(index);
      // GNU: `, ## args` drops the comma if there are no arguments, and otherwise pastes nothing.
      const bool comma = glue && i >= begin + 2 && body[i - 2].Is(",") && call.macro.variadic &&
                         at + 1 == call.macro.parameters.size();
      if (comma) {
        if (call.arguments.absent && !out.empty()) {
          out.back() = Placemarker(token);
        } else {
          Append(call, token, Expanded(call, at, depth), false, &out);
        }
        continue;
      }
      const PpTokens& piece = pasted ? call.arguments.raw[at] : Expanded(call, at, depth);
      // An empty operand of ## is a placemarker, which pastes to the other operand unchanged.
      const PpToken none = Placemarker(token);
      Append(call, token, piece.empty() ? std::span(&none, 1) : std::span(piece), glue, &out);
    } else {
      Append(call, token, {&token, 1}, glue, &out);
    }
  }
  return out;
}

// `__VA_OPT__ ( content )` at `at`: the content if there are variable arguments. Returns its last
// token.
size_t PpExpander::SubstituteOptional(const Call& call, size_t at, size_t end, int depth,
                                      PpTokens* out) {
  const std::span<const PpToken> body = call.macro.body;
  if (at + 1 >= end || !body[at + 1].Is("(")) return at;
  size_t close = at + 1;
  for (int open = 0; close < end; ++close) {
    if (body[close].Is("(")) ++open;
    if (body[close].Is(")") && --open == 0) break;
  }
  if (close >= end) return end - 1;
  if (HasVariable(call, depth)) *out = Substitute(call, at + 2, close, depth);
  return close;
}

// Appends the replacement of the body's token `parameter` to *out: with the call's hide set, at the
// call's position.
void PpExpander::Append(const Call& call, const PpToken& parameter, std::span<const PpToken> piece,
                        bool glue, PpTokens* out) {
  if (!Step(piece.size())) return;
  // F(a, b) with F a parameter: the argument for F produces an item of a list, which is reported at
  // its own position.
  const bool argument = piece.size() == 1 && piece[0].kind == Kind::kName && !piece[0].item &&
                        piece[0].spelt != parameter.spelt;
  const PpToken* next = &parameter + 1;
  const PpToken* last = call.macro.body.data() + call.macro.body.size();
  const bool called = argument && next < last && next->Is("(");
  for (size_t i = 0; i < piece.size(); ++i) {
    PpToken one = piece[i];
    if (i == 0) one.space = parameter.space;
    one.hidden = hide_sets_.Union(one.hidden, call.hidden);
    if (called) {
      one.used = parameter.spelt;
      one.item = true;
    } else if (!one.item) {
      one.used = call.name.used;
      one.item = call.name.item;
    }
    if (i == 0 && glue && !out->empty()) {
      Glue(out, one);
    } else {
      out->push_back(one);
    }
  }
}

// The spelling of an argument as a string literal: 6.10.5.2. Blanks between tokens become one.
PpToken PpExpander::Spelled(const PpTokens& tokens, const PpToken& at) {
  std::string text = "\"";
  for (const PpToken& token : tokens) {
    if (token.kind == Kind::kPlacemarker) continue;
    if (token.space && text.size() > 1) text += ' ';
    const bool literal = token.kind == Kind::kString || token.kind == Kind::kCharacter;
    for (const char c : token.text) {
      if (literal && (c == '"' || c == '\\')) text += '\\';
      text += c == '\n' ? ' ' : c;
    }
    if (!Step(1 + token.text.size() / kBytesOfStep)) break;
  }
  PpToken made = at;
  made.kind = Kind::kString;
  made.text = spellings_.Keep(text + '"');
  made.hidden = 0;
  return made;
}

// Pastes `right` to the last token. If the result is not one token, they remain two, as in gcc and
// clang after an error.
void PpExpander::Glue(PpTokens* out, const PpToken& right) {
  PpToken& left = out->back();
  if (right.kind == Kind::kPlacemarker) return;
  if (left.kind == Kind::kPlacemarker) {
    const bool space = left.space;
    left = right;
    left.space = space;
    return;
  }
  const std::string text = std::string(left.text) + std::string(right.text);
  if (!Step(1 + text.size() / kBytesOfStep)) return;
  const std::unique_ptr<const PpFile> made = LexPp(text, 0, true);
  const bool one = made->tokens.size() == 1 && made->tokens[0].kind != Kind::kOther;
  // A pasted '#' or '##' is a punctuator, although the lexer reads it as the beginning of a
  // directive.
  const bool directive = text[0] == '#' && text.size() <= 2;
  if (!one && !directive) {
    out->push_back(right);
    out->back().space = false;
    return;
  }
  left.text = spellings_.Keep(text);
  left.kind = directive ? Kind::kPunctuator : made->tokens[0].kind;
  left.hidden = hide_sets_.Intersection(left.hidden, right.hidden);
}

}  // namespace flagcensus
