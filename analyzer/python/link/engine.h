// Python, Cython and notebooks, by the abstract machine (python/machine).
#pragma once

#include <set>

#include "analyzer/link/engine/language_engine.h"

namespace flagcensus {

class PythonEngine final : public LanguageEngine {
 public:
  // Costs one search over the bytes of the tree's Python, a parse of the files that contain a word
  // of the accessor table and of those that they import, and a run of both on the machine (about
  // .15 s a MB).
  void Collect(const Tree& tree, const ResolveOptions& options, Census* census) const override;
  bool Adapt(const Tree& tree, const ResolveOptions& options, const std::set<size_t>& changed,
             Census* census) const override;
  // Which of `holders` (names that receive a variable's value) the tree uses; see value_uses.cc.
  // Costs a search for their names, and a parse of the files with one.
  void CountUses(const Tree& tree, const ResolveOptions& options, Holders* holders,
                 std::vector<Diagnostic>* diagnostics) const override;
};

}  // namespace flagcensus
