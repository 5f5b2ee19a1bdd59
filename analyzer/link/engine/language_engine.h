// The part of a census for one language: finds accesses, and uses of the values that they read.
#pragma once

#include <set>
#include <vector>

#include "analyzer/config/resolve_options.h"
#include "analyzer/link/engine/holders.h"
#include "analyzer/model/census.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

class LanguageEngine {
 public:
  virtual ~LanguageEngine() = default;

  // Adds the accesses in the tree's files of the language to `census` (unordered), diagnostics for
  // what could not be read or followed, and the numbers of files read and parsed.
  // `options.budget` must not be null.
  virtual void Collect(const Tree& tree, const ResolveOptions& options, Census* census) const = 0;

  // Whether the result of the last Collect for a tree with this memory, `census`, is right but for
  // its places after a change of the files with these numbers; then adapts it. Costs a comparison
  // of the changed files with what that run saw of them. The default: no.
  virtual bool Adapt(const Tree& /*tree*/, const ResolveOptions& /*options*/,
                     const std::set<size_t>& /*changed*/, Census* /*census*/) const {
    return false;
  }

  // Adds to the `holders` of the language how the tree uses them. Costs a search over the sources,
  // and a parse (or a pass over the tokens) of those that contain a name. `options.budget` must not
  // be null.
  virtual void CountUses(const Tree& tree, const ResolveOptions& options, Holders* holders,
                         std::vector<Diagnostic>* diagnostics) const = 0;
};

}  // namespace flagcensus
