// flags ─→ findings, as the configuration wants them
#include <algorithm>
#include <iterator>

#include "analyzer/base/text.h"
#include "analyzer/evidence/documentation.h"
#include "analyzer/evidence/signs.h"
#include "analyzer/pipeline/pipeline.h"
#include "analyzer/project/project_names.h"
#include "analyzer/review/review.h"
#include "analyzer/rules/rule.h"
#include "analyzer/tree/glob.h"

namespace flagcensus {

bool IsUnresolved(const Access& access) {
  return !access.name && access.op != AccessOp::kBulk && !access.by_parameter &&
         access.scope != Scope::kDocstring;
}

std::vector<const Access*> UnresolvedInSources(const Census& census, const Config& config) {
  std::vector<Glob> allowed;
  for (const AllowedExpression& row : config.unresolved) allowed.emplace_back(row.expression);
  std::vector<const Access*> out;
  for (const Access& access : census.accesses) {
    if (access.scope != Scope::kSrc || !IsUnresolved(access)) continue;
    const bool is_allowed = std::any_of(allowed.begin(), allowed.end(), [&](const Glob& glob) {
      return glob.Matches(access.name_expression);
    });
    if (!is_allowed) out.push_back(&access);
  }
  return out;
}

Ownership FindOwners(const Tree& tree, const std::vector<Flag>& flags, const Config& config) {
  ProjectNames names = ReadProjectNames(tree);
  Ownership out = FindOwnership(flags, config.own_prefixes, names.names);
  out.diagnostics = std::move(names.diagnostics);
  return out;
}

void FindDocumentation(const Tree& tree, const Catalog& catalog, const Options& options,
                       std::vector<Flag>& flags) {
  FindPassages(tree, catalog.pages, options.root, options.jobs, flags);
  FindSigns(tree, options.jobs, flags);
}

std::vector<Finding> FindDrift(const std::vector<Flag>& flags, const Ownership& ownership,
                               const Census& census, const Catalog& catalog, const Config& config) {
  RuleInput input{flags, ownership, UnresolvedInSources(census, config)};
  for (const InternalFlag& flag : config.internal) input.internal.push_back(flag.name);
  input.has_catalog = !catalog.pages.empty();
  input.only_catalog_documents = config.only_catalog_documents;
  std::vector<Finding> findings;
  for (const Rule& rule : Rules()) {
    if (!IsDisabled(config, rule.name)) rule.check(input, findings);
  }
  Review(input, config, findings);
  return findings;
}

}  // namespace flagcensus
