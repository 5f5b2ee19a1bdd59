// a checked project ─→ its variables by name and by file
#include "analyzer/lsp/facts.h"

#include <algorithm>
#include <utility>

#include "analyzer/pipeline/real_paths.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
// "src/app.py" below the root /p ─→ /p/src/app.py
std::string ProjectFacts::PathOf(const Place& place) const {
  return AbsolutePath(place.file.starts_with('/') ? place.file : root + "/" + place.file);
}

// Indexes the project's flags by name and by file.
//
//   os.getenv("APP_PORT") in app.py:3, an entry in docs/env.md:9
//   ─→ flags {APP_PORT}, by_file {/p/app.py: [the access], /p/docs/env.md: [the entry]}
std::shared_ptr<const ProjectFacts> MakeProjectFacts(const Workspace& project,
                                                     std::vector<Finding> findings) {
  auto out = std::make_shared<ProjectFacts>();
  out->root = AbsolutePath(project.options().root);
  for (const std::string& path : project.options().paths) out->paths.push_back(AbsolutePath(path));
  if (!project.config().source.file.empty()) {
    out->config_file = AbsolutePath(project.config().source.file);
  }
  out->comparison = project.shared_comparison();
  out->findings = std::move(findings);
  std::map<std::string_view, std::vector<NamedPlace>> by_file;
  for (const Flag& flag : out->comparison->flags) {
    out->flags[flag.name] = &flag;
    for (const FlagAccess& one : flag.accesses) {
      by_file[one.access->place.file].push_back({&flag, one.access, nullptr});
    }
    for (const Entry* entry : flag.entries) {
      by_file[entry->place.file].push_back({&flag, nullptr, entry});
    }
  }
  for (auto& [file, places] : by_file) {
    std::stable_sort(places.begin(), places.end(), [](const NamedPlace& a, const NamedPlace& b) {
      return a.place() < b.place();
    });
    const std::string path = out->PathOf(places.front().place());
    out->by_file[path] = std::move(places);
  }
  return out;
}

// The most specific folder decides: a project inside another one has the longer path.
//
//   projects /p and /p/web: /p/web/app.py ─→ /p/web; /p/lib/a.py ─→ /p; /q/a.py ─→ null
const ProjectFacts* Facts::Of(const std::string& path) const {
  const ProjectFacts* best = nullptr;
  size_t longest = 0;
  for (const auto& project : projects) {
    for (const std::string& folder : project->paths) {
      if (!IsAtOrBelow(path, folder) || (best != nullptr && folder.size() <= longest)) continue;
      best = project.get();
      longest = folder.size();
    }
  }
  return best;
}

std::vector<const ProjectFacts*> Facts::From(const std::string& path) const {
  std::vector<const ProjectFacts*> out;
  if (const ProjectFacts* own = Of(path)) out.push_back(own);
  for (const auto& project : projects) {
    if (out.empty() || project.get() != out.front()) out.push_back(project.get());
  }
  return out;
}

// The order of From: the same name may be two different variables in two projects.
KnownFlag FindFlag(const Facts& facts, const std::string& path, std::string_view name) {
  for (const ProjectFacts* project : facts.From(path)) {
    const auto found = project->flags.find(name);
    if (found != project->flags.end()) return {project, found->second};
  }
  return {};
}

}  // namespace flagcensus
