// flags ─→ findings, as the configuration wants them
#include <algorithm>
#include <iterator>

#include "analyzer/base/text.h"
#include "analyzer/evidence/documentation.h"
#include "analyzer/evidence/signs.h"
#include "analyzer/pipeline/pipeline.h"
#include "analyzer/pipeline/progress.h"
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

std::optional<std::string> UnknownRule(const Options& options) {
  for (const std::vector<std::string>* rules : {&options.select, &options.ignore}) {
    for (const std::string& name : *rules) {
      if (FindRule(name) == nullptr) return "unknown rule '" + name + "'; " + SuggestRule(name);
    }
  }
  return std::nullopt;
}

namespace {

// A row's place as the caller sees it.
Place ShownAt(Place place, const Options& options) {
  place.file = ShownPath(place.file, options.root);
  return place;
}

// What the rules find, before anything of it is accepted.
std::vector<Finding> RunRules(const RuleInput& input, const Options& options,
                              const Config& config) {
  std::vector<Finding> findings;
  for (const Rule& rule : Rules()) {
    if (rule.check != nullptr && IsAsked(rule.name, options, config)) rule.check(input, findings);
  }
  return findings;
}

}  // namespace

Result<Comparison> Compare(const Tree& tree, const Options& options, const Config& config,
                           RunBudget& budget, const Narrowing& only) {
  Progress progress(!options.quiet);
  progress.At("reading pages");
  Result<Catalog> catalog = ReadCatalog(tree, options, config, &budget);
  if (!catalog.ok()) return catalog.error();
  Comparison out;
  progress.At("reading " + std::to_string(tree.files.size()) + " files");
  out.catalog = std::move(catalog).value();
  out.census = ReadCode(tree, options, config, budget);
  progress.At("following " + std::to_string(out.census.accesses.size()) + " accesses");
  const std::vector<Consumption> consumption =
      FindConsumption(tree, {options.jobs, config.accessors.get(), &budget}, &out.census);
  out.flags = JoinFlags(out.census, consumption, out.catalog.entries);
  progress.At("looking for " + std::to_string(out.flags.size()) + " variables in other files");
  FindElsewhere(tree, out.catalog, options.jobs, out.flags, out.census.diagnostics);
  FindDocumentation(tree, out.catalog, options, out.flags);
  out.ownership = FindOwners(tree, out.flags, config);
  Result<Acceptance> acceptance = ReadAcceptance(tree, options, config, out.diagnostics);
  if (!acceptance.ok()) return acceptance.error();
  acceptance.value().before = only.before;
  acceptance.value().concerning = only.concerning;
  out.baseline = acceptance.value().baseline.file;

  RuleInput input{out.flags, out.ownership, UnresolvedInSources(out.census, config)};
  input.internal = config.internal;
  for (InternalFlag& flag : input.internal) flag.place = ShownAt(std::move(flag.place), options);
  input.has_catalog = !out.catalog.pages.empty();
  input.only_catalog_documents = config.only_catalog_documents;
  out.findings = RunRules(input, options, config);
  out.accepted = Review(input, config, acceptance.value(), options.command != Command::kBaseline,
                        out.findings);
  return out;
}

}  // namespace flagcensus
