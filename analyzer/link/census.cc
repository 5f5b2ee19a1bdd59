#include "analyzer/link/census.h"

#include <algorithm>

#include "analyzer/link/engines.h"

namespace flagcensus {

Census CollectAccesses(const Tree& tree, const ResolveOptions& given) {
  Census census;
  RunBudget defaults;
  ResolveOptions options = given;
  if (options.budget == nullptr) options.budget = &defaults;
  for (const LanguageEngine* engine : LanguageEngines()) engine->Collect(tree, options, &census);
  std::sort(census.accesses.begin(), census.accesses.end(), AccessLess);
  std::sort(census.diagnostics.begin(), census.diagnostics.end(), DiagnosticLess);
  return census;
}

}  // namespace flagcensus
