// What the evaluation bounds: how much the calls of wrappers become, the loops that are unrolled,
// the calls that wait for each other. Whatever a bound leaves out is told with its place.
//
// A wrapper that calls another twice does twice what that one does, and the next one four times. So
// a call has some variables free, which every input pays for with its own text; what is beyond
// comes out of one pool of the tree. The work is then linear in the input whatever calls whom. The
// steps of loops that are unrolled are bounded in the same way.
#include <utility>

#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

constexpr size_t kFreeEffects = 8;          // of one call
constexpr size_t kMaxEffects = 500;         // of one call, with those of the pool
constexpr size_t kPooledEffects = 20000;    // of a tree
constexpr uint64_t kFreeSteps = 2000;       // in the loops of one function
constexpr uint64_t kMaxSteps = 200000;      // of one function, with those of the pool
constexpr uint64_t kPooledSteps = 2000000;  // of a tree
constexpr uint64_t kStopped = uint64_t{1} << 60;
constexpr size_t kMaxUnrolled = 300;     // items of a constant collection in one loop
constexpr size_t kMaxTurns = 3000;       // of a statement, by all the loops around it
constexpr uint64_t kBetweenLooks = 256;  // looks at the budget of the run, which ask the system
constexpr size_t kMaxTold = 20;          // places of one file and kind

}  // namespace

// Told in the order of the evaluation, once a place; after so many of a file, one word that there
// are more.
void Evaluator::Tell(const Place& place, const std::string& kind, const std::string& what) {
  std::set<std::pair<int, int>>& told = told_[place.file + '\0' + what];
  if (told.size() > kMaxTold || !told.emplace(place.line, place.column).second) return;
  const bool last = told.size() > kMaxTold;
  limits_.push_back({kind, place, last ? what + "; so at further places of this file" : what});
}

void Evaluator::TellLimit(NodeId node, const Frame& frame, const std::string& what) {
  if (recording_) Tell(PlaceOf(node, frame), "limit", what);
}

// Whether the budget of the run is spent; it stays so for this evaluation.
bool Evaluator::IsSpent() {
  if (budget_ == nullptr || !refused_.empty()) return !refused_.empty();
  if (looks_++ % kBetweenLooks == 0) refused_ = budget_->Refuses();
  return !refused_.empty();
}

// Whether a call that already stands for `made` variables may stand for one more.
bool Evaluator::MayInstantiate(size_t made, NodeId node, const Frame& frame) {
  if (IsSpent()) {
    Tell(PlaceOf(node, frame), "run-limit", refused_);
    return false;
  }
  if (made < kFreeEffects) return true;
  if (made >= kMaxEffects) {
    TellLimit(
        node, frame,
        "what this call reads beyond " + std::to_string(kMaxEffects) + " variables is left out");
    return false;
  }
  if (pooled_ >= kPooledEffects) {
    TellLimit(node, frame,
              "what this call reads beyond " + std::to_string(kFreeEffects) +
                  " variables is left out: the calls of wrappers become too many");
    return false;
  }
  ++pooled_;
  return true;
}

bool Evaluator::Unrolls(const std::optional<std::vector<ValueRef>>& items) const {
  return items && !items->empty() && items->size() <= kMaxUnrolled &&
         turns_ * items->size() <= kMaxTurns;
}

// A loop over constants that was taken once: told where a name in it, of a site at or behind
// `first`, is not known for that.
void Evaluator::TellLoop(const std::optional<std::vector<ValueRef>>& items, size_t first,
                         NodeId node, const Frame& frame) {
  if (!items || items->empty()) return;
  for (size_t i = first; i < sites_.size(); ++i) {
    const Site& site = sites_[i];
    if (site.module != frame.module || site.function != frame.function) continue;
    if (site.op == AccessOp::kBulk || IsSymbolic(site.name)) continue;
    if (site.name != nullptr && site.name->kind == ValueKind::kString) continue;
    return TellLimit(node, frame,
                     "a loop over " + std::to_string(items->size()) +
                         " constants is taken once: the names that they make are not known");
  }
}

// Counts a statement or expression in loops that are unrolled; false where they take too many.
bool Evaluator::MayStep(NodeId node, const Frame& frame) {
  if (turns_ <= 1) return true;
  if (++steps_ <= kFreeSteps) return true;
  if (steps_ <= kMaxSteps && ++pooled_steps_ <= kPooledSteps) return true;
  if (steps_ < kStopped) {
    steps_ = kStopped;
    TellLimit(node, frame,
              "the loops around this take too many steps: what they do from here on is left out");
  }
  return false;
}

// What was left out, by now that it is known which functions are wrappers.
std::vector<Diagnostic> Evaluator::Limits() {
  for (const auto& [function, place] : std::exchange(unfollowed_, {})) {
    if (summaries_[function].effects.empty()) continue;
    Tell(place, "limit",
         "the call of a wrapper is not followed: too many calls wait for each other here");
  }
  return limits_;
}

}  // namespace flagcensus
