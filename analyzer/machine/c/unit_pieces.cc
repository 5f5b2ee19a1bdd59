#include "analyzer/machine/c/unit_pieces.h"

#include <algorithm>
#include <utility>

namespace flagcensus {
namespace {

bool ExcludesAll(const Piece& piece, const PpCondition& condition) {
  return std::all_of(piece.conditions.begin(), piece.conditions.end(),
                     [&](const PpCondition& one) { return Excludes(one, condition); });
}

bool ExcludesAll(const std::vector<Piece>& pieces, const PpCondition& condition) {
  return std::all_of(pieces.begin(), pieces.end(),
                     [&](const Piece& one) { return ExcludesAll(one, condition); });
}

void AddAt(std::vector<Piece>* pieces, Piece made, const PpCondition& condition, int depth) {
  constexpr int kMaxDepth = 40;
  if (!pieces->empty() && !pieces->back().alternatives.empty() && depth < kMaxDepth) {
    Piece& last = pieces->back();
    std::vector<Piece>& branch = last.alternatives.back();
    const bool before = std::all_of(last.alternatives.begin(), last.alternatives.end() - 1,
                                    [&](const auto& one) { return ExcludesAll(one, condition); });
    if (before) {
      last.conditions.push_back(condition);
      if (ExcludesAll(branch, condition)) {
        last.alternatives.push_back({std::move(made)});
      } else {
        AddAt(&branch, std::move(made), condition, depth + 1);
      }
      return;
    }
  }
  size_t first = pieces->size();
  while (first > 0 && ExcludesAll((*pieces)[first - 1], condition)) --first;
  if (first == pieces->size()) {
    pieces->push_back(std::move(made));
    return;
  }
  Piece choice;
  std::vector<Piece> branch;
  for (size_t i = first; i < pieces->size(); ++i) {
    const auto& conditions = (*pieces)[i].conditions;
    choice.conditions.insert(choice.conditions.end(), conditions.begin(), conditions.end());
    branch.push_back(std::move((*pieces)[i]));
  }
  pieces->resize(first);
  choice.conditions.push_back(condition);
  choice.alternatives.push_back(std::move(branch));
  choice.alternatives.push_back({std::move(made)});
  pieces->push_back(std::move(choice));
}

}  // namespace

void AddPiece(std::vector<Piece>* pieces, Piece made, const PpCondition& condition) {
  AddAt(pieces, std::move(made), condition, 0);
}

}  // namespace flagcensus
