// Runs the engine of each language over the tree, or uses what an earlier run of the step found,
// and merges the results in a fixed order. The order makes the output the same with any number of
// threads.
#include "analyzer/link/census.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "analyzer/link/engines.h"
#include "analyzer/tree/step_memory.h"

namespace flagcensus {
namespace {

// Whether the census is the same as long as its files are: neither a limit of the run nor a lack of
// memory has shortened it. Only then may it be remembered.
bool Lasts(const Census& census, const RunBudget& budget) {
  return !budget.HasRefused() &&
         std::none_of(census.diagnostics.begin(), census.diagnostics.end(),
                      [](const Diagnostic& one) { return one.message == kNoMemory; });
}

// Merges the results of one language into those of all.
void Append(Census part, Census* out) {
  std::move(part.accesses.begin(), part.accesses.end(), std::back_inserter(out->accesses));
  std::move(part.diagnostics.begin(), part.diagnostics.end(), std::back_inserter(out->diagnostics));
  out->files_read += part.files_read;
  out->files_parsed += part.files_parsed;
  for (const auto& [language, count] : part.generated) out->generated[language] += count;
}

}  // namespace

Census CollectAccesses(const Tree& tree, const ResolveOptions& given) {
  Census census;
  RunBudget defaults;
  ResolveOptions options = given;
  if (options.budget == nullptr) options.budget = &defaults;
  for (size_t i = 0; i < LanguageEngines().size(); ++i) {
    const auto collect = [&] {
      Census part;
      LanguageEngines()[i]->Collect(tree, options, &part);
      return part;
    };
    const auto adapt = [&](const std::set<size_t>& changed, Census* part) {
      return LanguageEngines()[i]->Adapt(tree, options, changed, part);
    };
    const auto lasts = [&](const Census& part) { return Lasts(part, *options.budget); };
    Append(Remembered<Census>(tree.memory, "accesses " + std::to_string(i), options.follow_values,
                              collect, lasts, adapt),
           &census);
  }
  std::sort(census.accesses.begin(), census.accesses.end(), AccessLess);
  std::sort(census.diagnostics.begin(), census.diagnostics.end(), DiagnosticLess);
  return census;
}

}  // namespace flagcensus
