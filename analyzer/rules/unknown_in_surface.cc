// unknown-in-surface: a deployment file or sample sets a variable that nothing reads
//
// ## What it does
// Finds names that a surface (a sample of a `.env` file, a Compose file, a chart, a manifest, an image's build file,
// a unit) gives the project's own program, and that nothing in the tree reads: no source of any language, no
// surface that expands the name, no image that is named there. The variable that was probably meant is named.
//
// Without an entry `[[surface]]` for the file, only names that begin with the project's own prefix, and those that are
// one letter away from a variable that the code reads, are reported.
//
// ## Why it matters
// Whoever deploys sets a value, and nothing happens; the variable that was meant keeps its default.
//
// ## Example
//     environment:
//       SHOP_TOKN: ${SHOP_TOKN}
//
// and
//
//     os.environ["SHOP_TOKEN"]
//
//     SHOP_TOKN is set at docker-compose.yml:2, and nothing in the tree reads it: did you mean SHOP_TOKEN?
//
// ## Not reported
// - variables of other programs, of their images (`POSTGRES_PASSWORD` for `image: postgres`) and of images that are not
//   known;
// - what is given to a program that mostly gets names of others;
// - names of which any other file of the tree has the word, or from which the code may build them;
// - files for tests and examples, and what a CI system sets, without an entry for them;
// - with an entry for a CI file, what one of its steps sets, or a secret: only what a workflow of GitHub's or one of its
//   jobs sets is judged;
// - in an image's build file, what a stage on an image that is no mere language or system sets, and names without the
//   project's prefix, which a library may read.
//
// ## Fix
// Correct the name, or remove the line.
#include <fmt/format.h>

#include "analyzer/base/text.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/foreign.h"
#include "analyzer/rules/near_names.h"
#include "analyzer/rules/surface_facts.h"

namespace flagcensus {
namespace {

constexpr size_t kShortestMeant = 6;

// The variable of which the name is a misspelling; nullptr if there is none, or several.
const Flag* MeantBy(const std::string& name, const NearNames& names, const SurfaceFacts& facts,
                    const Surface& surface) {
  if (name.size() < kShortestMeant) return nullptr;
  const Flag* meant = nullptr;
  for (const NearNames::Near& near : names.Find(name)) {
    if (near.how != Nearness::kLetter || !facts.IsRead(near.flag->name)) continue;
    // Words of a few letters are more often members of a series than misspellings.
    if (!near.own.empty() && std::min(near.own.size(), near.other.size()) < 4) continue;
    // If both are set, both are intended.
    const bool both =
        std::any_of(surface.settings.begin(), surface.settings.end(),
                    [&](const SurfaceSetting& setting) { return setting.name == near.flag->name; });
    if (both) continue;
    if (meant != nullptr) return nullptr;
    meant = near.flag;
  }
  return meant;
}

// The only variable that is one letter away, in a word of any length: too little to report a name,
// but a help if it is reported anyway. SHOP_PRT is unknown; SHOP_PORT is read, and not set here.
const Flag* CandidateFor(const std::string& name, const NearNames& names, const SurfaceFacts& facts,
                         const Surface& surface) {
  constexpr size_t kShortest = 3;  // letters of the words: MAX, MIN
  const Flag* candidate = nullptr;
  for (const NearNames::Near& near : names.Find(name)) {
    const bool letter = std::min(near.own.size(), near.other.size()) >= kShortest &&
                        !HasDigit(near.own) && !HasDigit(near.other) &&
                        EditDistance(near.own, near.other, 1) == 1;
    if (!letter || !facts.IsRead(near.flag->name)) continue;
    const bool both =
        std::any_of(surface.settings.begin(), surface.settings.end(),
                    [&](const SurfaceSetting& setting) { return setting.name == near.flag->name; });
    if (both || candidate != nullptr) return nullptr;
    candidate = near.flag;
  }
  return candidate;
}

// Whether it is a variable of another program or of a library that the project requires; a word
// that any program may use is not.
bool IsOfOthers(const RuleInput& input, const std::string& name) {
  const ForeignName foreign = FindForeign(name);
  return (foreign.owner != nullptr && !foreign.generic) ||
         DependencyOf(input.ownership, name) != nullptr;
}

void CheckUnknownInSurface(const RuleInput& input, std::vector<Finding>& findings) {
  if (input.surfaces.empty()) return;
  SurfaceFacts facts(input);
  NearNames names;
  for (const Flag* flag : facts.listed()) names.Add(*flag);
  // A class of settings with a base outside the tree may have any field: a name with the prefix of
  // the class may be one.
  const auto may_be_field = [&](const std::string& name) {
    return std::any_of(input.unresolved_accesses.begin(), input.unresolved_accesses.end(),
                       [&](const Access* access) {
                         return access->evidence.open_name == OpenName::kOfBase &&
                                MayRead(*access, name);
                       });
  };
  std::map<std::string, Finding> found;  // by name: all places of one are one finding
  for (const JudgedSurface& judged : input.surfaces) {
    const Surface& surface = *judged.surface;
    const bool ci = surface.kind == SurfaceKind::kCi || surface.kind == SurfaceKind::kTox;
    if (ci && judged.row == nullptr) continue;
    const bool lists = surface.kind == SurfaceKind::kDotenv;  // a line that is a comment, too
    for (const SurfaceSetting& setting : surface.settings) {
      if (setting.how == Given::kCommented && !lists) continue;
      if (!facts.IsReadByNothing(setting.name) || !facts.IsForProject(judged, setting.program))
        continue;
      if (IsOfOthers(input, setting.name)) continue;
      // A secret of CI is for the services that it uses. A word that any program may use may be
      // read by one of its tools.
      if (ci && (setting.how == Given::kReferred || FindForeign(setting.name).generic)) continue;
      const Flag* meant = MeantBy(setting.name, names, facts, surface);
      if (meant == nullptr && IsOfDependencyFamily(input.ownership, setting.name)) continue;
      // An image also sets variables that the libraries in it read.
      const bool image = surface.kind == SurfaceKind::kDockerfile;
      const bool sure = (judged.row != nullptr && !image && !may_be_field(setting.name)) ||
                        meant != nullptr || IsSurelyOwn(input.ownership, setting.name);
      if (!sure) continue;
      auto [at, added] = found.try_emplace(setting.name);
      Finding& out = at->second;
      if (added) {
        out = MakeFinding("unknown-in-surface", setting.name, Severity::kWarning,
                          meant != nullptr ? Confidence::kHigh : Confidence::kMedium);
        out.at_page = true;
        if (meant != nullptr) out.code = PlacesOf(SourceAccesses(*meant));
        if (meant != nullptr) out.suggestion = meant->name;
        // It explains no other finding, so it is only named.
        const Flag* const candidate =
            meant != nullptr ? nullptr : CandidateFor(setting.name, names, facts, surface);
        if (candidate != nullptr) {
          out.remedy = fmt::format("did you mean {}? Otherwise remove it there", candidate->name);
        }
      }
      out.doc.push_back(setting.place);
    }
  }
  for (auto& [name, out] : found) {
    out.message =
        fmt::format("{} is set at {}, and nothing in the tree reads it", name, ToText(out.doc));
    if (out.suggestion) {
      out.remedy = fmt::format("did you mean {}?", *out.suggestion);
    } else if (out.remedy.empty()) {
      out.remedy = "remove it there, or correct its name";
    }
    findings.push_back(std::move(out));
  }
}

constexpr Explained kUnknownExplains[] = {
    {"unused"}, {"likely-typo"}, {"likely-typo", true}, {"undocumented", true}};

}  // namespace

extern constexpr Rule kUnknownInSurfaceRule = {
    .rank = 64,
    .name = "unknown-in-surface",
    .summary = "a deployment file or sample sets a variable that nothing reads",
    .remedy = "correct the name, or remove the line",
    .check = CheckUnknownInSurface,
    .explains = kUnknownExplains,
};

}  // namespace flagcensus
