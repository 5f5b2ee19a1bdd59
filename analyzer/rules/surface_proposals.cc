#include "analyzer/rules/surface_proposals.h"

#include <algorithm>
#include <map>
#include <set>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/model/entry.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/surface_facts.h"
#include "analyzer/rules/surface_values.h"
#include "analyzer/tree/relative_path.h"

namespace flagcensus {
namespace {

constexpr std::string_view kSampleWords[] = {"example", "sample",  "template",
                                             "dist",    "default", "demo"};
constexpr std::string_view kWorkflows = ".github/workflows/";

// "Nearly all" of a number is 85 %: a deployment sets what differs from the defaults and not every
// variable.
bool IsNearlyAll(size_t some, size_t all) { return some >= 3 && some * 20 >= all * 17; }

// "Most" of a number is three of five, and at least three.
bool IsMost(size_t some, size_t all) {
  constexpr size_t kLeast = 3;
  return some >= kLeast && some * 5 >= all * 3;
}

// The headings below which pages document variables, if the sample contains nearly all of them.
std::vector<std::string> SectionsListed(const std::vector<const Flag*>& listed,
                                        const std::set<std::string_view>& names,
                                        const std::string& sample) {
  std::map<std::string, std::pair<std::set<std::string_view>, size_t>> sections;
  for (const Flag* flag : listed) {
    for (const Entry* entry : flag->entries) {
      const bool titled = std::any_of(entry->section.begin(), entry->section.end(), IsAlpha);
      if (!titled || entry->place.file == sample) continue;  // a drawn line is not a title
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

// Whether a `.env` file is there to be copied: its values are not in use.
bool IsSample(std::string_view file) {
  const std::string base = ToLower(file.substr(file.rfind('/') + 1));
  return std::any_of(std::begin(kSampleWords), std::end(kSampleWords),
                     [&](std::string_view word) { return base.find(word) != std::string::npos; });
}

// Surfaces that are deployed together: a file, or the files of a chart or of a folder of manifests.
struct Together {
  std::string files;
  std::vector<const JudgedSurface*> surfaces;
};

// The folder of the files that are deployed with this one; "" if it is deployed alone.
std::string FolderOfAll(const Surface& surface) {
  const std::string folder = std::string(FolderOfPath(surface.file));
  if (surface.kind == SurfaceKind::kKubernetes) return folder;
  if (surface.kind != SurfaceKind::kHelm) return "";
  return folder.substr(0, std::min(folder.find("templates/"), folder.size()));
}

// The groups for which a row can be written, files before folders: the first row that matches
// counts.
std::vector<Together> DeployedTogether(const RuleInput& input) {
  std::vector<Together> out;
  std::map<std::string, Together> folders;
  for (const JudgedSurface& judged : input.surfaces) {
    const Surface& surface = *judged.surface;
    const bool asked = surface.kind == SurfaceKind::kDotenv || IsDeployed(surface.kind) ||
                       surface.kind == SurfaceKind::kDockerfile;
    if (!asked) continue;
    const std::string folder = FolderOfAll(surface);
    if (folder.empty()) {
      out.push_back({surface.file, {&judged}});
    } else {
      Together& all = folders[folder];
      all.files = folder + (surface.kind == SurfaceKind::kHelm ? "**" : "*.y*ml");
      all.surfaces.push_back(&judged);
    }
  }
  for (auto& [folder, all] : folders) out.push_back(std::move(all));
  return out;
}

// What the files seem to promise; `variables` is empty if they set no variable of the project.
ProposedSurface ProposalFor(const Together& together, const RuleInput& input, SurfaceFacts& facts) {
  const Surface& first = *together.surfaces.front()->surface;
  const std::vector<const Flag*> flags = facts.ListedFor(first);
  std::set<std::string_view> listed;
  std::set<std::string_view> required;
  for (const Flag* flag : flags) {
    listed.insert(flag->name);
    if (IsNeededAtLoad(*flag)) required.insert(flag->name);
  }
  std::set<std::string_view> names;
  size_t passed = 0;  // of the project's variables, by their names
  size_t compared = 0;
  size_t equal = 0;
  // First what the files set, of the project's variables, and how many values are the code's
  // defaults.
  for (const JudgedSurface* judged : together.surfaces) {
    for (const SurfaceSetting& setting : judged->surface->settings) {
      if (!facts.IsForProject(*judged, setting.program)) continue;
      if (listed.contains(setting.name) && names.insert(setting.name).second) {
        passed += setting.how == Given::kValue || setting.how == Given::kCommented ? 0 : 1;
      }
      const Verdict verdict = CompareSetting(input, *judged->surface, setting);
      if (verdict == Verdict::kUnknown) continue;
      ++compared;
      equal += verdict == Verdict::kEqual ? 1 : 0;
    }
  }
  ProposedSurface row;
  if (names.empty()) return row;
  row.file = together.files;
  size_t needed = 0;
  for (const std::string_view name : required) needed += names.contains(name) ? 1 : 0;
  // Then what they promise to list: all variables, those of some sections, or the required ones.
  const bool sample = first.kind == SurfaceKind::kDotenv;
  const bool deployed = IsDeployed(first.kind);
  const bool lists = sample && DeploymentOf(first.file).empty();
  const bool all = lists ? IsMost(names.size(), listed.size())
                         : deployed && IsNearlyAll(names.size(), listed.size());
  if (lists && !all) row.sections = SectionsListed(flags, names, first.file);
  const bool all_needed = deployed || (sample && IsMost(needed, required.size()));
  row.variables = all || !row.sections.empty() ? "all" : all_needed ? "required" : "none";
  // A deployment that passes variables by their names expects users to set the documented ones.
  constexpr size_t kPassed = 3;
  if (row.variables == "required" && deployed && passed >= kPassed) {
    const SourcesMeant meant(names, input.flags, facts.listed());
    const bool passes = PassesWhatItSets(first);
    const bool most = std::any_of(flags.begin(), flags.end(), [&](const Flag* flag) {
      const std::vector<const Access*> accesses = SourceAccesses(*flag);
      return std::any_of(accesses.begin(), accesses.end(), [&](const Access* access) {
        return meant.HasMostDocumented(access->place.file, passes);
      });
    });
    if (most) row.variables = "documented";
  }
  // One of a few values may have drifted.
  const bool shows = IsNearlyAll(equal, compared) || (equal >= 3 && equal + 1 == compared);
  const bool defaults =
      shows && DeploymentOf(first.file).empty() && (!sample || IsSample(first.file));
  row.values = defaults ? "default" : "any";
  row.why = "it has " + std::to_string(names.size()) + " of " +
            Count(listed.size(), "variable", "variables") + ", and " + std::to_string(equal) +
            " of " + Count(compared, "value is", "values are") + " the code's default";
  return row;
}

}  // namespace

std::vector<ProposedSurface> ProposeSurfaces(const RuleInput& input) {
  std::vector<ProposedSurface> out;
  if (input.surfaces.empty()) return out;
  SurfaceFacts facts(input);
  for (const Together& together : DeployedTogether(input)) {
    ProposedSurface row = ProposalFor(together, input, facts);
    if (!row.variables.empty()) out.push_back(std::move(row));
  }
  const bool workflows =
      std::any_of(input.surfaces.begin(), input.surfaces.end(), [](const JudgedSurface& judged) {
        return judged.surface->kind == SurfaceKind::kCi &&
               judged.surface->file.starts_with(kWorkflows);
      });
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
