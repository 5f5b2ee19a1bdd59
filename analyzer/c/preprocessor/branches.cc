// The truth of each #if of a file: decided by the macros that are known, or assumed.
//
//   #define A 1
//   #if A            ─→ decided: the other branch is dead
//   #if B > 2        ─→ assumed: in this branch "B > 2", in the other "!(B > 2)"
#include <algorithm>
#include <utility>

#include "analyzer/c/preprocessor/evaluate.h"
#include "analyzer/c/preprocessor/preprocess.h"

namespace flagcensus {
namespace {

// A token for an answered `defined`: 1, 0, or one that no expression can evaluate.
PpToken TruthToken(const PpToken& like, std::optional<bool> value) {
  PpToken made = like;
  made.kind = value ? PpToken::Kind::kNumber : PpToken::Kind::kOther;
  made.text = !value ? "?" : *value ? "1" : "0";
  return made;
}

bool AsksForHeader(std::string_view name) {
  return name == "__has_include" || name == "__has_include_next";
}

// The token that closes the bracket at `open`; `end` if there is none.
size_t Closing(const PpTokens& tokens, size_t open, size_t end) {
  int depth = 0;
  for (size_t i = open; i < end; ++i) {
    if (tokens[i].Is("(")) ++depth;
    if (tokens[i].Is(")") && --depth == 0) return i;
  }
  return end;
}

}  // namespace

// Sets the level's branch: dead, certain, or under an assumption. First the directive's own answer,
// then what the surrounding conditions imply.
void Preprocessor::Branch(const PpFile& file, const PpLine& line, Level* level) {
  using L = PpLine::Kind;
  const bool by_name = line.kind == L::kIfdef || line.kind == L::kIfndef ||
                       line.kind == L::kElifdef || line.kind == L::kElifndef;
  const bool negated = line.kind == L::kIfndef || line.kind == L::kElifndef;
  std::optional<bool> value;
  std::pair<PpCondition, PpCondition> says;
  if (by_name) {
    if (line.begin == line.end) value = false;
    const std::string_view name = line.begin < line.end ? file.tokens[line.begin].text : "";
    if (!value) value = IsDefined(name);
    if (value && negated) value = !*value;
    if (!value) says = atoms_.OfDefined(name, environment_.EpochOf(name));
    if (negated) std::swap(says.first, says.second);
  } else {
    const PpTokens expression(file.tokens.begin() + static_cast<long>(line.begin),
                              file.tokens.begin() + static_cast<long>(line.end));
    const std::optional<int64_t> number = Decide(expression, line.place.file);
    if (number) value = *number != 0;
    if (options_.closed && !number) value = false;
    if (!value) says = atoms_.Of(expression, EpochOf(expression));
  }
  // The assumptions of the directives around it may decide it, too.
  if (!value && Excludes(condition_, says.first)) value = false;
  if (!value && Implies(condition_, says.first)) value = true;
  level->dead = value && !*value;
  level->assumed = level->before;
  level->otherwise.clear();
  if (value) {
    level->taken = *value;
    return;
  }
  if (level->before.empty()) level->otherwise = says.second;
  level->assumed = Both(level->before, says.first);
  level->before = Both(level->before, says.second);
}

// In the open world only if all possible definitions agree. A name without any definition is
// unknown, since the compiler or the command line may define it.
std::optional<bool> Preprocessor::IsDefined(std::string_view name) const {
  const std::vector<const PpDefinition*> may = environment_.At(name, condition_);
  size_t defined = 0;
  size_t unknown = 0;
  for (const PpDefinition* one : may) {
    if (one->macro != nullptr) ++defined;
    if (one->macro == nullptr && !one->known) ++unknown;
  }
  // __has_include is not a macro, and yet #ifdef says that there is one.
  if (options_.closed) return defined > 0 || AsksForHeader(name);
  if (may.empty() || unknown > 0 || (defined > 0 && defined < may.size())) return std::nullopt;
  return defined > 0;
}

// An expression with `defined` and `__has_include` replaced by their answers.
PpTokens Preprocessor::Answered(const PpTokens& t, int file) {
  PpTokens out;
  for (size_t i = 0; i < t.size(); ++i) {
    const bool bracket = i + 1 < t.size() && t[i + 1].Is("(");
    if (t[i].IsName("defined") && i + 1 < t.size()) {
      const size_t name = i + (bracket ? 2 : 1);
      if (name >= t.size()) break;
      out.push_back(TruthToken(t[i], IsDefined(t[name].text)));
      i = bracket ? Closing(t, i + 1, t.size()) : name;
    } else if (bracket && AsksForHeader(t[i].text)) {
      const size_t close = Closing(t, i + 1, t.size());
      const bool found = HasInclude({t.begin() + static_cast<long>(i) + 2,
                                     t.begin() + static_cast<long>(std::max(close, i + 2))},
                                    file);
      const bool known = found || options_.closed;  // a system may have it
      out.push_back(TruthToken(t[i], known ? std::optional(found) : std::nullopt));
      i = close;
    } else {
      out.push_back(t[i]);
    }
  }
  return out;
}

// Whether the header of `__has_include(name)` exists in the tree.
bool Preprocessor::HasInclude(const PpTokens& name, int file) {
  const bool macro = !name.empty() && name[0].kind == PpToken::Kind::kName;
  const std::string header = IncludedName(macro ? ExpandKnown(name) : name);
  return !header.empty() && sources_.Find(header, file) >= 0;
}

// Macros may also produce `defined(NAME)` and `__has_include(<header>)`. As in gcc and clang, these
// are answered like written ones.
std::optional<int64_t> Preprocessor::Decide(const PpTokens& expression, int file) {
  const PpTokens expanded = ExpandKnown(Answered(expression, file));
  return EvaluatePpCondition(Answered(expanded, file), options_.closed);
}

// Expands the macros that have exactly one definition here.
PpTokens Preprocessor::ExpandKnown(const PpTokens& tokens) {
  const auto lookup = [&](const PpToken& token) -> const PpMacro* {
    if (!environment_.Knows(token.text)) return nullptr;
    const std::vector<const PpDefinition*> may = environment_.At(token.text, condition_);
    return may.size() == 1 ? may[0]->macro : nullptr;
  };
  PpExpander expander(lookup, &spellings_, options_.condition, true);
  PpTokens out = expander.Expand(tokens);
  if (expander.cut()) ++cut_;
  return out;
}

// The sum changes if any of the names is set again: the same text before and after is then two
// atoms.
uint64_t Preprocessor::EpochOf(const PpTokens& tokens) const {
  uint64_t epoch = 0;
  for (const PpToken& token : tokens) {
    if (token.kind == PpToken::Kind::kName) epoch += environment_.EpochOf(token.text);
  }
  return epoch;
}

}  // namespace flagcensus
