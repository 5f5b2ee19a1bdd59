// flags ─→ findings, filtered as the configuration specifies
//
// ReadBothSides collects everything that is known about each variable; Compare adds the rules:
//
//   code  os.environ.get("APP_TIMEOUT", "60")    an Access
//   page  | `APP_TIMEOUT` | `30` |               an Entry
//   ─→ Flag{APP_TIMEOUT} ─→ CheckDefaultMismatch ─→ Finding "documented as 30 but defaults to 60"
#include "analyzer/pipeline/compare.h"

#include <algorithm>
#include <iterator>

#include "analyzer/base/text.h"
#include "analyzer/evidence/compared_values.h"
#include "analyzer/evidence/documentation.h"
#include "analyzer/evidence/internal_signs.h"
#include "analyzer/evidence/name_rules.h"
#include "analyzer/evidence/separators.h"
#include "analyzer/evidence/shown_settings.h"
#include "analyzer/join/join.h"
#include "analyzer/join/key_entries.h"
#include "analyzer/link/census.h"
#include "analyzer/pipeline/accept.h"
#include "analyzer/pipeline/code.h"
#include "analyzer/pipeline/load.h"
#include "analyzer/pipeline/other_language_mentions.h"
#include "analyzer/pipeline/pages.h"
#include "analyzer/pipeline/progress.h"
#include "analyzer/pipeline/rows_unmatched.h"
#include "analyzer/pipeline/surfaces.h"
#include "analyzer/project/project_names.h"
#include "analyzer/project/scope.h"
#include "analyzer/review/coverage.h"
#include "analyzer/review/review.h"
#include "analyzer/rules/documentation_status.h"
#include "analyzer/rules/foreign.h"
#include "analyzer/rules/rule.h"
#include "analyzer/tree/glob.h"

namespace flagcensus {

std::vector<const Access*> UnresolvedInSources(const Census& census, const Config& config) {
  Globs allowed;
  for (const AllowedExpression& row : config.unresolved) allowed.Add(row.expression);
  std::vector<const Access*> out;
  for (const Access& access : census.accesses) {
    if (access.scope != Scope::kSrc || !IsUnresolved(access)) continue;
    if (!allowed.Matches(access.evidence.name_expression)) out.push_back(&access);
  }
  return out;
}

namespace {

// Whether another project of the run, in a neighbouring folder, has the name of the dependency. The
// findings about its variables are then those of that project.
bool IsBeside(const Dependency& dependency, const std::vector<std::string>& beside) {
  const auto plain = [](std::string_view name) { return ReplaceAll(ToLower(name), "-", "_"); };
  return std::any_of(beside.begin(), beside.end(), [&](const std::string& folder) {
    return plain(folder) == plain(dependency.name);
  });
}

// The owner of each variable, by the configuration, the project's name in its manifests, and its
// reads.
Ownership FindOwners(const Tree& tree, const std::vector<Flag>& flags, const Config& config) {
  ProjectNames names = ReadProjectNames(tree);
  Ownership out = FindOwnership(flags, config.own_prefixes, names.names);
  out.diagnostics = std::move(names.diagnostics);
  out.names = std::move(names.names);
  out.dependencies = ReadDependencies(tree);
  return out;
}

// Sets `passages` and `signs` of the flags that the code touches and no entry documents.
void FindDocumentation(const Tree& tree, const Catalog& catalog, const ProjectOptions& options,
                       std::vector<Flag>& flags) {
  // Each of these adds its kind of evidence to the flags, and reads only files that name one.
  TakePassages(catalog.statements, flags);
  TakeKeys(tree, catalog.name_rules, options.jobs, flags);
  FindSetByProgram(tree, options.jobs, flags);
  FindInternalSigns(tree, options.jobs, flags);
  FindListedNames(tree, options.jobs, flags);
  FindSplits(tree, flags);
  FindUnmarked(tree, options.jobs, flags);
}

}  // namespace

std::optional<std::string> UnknownRule(const FindingOptions& options) {
  for (const std::vector<std::string>* rules : {&options.select, &options.ignore}) {
    for (const std::string& name : *rules) {
      if (FindRule(name) == nullptr) return "unknown rule '" + name + "'; " + SuggestRule(name);
    }
  }
  return std::nullopt;
}

namespace {

// Whether the texts document the project's variables at all: a structure lists some, or they
// describe a fifth of what the sources access. A single remark about another program is not a
// catalog, and neither are variables that contributors set for a run of the tests. A project that
// documents a few of many variables in prose only gets one finding, no-catalog.
bool HasCatalog(const Comparison& comparison) {
  if (comparison.catalog.listed) return true;
  size_t documented = 0;
  size_t all = 0;
  for (const Flag& flag : comparison.flags) {
    const bool own =
        !IsCommonToAll(flag.name) &&
        std::any_of(flag.accesses.begin(), flag.accesses.end(),
                    [](const FlagAccess& one) { return one.access->scope == Scope::kSrc; });
    if (!own) continue;
    ++all;
    const bool for_users =
        std::any_of(flag.entries.begin(), flag.entries.end(), [&](const Entry* entry) {
          return !comparison.catalog.for_contributors.contains(entry->place.file);
        });
    documented += for_users ? 1 : 0;
  }
  // With a smaller share, a finding for each of the other variables would bury the one about the
  // list.
  constexpr size_t kShare = 5;
  return documented > 0 && documented * kShare >= all;
}

// A row's place, with the path as the caller sees it.
Place ShownAt(Place place, const ProjectOptions& options) {
  place.file = ShownPath(place.file, options.root);
  return place;
}

// Adds flags for variables that pages set for containers although nothing else mentions them.
void AddShownSettings(const Tree& tree, const ProjectOptions& options, Comparison& out) {
  const auto is_others = [](std::string_view name) { return FindForeign(name).owner != nullptr; };
  out.shown = FindShownSettings(tree, options.jobs, out.flags, is_others);
  for (const Entry& entry : out.shown) {
    const auto at = std::lower_bound(
        out.flags.begin(), out.flags.end(), entry.name,
        [](const Flag& flag, const std::string& name) { return flag.name < name; });
    Flag flag;
    flag.name = entry.name;
    flag.entries = {&entry};
    out.flags.insert(at, std::move(flag));
  }
}

// Removes the `.env` files of other programs: files of which the code accesses no variable, in a
// folder with a file from which it does. A folder in which no file matches keeps all of them, since
// the names may be read in a language that was not analysed.
void DropOthersSettings(const KnownNames& names, Catalog& catalog) {
  // A file with a single accessed variable belongs to the program.
  std::map<std::string_view, bool> accessed;  // by the file
  for (const Entry& entry : catalog.entries) {
    if (entry.how != EntryHow::kDotenv) continue;
    bool& any = accessed[entry.place.file];
    any = any || names.IsAccessed(entry.name);
  }
  std::set<std::string_view> folders;
  for (const auto& [file, any] : accessed) {
    if (any) folders.insert(FolderOf(file));
  }
  std::set<std::string> others;
  for (const auto& [file, any] : accessed) {
    if (!any && folders.contains(FolderOf(file))) others.emplace(file);
  }
  if (others.empty()) return;
  std::erase_if(catalog.entries,
                [&](const Entry& entry) { return others.contains(entry.place.file); });
  std::erase_if(catalog.pages, [&](const std::string& page) { return others.contains(page); });
}

}  // namespace

Result<Comparison> ReadBothSides(const Tree& tree, const ProjectOptions& options,
                                 const Config& config, RunBudget& budget, const IsAside& aside,
                                 const Census* code) {
  Progress progress(!options.messages.quiet);
  Comparison out;
  progress.At("reading " + std::to_string(tree.files.size()) + " files");
  out.census = code == nullptr ? ReadCode(tree, options, config, budget) : *code;
  progress.At("reading pages");
  const KnownNames names(out.census);
  Result<Catalog> catalog = ReadCatalog(tree, options, config, &budget, &names);
  if (!catalog.ok()) return catalog.error();
  out.catalog = std::move(catalog).value();
  // Only for pages that were found: a named one is the user's decision.
  if (options.pages.catalog.empty() && config.catalog.empty()) {
    DropOthersSettings(names, out.catalog);
  }
  if (aside) {
    std::vector<Entry>& entries = out.catalog.entries;
    const auto kept = std::stable_partition(entries.begin(), entries.end(),
                                            [&](const Entry& entry) { return !aside(entry); });
    out.aside.assign(std::make_move_iterator(kept), std::make_move_iterator(entries.end()));
    entries.erase(kept, entries.end());
    // The text of a page of which all entries are aside is not evidence either.
    std::erase_if(out.catalog.pages, [&](const std::string& page) {
      const auto of_page = [&](const Entry& entry) { return entry.place.file == page; };
      return std::any_of(out.aside.begin(), out.aside.end(), of_page) &&
             std::none_of(entries.begin(), entries.end(), of_page);
    });
  }
  // What receives the values, then one flag for each name.
  progress.At("following " + std::to_string(out.census.accesses.size()) + " accesses");
  const std::vector<Consumption> consumption = FindConsumption(
      tree, {options.jobs, config.source.accessors.get(), &budget, options.cost.get()},
      &out.census);
  NameByVariables(out.census, out.catalog.entries);
  out.flags = JoinFlags(out.census, consumption, out.catalog.entries);
  std::vector<Diagnostic> rows = UnmatchedPageRows(options, config, out.flags, out.catalog.entries);
  std::move(rows.begin(), rows.end(), std::back_inserter(out.census.diagnostics));
  // Searches in other files, only for flags that the code does not touch or no page documents.
  progress.At("looking for " + std::to_string(out.flags.size()) + " variables in other files");
  {
    const PhaseScope phase(options.cost.get(), Phase::kElsewhere);
    FindElsewhere(tree, out.catalog, options.jobs, "pages", out.flags, out.census.diagnostics);
    FindDocumentation(tree, out.catalog, options, out.flags);
  }
  out.surfaces =
      FindSurfaces(tree, out.catalog, options, config, out.flags, out.census.diagnostics);
  // Owners need the complete list of flags: a prefix of the project is derived from its reads.
  out.ownership = FindOwners(tree, out.flags, config);
  std::erase_if(out.ownership.dependencies,
                [&](const Dependency& one) { return IsBeside(one, options.beside); });
  AddShownSettings(tree, options, out);
  out.compared = FindComparedValues(tree, options.jobs, out.flags);
  out.coverage = FindCoverage(tree, out, config);
  return out;
}

// What was not read, and which entries could not be compared because of names that are not known.
Coverage FindCoverage(const Tree& tree, const Comparison& comparison, const Config& config) {
  std::vector<Diagnostic> diagnostics = tree.diagnostics;
  for (const auto* more : {&comparison.census.diagnostics, &comparison.catalog.diagnostics}) {
    diagnostics.insert(diagnostics.end(), more->begin(), more->end());
  }
  Coverage out = CoverageOf(tree, diagnostics);
  CountEntries(comparison.flags, UnresolvedInSources(comparison.census, config), out);
  return out;
}

RuleInput RuleInputOf(const Comparison& comparison, const ProjectOptions& options,
                      const Config& config) {
  RuleInput out{comparison.flags, comparison.ownership,
                UnresolvedInSources(comparison.census, config)};
  out.internal = config.internal;
  for (InternalFlag& flag : out.internal) flag.place = ShownAt(std::move(flag.place), options);
  out.has_catalog = HasCatalog(comparison);
  if (!out.has_catalog && !comparison.catalog.for_contributors.empty()) {
    out.contributors_page = *comparison.catalog.for_contributors.begin();
  }
  out.only_catalog_documents = config.only_catalog_documents;
  out.catalog_named = options.pages.catalog_named;
  out.endings = &comparison.catalog.endings;
  out.compared = &comparison.compared;
  out.surfaces = JudgedSurfaces(comparison.surfaces.surfaces, config);
  out.unread = &comparison.surfaces.unread;
  // The first missing include explains why a variable may not be documented.
  const std::vector<MissingInclude>& missing = comparison.catalog.missing;
  const auto first = std::min_element(missing.begin(), missing.end(),
                                      [](const auto& a, const auto& b) { return a.at < b.at; });
  if (first != missing.end()) {
    out.missing_at = first->at;
    out.missing_page = first->path;
  }
  return out;
}

Result<Comparison> Compare(const Tree& tree, const ProjectOptions& options, const Config& config,
                           RunBudget& budget, const FindingOptions& findings,
                           const FindingFilter& only) {
  Result<Comparison> read = ReadBothSides(tree, options, config, budget);
  if (!read.ok()) return read;
  Comparison& out = read.value();
  // What the project accepts is read before the rules, because it states which of them run.
  Result<Acceptance> accepted = ReadAcceptance(tree, options, findings, config, out.diagnostics);
  if (!accepted.ok()) return accepted.error();
  Acceptance& acceptance = accepted.value();
  acceptance.before = only.before;
  acceptance.concerning = only.concerning;
  out.baseline = acceptance.baseline.file;

  // Every rule adds to one list; Review then sets severities and removes accepted findings.
  const RuleInput input = RuleInputOf(out, options, config);
  for (const std::string& name : acceptance.rules) {
    if (const Rule* rule = FindRule(name); rule->check != nullptr) {
      rule->check(input, out.findings);
    }
  }
  out.accepted = Review(input, config, acceptance, findings.grouped, out.findings);
  out.inventory = InventoryOf(input);
  // With named or changed files, rows about other files would not be of interest.
  if (!only.concerning.empty()) {
    std::erase_if(out.inventory, [&](const InventoryRow& row) {
      return std::none_of(row.places.begin(), row.places.end(),
                          [&](const Place& place) { return only.concerning.contains(place.file); });
    });
  }
  return read;
}

}  // namespace flagcensus
