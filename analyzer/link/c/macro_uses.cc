#include "analyzer/link/c/macro_uses.h"

#include <algorithm>
#include <utility>

namespace flagcensus {
namespace {

constexpr size_t kMaxAlternatives = 8;  // of one use
constexpr size_t kMaxInserted = 400'000;  // tokens of all uses in a file
constexpr PpLimits kUse = {.steps = 100'000, .tokens = 20'000, .depth = 24};

// Past the use of a function-like macro whose name stands at `at`; `at` where its brackets do not
// close.
size_t UseEnd(const PpTokens& t, size_t at, bool function) {
  if (!function) return at + 1;
  int depth = 0;
  for (size_t i = at + 1; i < t.size(); ++i) {
    if (t[i].Is("(")) ++depth;
    if (depth == 0) return at;
    if (t[i].Is(")") && --depth == 0) return i + 1;
  }
  return at;
}

bool HasName(const PpTokens& tokens, const std::set<std::string>& names) {
  return std::any_of(tokens.begin(), tokens.end(), [&](const PpToken& token) {
    return token.kind == PpToken::Kind::kName && names.count(std::string(token.text)) > 0;
  });
}

}  // namespace

MacroUses::MacroUses(const Tree& tree)
    : tree_(tree),
      folders_(tree),
      sources_(
          [this](int file) -> std::optional<std::string> {
            std::string text;
            if (!ReadSource(tree_.files[static_cast<size_t>(file)], &text).empty()) {
              return std::nullopt;
            }
            return text;
          },
          [this](const std::string& name, int from) {
            return folders_.Find(name, tree_.files[static_cast<size_t>(from)].absolute);
          }) {}

bool MacroUses::Mentions(const CTokens& tokens, const std::set<std::string>& hiders) {
  if (hiders.empty()) return false;
  return std::any_of(tokens.tokens.begin(), tokens.tokens.end(),
                     [&](const CToken& token) {
                       return token.kind == CToken::Kind::kName && hiders.count(token.text) > 0;
                     }) ||
         std::any_of(tokens.macros.begin(), tokens.macros.end(),
                     [&](const CMacro& macro) { return hiders.count(macro.name) > 0; });
}

CTokens MacroUses::Expand(int file, CTokens tokens, const std::set<std::string>& hiders,
                          const std::set<std::string>& names, bool* cut) {
  std::vector<CSplice> splices;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    Preprocessor preprocessor(&sources_, {});
    size_t inserted = 0;
    const Wanted wanted = {hiders, names};
    preprocessor.Run(file, [&](const Preprocessor::Text& text) {
      TakeUses(text, wanted, &preprocessor, &inserted, &splices, cut);
    });
    *cut = *cut || preprocessor.cut() > 0;
    if (!splices.empty()) tokens = WithSplices(std::move(tokens), splices);
  }
  return tokens;
}

void MacroUses::TakeUses(const Preprocessor::Text& text, const Wanted& wanted,
                         Preprocessor* preprocessor, size_t* inserted,
                         std::vector<CSplice>* splices, bool* cut) const {
  const PpTokens& t = text.tokens;
  for (size_t i = 0; i < t.size(); ++i) {
    if (t[i].kind != PpToken::Kind::kName || wanted.hiders.count(std::string(t[i].text)) == 0) {
      continue;
    }
    const std::vector<const PpDefinition*> may =
        text.environment.At(t[i].text, text.condition);
    const auto macro = std::find_if(may.begin(), may.end(),
                                    [](const PpDefinition* one) { return one->macro != nullptr; });
    if (macro == may.end()) continue;
    const size_t end = UseEnd(t, i, (*macro)->macro->function);
    if (end == i) continue;
    if (*inserted > kMaxInserted) {
      *cut = true;
      return;
    }
    const PpTokens use(t.begin() + static_cast<long>(i), t.begin() + static_cast<long>(end));
    std::vector<PpExpansion> made = ExpandAll(use, text.environment, text.condition,
                                              kMaxAlternatives, kUse, preprocessor->spellings(),
                                              cut);
    std::erase_if(made, [&](const PpExpansion& one) { return !HasName(one.tokens, wanted.names); });
    const bool defined = std::any_of(made.begin(), made.end(),
                                     [](const PpExpansion& one) { return !one.undefined; });
    if (defined) std::erase_if(made, [](const PpExpansion& one) { return one.undefined; });
    if (made.empty()) continue;
    CSplice splice;
    splice.macro = t[i].text;
    splice.included = text.include.line > 0;
    const PpPlace place = splice.included ? text.include : t[i].spelt;
    splice.line = place.line;
    splice.column = place.column;
    for (PpExpansion& one : made) {
      *inserted += one.tokens.size();
      splice.alternatives.push_back(
          {std::move(one.tokens), preprocessor->atoms().Text(one.condition)});
    }
    splices->push_back(std::move(splice));
    i = end - 1;
  }
}

}  // namespace flagcensus
