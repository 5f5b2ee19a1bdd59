// Definitions of macros, and hide sets: the names that a token may not be expanded as again.
//
//   #define MAX(a, b) a > b      ─→ name MAX, parameters a and b, body `a > b`
//   #define X (a)                ─→ name X, body `(a)`
//   #define LOG(f, ...)          ─→ parameters f and __VA_ARGS__, variadic
//
//   #define f(x) f(x + 1)        f(1) ─→ f(1 + 1), with the hide set {f} of its f
#include "analyzer/c/preprocessor/macro.h"

#include <algorithm>
#include <iterator>

namespace flagcensus {

// `defined` cannot be defined, and a parameter list that is malformed makes the whole #define one:
// nullopt.
std::optional<PpMacro> ReadPpMacro(const PpTokens& tokens, size_t begin, size_t end) {
  if (begin >= end || tokens[begin].kind != PpToken::Kind::kName ||
      tokens[begin].text == "defined") {
    return std::nullopt;
  }
  PpMacro macro;
  macro.name = tokens[begin].text;
  macro.place = tokens[begin].spelt;
  size_t at = begin + 1;
  // `#define A (x)` with a blank is an object-like macro with a body in brackets.
  if (at < end && tokens[at].Is("(") && !tokens[at].space) {
    macro.function = true;
    for (++at; at < end && !tokens[at].Is(")"); ++at) {
      const PpToken& token = tokens[at];
      if (token.kind == PpToken::Kind::kName && !macro.variadic) {
        macro.parameters.push_back(token.text);
      } else if (token.Is("...") && !macro.variadic) {
        // `args...` names the variadic part itself.
        if (!tokens[at - 1].Is(",") && !tokens[at - 1].Is("(")) {
          macro.variadic = true;
          continue;
        }
        macro.variadic = true;
        macro.parameters.emplace_back("__VA_ARGS__");
      } else if (!token.Is(",")) {
        return std::nullopt;
      }
    }
    if (at >= end) return std::nullopt;
    ++at;
  }
  macro.body = std::span(tokens).subspan(at, end - at);
  return macro;
}

// As the standard compares: a repeated equal definition changes nothing.
bool SamePpMacro(const PpMacro& a, const PpMacro& b) {
  const auto same = [&](const PpToken& x, const PpToken& y) {
    const bool first = &x == a.body.data();  // the blank before the body is not part of it
    return x.kind == y.kind && x.text == y.text && (first || x.space == y.space);
  };
  return a.function == b.function && a.variadic == b.variadic && a.parameters == b.parameters &&
         std::equal(a.body.begin(), a.body.end(), b.body.begin(), b.body.end(), same);
}

uint32_t PpHideSets::Number(std::string_view name) {
  return names_.try_emplace(name, static_cast<uint32_t>(names_.size())).first->second;
}

// Equal sets have one number, so they are compared as numbers.
uint32_t PpHideSets::Intern(Set set) {
  const auto [at, added] = by_set_.try_emplace(std::move(set), static_cast<uint32_t>(sets_.size()));
  if (added) sets_.push_back(at->first);
  return at->second;
}

bool PpHideSets::Holds(uint32_t set, std::string_view name) const {
  if (set == 0) return false;
  const auto known = names_.find(name);
  return known != names_.end() &&
         std::binary_search(sets_[set].begin(), sets_[set].end(), known->second);
}

uint32_t PpHideSets::With(uint32_t set, std::string_view name) {
  return Union(set, Intern({Number(name)}));
}

// Results are remembered: the tokens of one expansion mostly have the same two sets.
uint32_t PpHideSets::Union(uint32_t a, uint32_t b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  const auto [at, added] = unions_.try_emplace({a, b}, 0);
  if (!added) return at->second;
  Set made;
  std::set_union(sets_[a].begin(), sets_[a].end(), sets_[b].begin(), sets_[b].end(),
                 std::back_inserter(made));
  return at->second = Intern(std::move(made));
}

// The name and the closing bracket of a call may come from different macros: only what both hide is
// hidden in the result (Prosser's algorithm).
uint32_t PpHideSets::Intersection(uint32_t a, uint32_t b) {
  if (a == b || a == 0) return a;
  if (b == 0) return 0;
  const auto [at, added] = intersections_.try_emplace({a, b}, 0);
  if (!added) return at->second;
  Set made;
  std::set_intersection(sets_[a].begin(), sets_[a].end(), sets_[b].begin(), sets_[b].end(),
                        std::back_inserter(made));
  return at->second = Intern(std::move(made));
}

}  // namespace flagcensus
