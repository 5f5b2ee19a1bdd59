// Macro uses that hide an access are expanded, so the finder sees it:
//
//   #define HOME() READ(app, home)         with #define READ(a, b) getenv(#a "_" #b)
//   path = HOME();                         ─→ path = getenv ( "app" "_" "home" ) ;
//
// `hiding_macros` are the macros with an expansion that leads to an accessor, `names` the
// accessors.
#include "analyzer/c/link/macro_uses.h"

#include <algorithm>
#include <utility>

namespace flagcensus {
namespace {

// A use can expand differently under several definitions of a macro; with more than eight, the
// others are skipped and reported.
constexpr size_t kMaxAlternatives = 8;  // of one use
// Generated sources repeat one macro thousands of times: the rest of the file keeps its own tokens.
constexpr size_t kMaxInserted = 400'000;  // tokens of all uses in a file
constexpr size_t kMaxSteps = 20'000'000;  // that all of them take
constexpr PpLimits kUse = {.steps = 400'000, .tokens = 100'000, .depth = 24};

// For each opening bracket, the position of its closing bracket; 0 if it has none. Costs a pass.
std::vector<size_t> ClosingOf(const PpTokens& t) {
  std::vector<size_t> out(t.size());
  std::vector<size_t> open;
  for (size_t i = 0; i < t.size(); ++i) {
    if (t[i].Is("(")) open.push_back(i);
    if (!t[i].Is(")") || open.empty()) continue;
    out[open.back()] = i;
    open.pop_back();
  }
  return out;
}

// Past the use of the function-like macro with its name at `at`; `at` if its brackets do not close.
//
//   HOME ( ) ;     ─→ the position of ';'
size_t UseEnd(const PpTokens& t, const std::vector<size_t>& closing, size_t at, bool function) {
  if (!function) return at + 1;
  if (at + 1 >= t.size() || !t[at + 1].Is("(") || closing[at + 1] == 0) return at;
  return closing[at + 1] + 1;
}

// The beginning of the use that the name at `at` belongs to. That is the name itself, or, if it is
// only passed on, `LIST(NAME)`, the outermost macro to which it is passed.
size_t UseBegin(const Preprocessor::Text& text, size_t at, bool function) {
  // In tokens, for a list with many names before this one.
  constexpr size_t kMaxReach = 400;
  const PpTokens& t = text.tokens;
  if (!function || (at + 1 < t.size() && t[at + 1].Is("("))) return at;
  size_t begin = at;
  int depth = 0;
  for (size_t i = at; i-- > 0 && at - i < kMaxReach;) {
    if (t[i].Is(";") || t[i].Is("{") || t[i].Is("}")) break;
    if (t[i].Is(")")) ++depth;
    if (!t[i].Is("(") || depth-- > 0) continue;
    depth = 0;
    if (i == 0 || !text.environment.Knows(t[i - 1].text)) break;
    begin = i - 1;
  }
  return begin;
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

bool MacroUses::Mentions(const CTokens& tokens, const std::set<std::string>& hiding_macros) {
  if (hiding_macros.empty()) return false;
  return std::any_of(tokens.tokens.begin(), tokens.tokens.end(),
                     [&](const CToken& token) {
                       return token.kind == CToken::Kind::kName &&
                              hiding_macros.count(token.text) > 0;
                     }) ||
         std::any_of(tokens.macros.begin(), tokens.macros.end(),
                     [&](const CMacro& macro) { return hiding_macros.count(macro.name) > 0; });
}

std::optional<CTokens> MacroUses::Expand(int file, const CTokens& tokens,
                                         const std::set<std::string>& hiding_macros,
                                         const std::set<std::string>& names, std::vector<int>* also,
                                         bool* cut, bool* lasts) {
  // One thread at a time: the sources and the spellings are shared.
  const std::lock_guard<std::mutex> lock(mutex_);
  Preprocessor preprocessor(&sources_, {});
  Taking taking = {hiding_macros, names, preprocessor};
  preprocessor.Run(file, [&](const Preprocessor::Text& text) { TakeUses(text, &taking); });
  also->insert(also->end(), preprocessor.included().begin(), preprocessor.included().end());
  *lasts = *lasts && !sources_.HalfFull();
  *cut = *cut || taking.cut || preprocessor.cut() > 0;
  if (taking.splices.empty()) return std::nullopt;
  return WithSplices(tokens, taking.splices);
}

void MacroUses::TakeUses(const Preprocessor::Text& text, Taking* taking) {
  const PpTokens& t = text.tokens;
  const std::vector<size_t> closing = ClosingOf(t);
  size_t done = 0;  // the tokens before it are processed
  for (size_t i = 0; i < t.size(); ++i) {
    if (t[i].kind != PpToken::Kind::kName) continue;
    const std::string name(t[i].text);
    if (taking->hiding_macros.count(name) == 0) continue;
    // A name that is not a macro at this place, such as after #undef, is skipped.
    const std::vector<const PpDefinition*> may = text.environment.At(t[i].text, text.condition);
    const auto macro = std::find_if(may.begin(), may.end(),
                                    [](const PpDefinition* one) { return one->macro != nullptr; });
    if (macro == may.end()) continue;
    if (taking->inserted > kMaxInserted || taking->steps > kMaxSteps) {
      taking->cut = true;
      return;
    }
    const bool function = (*macro)->macro->function;
    const size_t begin = UseBegin(text, i, function);
    const size_t end = UseEnd(t, closing, begin, function);
    if (end == begin || begin < done) continue;
    const size_t splices = taking->splices.size();
    TakeUse(text, begin, end, name, taking);
    if (taking->splices.size() == splices) continue;
    done = end;
    i = end - 1;
  }
}

void MacroUses::TakeUse(const Preprocessor::Text& text, size_t begin, size_t end,
                        const std::string& item, Taking* taking) {
  const PpTokens& t = text.tokens;
  const PpTokens use(t.begin() + static_cast<long>(begin), t.begin() + static_cast<long>(end));
  std::vector<PpExpansion> made = ExpandAll(use, text.environment, text.condition, kMaxAlternatives,
                                            kUse, taking->preprocessor.spellings(), &taking->cut);
  for (const PpExpansion& one : made) taking->steps += one.steps;
  // An expansion without a wanted name hides nothing; one under an undefined macro counts only if
  // there is no other.
  std::erase_if(made, [&](const PpExpansion& one) { return !HasName(one.tokens, taking->names); });
  const bool defined =
      std::any_of(made.begin(), made.end(), [](const PpExpansion& one) { return !one.undefined; });
  if (defined) std::erase_if(made, [](const PpExpansion& one) { return one.undefined; });
  if (made.empty()) return;
  CSplice splice;
  splice.macro = t[begin].text;
  splice.item = item;
  // In an included list the use is reported at the #include: that is in the file which is being
  // read.
  splice.included = text.include.line > 0;
  const PpPlace place = splice.included ? text.include : t[begin].spelt;
  splice.line = place.line;
  splice.column = place.column;
  for (PpExpansion& one : made) {
    taking->inserted += one.tokens.size();
    splice.alternatives.push_back(
        {std::move(one.tokens), taking->preprocessor.atoms().Text(one.condition)});
  }
  taking->splices.push_back(std::move(splice));
}

}  // namespace flagcensus
