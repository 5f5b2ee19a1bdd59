// flags ─→ findings, as the configuration wants them
#include <algorithm>
#include <iterator>

#include "analyzer/base/text.h"
#include "analyzer/evidence/documentation.h"
#include "analyzer/evidence/signs.h"
#include "analyzer/pipeline/pipeline.h"
#include "analyzer/project/glob.h"
#include "analyzer/review/review.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {
namespace {

// Places to show for a name that stands elsewhere; more say nothing new.
constexpr int kPlacesShown = 5;

// The name that a flag of the program has where a variable sets it: app_x of APP_X. Short ones and
// single words are anything.
std::string FlagNameOf(const std::string& variable) {
  constexpr size_t kLeast = 6;
  const std::string lower = ToLower(variable);
  const bool told = lower.size() >= kLeast && lower.find('_') != std::string::npos;
  return told && lower != variable ? lower : "";
}

}  // namespace

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

void FindElsewhere(const Tree& tree, const Catalog& catalog, unsigned jobs,
                   std::vector<Flag>& flags) {
  std::vector<std::string> names;
  std::vector<std::string> spelled;
  for (const Flag& flag : flags) {
    if (!flag.accesses.empty()) continue;
    names.push_back(flag.name);
    if (const std::string flag_name = FlagNameOf(flag.name); !flag_name.empty()) {
      spelled.push_back(flag_name);
    }
  }
  if (names.empty()) return;
  auto places = FindWords(tree, names, spelled, catalog.pages, kPlacesShown, jobs);
  for (Flag& flag : flags) {
    if (!flag.accesses.empty()) continue;
    if (const auto found = places.find(flag.name); found != places.end()) {
      flag.seen_elsewhere = std::move(found->second);
    }
    if (const auto found = places.find(FlagNameOf(flag.name)); found != places.end()) {
      flag.declared_as = found->second.front();
    }
  }
}

void FindDocumentation(const Tree& tree, const Catalog& catalog, const Options& options,
                       std::vector<Flag>& flags) {
  FindPassages(tree, catalog.pages, options.root, options.jobs, flags);
  FindSigns(tree, options.jobs, flags);
}

std::vector<Finding> FindDrift(const std::vector<Flag>& flags, const Census& census,
                               const Catalog& catalog, const Config& config) {
  RuleInput input{flags, config.own_prefixes, UnresolvedInSources(census, config)};
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
