// The languages that are analysed on request: Go, JavaScript, Rust, Java, Kotlin, C#, Ruby, PHP,
// shell.
#pragma once

#include "analyzer/link/engine/language_engine.h"

namespace flagcensus {

class AskedEngine : public LanguageEngine {
 public:
  void Collect(const Tree& tree, const ResolveOptions& options, Census* census) const override;

  // Does not follow the use of values: consumption.cc requests none of these languages.
  void CountUses(const Tree&, const ResolveOptions&, Holders*,
                 std::vector<Diagnostic>*) const override {}
};

}  // namespace flagcensus
