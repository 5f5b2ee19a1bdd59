#include "analyzer/rules/surface_proposals.h"

#include <algorithm>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/rules/surface_facts.h"
#include "analyzer/rules/surface_values.h"

namespace flagcensus {
namespace {

// Nearly all of some: what is deployed sets what differs from its defaults, and not each variable.
bool IsNearlyAll(size_t some, size_t all) { return some >= 3 && some * 20 >= all * 17; }

// "Most" of some: three of five, and three at least.
bool IsMost(size_t some, size_t all) {
  constexpr size_t kLeast = 3;
  return some >= kLeast && some * 5 >= all * 3;
}

// A sample for one deployment, `.env.production.example`: its values are that deployment's.
bool IsOfOneDeployment(std::string_view file) {
  const std::string base = ToLower(file.substr(file.rfind('/') + 1));
  for (const std::string_view word :
       {"production", "prod", "staging", "test", "testing", "ci", "docker", "local"}) {
    if (HasWord(base, word)) return true;
  }
  return false;
}

}  // namespace

std::vector<ProposedSurface> ProposeSurfaces(const RuleInput& input) {
  std::vector<ProposedSurface> out;
  if (input.surfaces.empty()) return out;
  SurfaceFacts facts(input);
  std::set<std::string_view> listed;
  std::set<std::string_view> required;
  for (const Flag* flag : facts.listed()) {
    listed.insert(flag->name);
    if (IsNeededAtLoad(*flag)) required.insert(flag->name);
  }
  for (const JudgedSurface& judged : input.surfaces) {
    const Surface& surface = *judged.surface;
    const bool sample = surface.kind == SurfaceKind::kDotenv;
    const bool deployed = IsDeployed(surface.kind);
    if (!sample && !deployed && surface.kind != SurfaceKind::kDockerfile) continue;
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
    const bool all = sample ? IsMost(names.size(), listed.size())
                            : deployed && IsNearlyAll(names.size(), listed.size());
    const bool all_needed = deployed || (sample && IsMost(needed, required.size()));
    row.variables = all ? "all" : all_needed ? "required" : "none";
    const bool defaults = IsMost(equal, compared) && !IsOfOneDeployment(surface.file);
    row.values = defaults ? "default" : "any";
    row.why = "it has " + std::to_string(names.size()) + " of " +
              Count(listed.size(), "variable", "variables") + ", and " + std::to_string(equal) +
              " of " + Count(compared, "value is", "values are") + " the code's default";
    out.push_back(std::move(row));
  }
  return out;
}

}  // namespace flagcensus
