#include "analyzer/rules/surface_proposals.h"

#include <algorithm>
#include <map>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/model/entry.h"
#include "analyzer/rules/surface_facts.h"
#include "analyzer/rules/surface_values.h"

namespace flagcensus {
namespace {

constexpr std::string_view kWorkflows = ".github/workflows/";

// Nearly all of some: what is deployed sets what differs from its defaults, and not each variable.
bool IsNearlyAll(size_t some, size_t all) { return some >= 3 && some * 20 >= all * 17; }

// "Most" of some: three of five, and three at least.
bool IsMost(size_t some, size_t all) {
  constexpr size_t kLeast = 3;
  return some >= kLeast && some * 5 >= all * 3;
}

// The headings under which the pages document variables of which the sample has nearly all.
std::vector<std::string> SectionsListed(const std::vector<const Flag*>& listed,
                                        const std::set<std::string_view>& names,
                                        const std::string& sample) {
  std::map<std::string, std::pair<std::set<std::string_view>, size_t>> sections;
  for (const Flag* flag : listed) {
    for (const Entry* entry : flag->entries) {
      if (entry->section.empty() || entry->place.file == sample) continue;
      auto& [all, has] = sections[entry->section];
      if (all.insert(flag->name).second) has += names.contains(flag->name) ? 1 : 0;
    }
  }
  std::vector<std::string> out;
  for (const auto& [section, found] : sections) {
    if (IsNearlyAll(found.second, found.first.size())) out.push_back(section);
  }
  return out;
}

}  // namespace

std::vector<ProposedSurface> ProposeSurfaces(const RuleInput& input) {
  std::vector<ProposedSurface> out;
  if (input.surfaces.empty()) return out;
  SurfaceFacts facts(input);
  bool workflows = false;
  for (const JudgedSurface& judged : input.surfaces) {
    const Surface& surface = *judged.surface;
    if (surface.kind == SurfaceKind::kCi && surface.file.starts_with(kWorkflows)) {
      workflows = true;
      continue;
    }
    const bool sample = surface.kind == SurfaceKind::kDotenv;
    const bool deployed = IsDeployed(surface.kind);
    if (!sample && !deployed && surface.kind != SurfaceKind::kDockerfile) continue;
    const std::vector<const Flag*> flags = facts.ListedFor(surface);
    std::set<std::string_view> listed;
    std::set<std::string_view> required;
    for (const Flag* flag : flags) {
      listed.insert(flag->name);
      if (IsNeededAtLoad(*flag)) required.insert(flag->name);
    }
    std::set<std::string_view> names;
    size_t compared = 0;
    size_t equal = 0;
    for (const SurfaceSetting& setting : surface.settings) {
      if (!facts.IsForProject(judged, setting.program)) continue;
      if (listed.contains(setting.name)) names.insert(setting.name);
      const Verdict verdict = CompareSetting(input, surface, setting);
      if (verdict == Verdict::kUnknown) continue;
      ++compared;
      equal += verdict == Verdict::kEqual ? 1 : 0;
    }
    if (names.empty()) continue;
    ProposedSurface row;
    row.file = surface.file;
    size_t needed = 0;
    for (const std::string_view name : required) needed += names.contains(name) ? 1 : 0;
    const bool lists = sample && DeploymentOf(surface.file).empty();
    const bool all = lists ? IsMost(names.size(), listed.size())
                           : (sample || deployed) && IsNearlyAll(names.size(), listed.size());
    if (lists && !all) row.sections = SectionsListed(flags, names, surface.file);
    const bool all_needed = deployed || (sample && IsMost(needed, required.size()));
    row.variables = all || !row.sections.empty() ? "all" : all_needed ? "required" : "none";
    const bool defaults = IsMost(equal, compared) && DeploymentOf(surface.file).empty();
    row.values = defaults ? "default" : "any";
    row.why = "it has " + std::to_string(names.size()) + " of " +
              Count(listed.size(), "variable", "variables") + ", and " + std::to_string(equal) +
              " of " + Count(compared, "value is", "values are") + " the code's default";
    out.push_back(std::move(row));
  }
  if (workflows) {
    ProposedSurface row;
    row.file = std::string(kWorkflows) + "*";
    row.variables = "none";
    row.values = "any";
    row.why = "workflows set variables";
    out.push_back(std::move(row));
  }
  return out;
}

}  // namespace flagcensus
