// Python, Cython and notebooks, by the abstract machine (machine/python).
#pragma once

#include "analyzer/link/engine/language_engine.h"

namespace flagcensus {

class PythonEngine final : public LanguageEngine {
 public:
  // Costs one search over the bytes of the tree's Python, a parse of the files that contain a word
  // of the accessor table and of those that they import, and a run of both on the machine (about
  // .15 s a MB).
  void Collect(const Tree& tree, const ResolveOptions& options, Census* census) const override;
  void CountUses(const Tree& tree, const ResolveOptions& options, Holders* holders,
                 std::vector<Diagnostic>* diagnostics) const override;
};

}  // namespace flagcensus
