// Alternatives are enumerated as the runs of one expansion with recorded choices. After a run, the
// last choice that has another definition uses it, and all choices after it are made again.
//
//   X has 2 definitions, Y has 3:   (0,0) (0,1) (0,2) (1,0) (1,1) (1,2)
#include "analyzer/c/preprocessor/environment.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace flagcensus {
namespace {

// Per name. More definitions are those of a generated configuration header.
// The further ones are skipped and counted, so a use of the name may have a different value.
constexpr size_t kMaxDefinitions = 24;

// The definitions chosen in one run.
struct Choices {
  struct Choice {
    size_t taken = 0;
    size_t of = 1;
  };
  std::vector<Choice> made;
  size_t next = 0;

  size_t Take(size_t of) {
    if (next == made.size()) made.push_back({0, of});
    made[next].of = of;
    return std::min(made[next++].taken, of - 1);
  }
  // Prepares the next run; false if all were made.
  bool Advance() {
    made.resize(std::min(next, made.size()));
    while (!made.empty() && made.back().taken + 1 >= made.back().of) made.pop_back();
    if (made.empty()) return false;
    ++made.back().taken;
    next = 0;
    return true;
  }
};

}  // namespace

// The first conditional definition leaves the name undefined elsewhere. Definitions that apply only
// where the new one does are dropped; the others apply where the new one does not, if that can be
// stated.
//
//   #if A / #define X 1 / #else / #define X 2 / #endif     ─→ X: 1 under A, 2 under !A
//   #if A / #define X 1 / #endif                           ─→ X: 1 under A, undefined
//   #define X 3 after them                                 ─→ X: 3, in every build
void PpEnvironment::Set(std::string_view name, const PpMacro* macro, const PpCondition& condition,
                        const PpCondition& otherwise) {
  Name& known = names_[name];
  ++known.epoch;
  ++changes_;
  if (known.definitions.empty() && !condition.empty()) {
    known.definitions.push_back({nullptr, false, {}});
  }
  std::erase_if(known.definitions,
                [&](const PpDefinition& one) { return Implies(one.condition, condition); });
  for (PpDefinition& one : known.definitions) {
    if (!Excludes(one.condition, condition)) one.condition = Both(one.condition, otherwise);
  }
  if (known.definitions.size() >= kMaxDefinitions) {
    ++cut_;
    return;
  }
  known.definitions.push_back({macro, true, condition});
}

std::vector<const PpDefinition*> PpEnvironment::At(std::string_view name,
                                                   const PpCondition& condition) const {
  std::vector<const PpDefinition*> out;
  const auto known = names_.find(name);
  if (known == names_.end()) return out;
  for (const PpDefinition& one : known->second.definitions) {
    if (!Excludes(one.condition, condition)) out.push_back(&one);
  }
  return out;
}

uint64_t PpEnvironment::EpochOf(std::string_view name) const {
  const auto known = names_.find(name);
  return known == names_.end() ? 0 : known->second.epoch;
}

std::vector<PpExpansion> ExpandAll(const PpTokens& tokens, const PpEnvironment& environment,
                                   const PpCondition& condition, size_t most,
                                   const PpLimits& limits, PpSpellings* spellings, bool* cut) {
  std::vector<PpExpansion> out;
  Choices choices;
  do {
    if (out.size() >= most) {
      *cut = true;
      break;
    }
    PpExpansion made;
    PpCondition assumed;
    PpCondition all = condition;
    // One definition per name in a run: a use of X in another's expansion has the same X.
    std::map<std::string_view, const PpMacro*> chosen;
    const auto lookup = [&](const PpToken& token) -> const PpMacro* {
      if (!environment.Knows(token.text)) return nullptr;
      const auto known = chosen.find(token.text);
      if (known != chosen.end()) return known->second;
      const std::vector<const PpDefinition*> may = environment.At(token.text, all);
      if (may.empty()) return nullptr;
      const PpDefinition& one = *may[may.size() > 1 ? choices.Take(may.size()) : 0];
      assumed = Both(assumed, one.condition);
      all = Both(all, one.condition);
      made.undefined = made.undefined || !one.known;
      chosen.emplace(token.text, one.macro);
      return one.macro;
    };
    PpExpander expander(lookup, spellings, limits);
    made.tokens = expander.Expand(tokens);
    // The condition at the place itself is known; only what was assumed beyond it is reported.
    std::set_difference(assumed.begin(), assumed.end(), condition.begin(), condition.end(),
                        std::back_inserter(made.condition));
    made.steps = expander.steps();
    *cut = *cut || expander.cut();
    out.push_back(std::move(made));
  } while (choices.Advance());
  return out;
}

}  // namespace flagcensus
