// What a language's part of the census does: it finds accesses, and where what they read is used.
#pragma once

#include <vector>

#include "analyzer/config/resolve_options.h"
#include "analyzer/link/engine/holders.h"
#include "analyzer/model/census.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

class LanguageEngine {
 public:
  virtual ~LanguageEngine() = default;

  // Adds the accesses of the tree's files of the language to `census` (in no order), what could not be
  // read or followed as diagnostics, and how many files were read and parsed. `options` has a budget.
  virtual void Collect(const Tree& tree, const ResolveOptions& options, Census* census) const = 0;

  // Adds to `holders` what the tree does with those of the language. Costs a search over the sources,
  // and a parse (or a pass over the tokens) of those that hold a name. `options` has a budget.
  virtual void CountUses(const Tree& tree, const ResolveOptions& options, Holders* holders,
                         std::vector<Diagnostic>* diagnostics) const = 0;
};

}  // namespace flagcensus
