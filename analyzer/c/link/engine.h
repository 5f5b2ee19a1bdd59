// C, C++, CUDA and Objective-C: rounds until no new wrapper or macro is found. See resolver.h.
#pragma once

#include <set>

#include "analyzer/link/engine/language_engine.h"

namespace flagcensus {

class CEngine final : public LanguageEngine {
 public:
  // Costs a search over the bytes of the tree's C for each round, and a pass over the tokens of the
  // relevant files.
  void Collect(const Tree& tree, const ResolveOptions& options, Census* census) const override;
  bool Adapt(const Tree& tree, const ResolveOptions& options, const std::set<size_t>& changed,
             Census* census) const override;
  void CountUses(const Tree& tree, const ResolveOptions& options, Holders* holders,
                 std::vector<Diagnostic>* diagnostics) const override;
};

}  // namespace flagcensus
