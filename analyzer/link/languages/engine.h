// The languages that are read where they are asked for.
#pragma once

#include "analyzer/link/engine/language_engine.h"

namespace flagcensus {

class AskedEngine : public LanguageEngine {
 public:
  void Collect(const Tree& tree, const ResolveOptions& options, Census* census) const override;

  // What becomes of the values is not followed: consumption.cc asks for none of these languages.
  void CountUses(const Tree&, const ResolveOptions&, Holders*,
                 std::vector<Diagnostic>*) const override {}
};

}  // namespace flagcensus
