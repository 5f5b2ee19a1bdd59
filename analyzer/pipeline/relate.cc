// findings of several projects ─→ the same without statements that another project contradicts
//
// Each project is compared alone. A report over all of them must not say that nothing reads a
// variable next to a project that reads it:
//
//   a/docs/env.md documents APP_X, b/app.py reads it
//   ─→ "... no access to it was found in this project; b/app.py:3 in another project accesses it"
#include <fmt/format.h>

#include <map>
#include <string_view>
#include <utility>

#include "analyzer/pipeline/projects.h"
#include "analyzer/rules/evidence.h"

namespace flagcensus {
namespace {

// The places at which the projects touch and document a variable, the first place of each.
struct Known {
  // The key is the project's number, so the first one in their order is reported.
  std::map<size_t, Place> touched;
  std::map<size_t, Place> documented;
};

std::map<std::string_view, Known> KnownOf(const std::vector<Workspace>& projects) {
  std::map<std::string_view, Known> out;
  for (size_t i = 0; i < projects.size(); ++i) {
    for (const Flag& flag : projects[i].comparison().flags) {
      if (!flag.accesses.empty()) {
        out[flag.name].touched[i] = flag.accesses.front().access->place;
      }
      if (!flag.entries.empty()) out[flag.name].documented[i] = flag.entries.front()->place;
    }
  }
  return out;
}

// The place in a project other than `own`; nullptr if there is none.
const Place* OfAnother(const std::map<size_t, Place>& places, size_t own) {
  for (const auto& [project, place] : places) {
    if (project != own) return &place;
  }
  return nullptr;
}

// Only these two rules make a statement about all that was read.
void Relate(size_t project, const Known& known, Finding& finding) {
  if (finding.rule == "unused" && !finding.acknowledged) {
    const Place* const place = OfAnother(known.touched, project);
    if (place == nullptr) return;
    finding.message = fmt::format(
        "{} is documented, but no access to it was found in this project; {} in another project "
        "accesses it",
        finding.name, ToText(*place));
    finding.remedy =
        fmt::format("check whether {} refers to that one", ToText(finding.doc.front()));
  } else if (finding.rule == "undocumented" && finding.reason.empty()) {
    const Place* const place = OfAnother(known.documented, project);
    if (place == nullptr) return;
    finding.message = fmt::format(
        "{} is accessed at {}, but no page in this project mentions it; {} in another project "
        "documents it",
        finding.name, ToText(finding.code.front()), ToText(*place));
  }
}

}  // namespace

void RelateProjects(std::vector<Workspace>& projects) {
  if (projects.size() < 2) return;
  const std::map<std::string_view, Known> known = KnownOf(projects);
  for (size_t i = 0; i < projects.size(); ++i) {
    for (Finding& finding : projects[i].comparison().findings) {
      const auto found = known.find(finding.name);
      if (found != known.end()) Relate(i, found->second, finding);
    }
  }
}

}  // namespace flagcensus
