// surface-mismatch: a sample or deployment shows another value than the code's default
//
// ## What it does
// Compares the values of a surface whose entry `[[surface]]` says `values = "default"` with what the code uses where the
// variable is unset: in a sample the value of the line, commented out or not, in a Compose file also the text that
// it fills in (`${SHOP_PORT:-80}`). Values are compared as the code parses them.
//
// Also compares what Compose files fill in for one variable with each other, if one of them has an entry: in one file
// everywhere, in files of one folder where the lines are the same but for the text, and for images in the whole tree.
//
// ## Why it matters
// The file is read as the list of defaults, and says something else than the code.
//
// ## Example
//     # SHOP_TIMEOUT=60
//
// and
//
//     int(os.environ.get("SHOP_TIMEOUT", "30"))
//
//     SHOP_TIMEOUT is 60 at .env.example:1, but the code's default is 30
//
// ## Not reported
// - without an entry `[[surface]]` that says that values are defaults;
// - texts filled in for two deployments, `docker-compose.yml` and `docker-compose.dev.yml`;
// - switches and addresses that a `.env` file sets, other than in a line that is commented out;
// - placeholders, empty values and values that a template computes;
// - variables without a default in code, or with several.
//
// ## Fix
// Write the default there, or say that values of this file may differ.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analyzer/model/unset.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/surface_facts.h"
#include "analyzer/rules/surface_values.h"
#include "analyzer/tree/relative_path.h"
#include "analyzer/values/words.h"

namespace flagcensus {
namespace {

void CheckSurfaceMismatch(const RuleInput& input, std::vector<Finding>& findings) {
  for (const JudgedSurface& judged : input.surfaces) {
    if (judged.row == nullptr || judged.row->values != "default") continue;
    for (const SurfaceSetting& setting : judged.surface->settings) {
      if (CompareSetting(input, *judged.surface, setting) != Verdict::kDiffer) continue;
      const std::vector<const Access*> accesses = DefaultsOf(*FindFlag(input, setting.name));
      Finding out =
          MakeFinding("surface-mismatch", setting.name, Severity::kWarning, Confidence::kHigh);
      const std::string actual(UnsetOf(*accesses.front()).text);
      SetValues(out, setting.value, actual);
      out.code = PlacesOf(accesses);
      out.doc = {setting.place};
      out.at_page = true;
      out.highlight.about = AboutText::kValue;
      out.message = fmt::format("{} is {} at {}, but the code's default is {}", setting.name,
                                ShowValue(setting.name, Unquote(setting.value)),
                                ToText(setting.place), ShowValue(setting.name, actual));
      out.remedy = fmt::format("correct it, or the default in {}", ToText(out.code.front()));
      findings.push_back(std::move(out));
    }
  }
}

// One place in a Compose file with a fallback text.
struct Filling {
  const JudgedSurface* judged = nullptr;
  const SurfaceFallback* fallback = nullptr;
};
using FilledPlaces = std::vector<Filling>;  // places that should have the same text

// How often a text occurs: at places with an entry, and in all.
using TextCounts = std::map<std::string_view, std::pair<size_t, size_t>>;

void CountTexts(const FilledPlaces& places, TextCounts& counts) {
  for (const Filling& one : places) {
    auto& [asked, all] = counts[one.fallback->text];
    asked += one.judged->row != nullptr ? 1 : 0;
    ++all;
  }
}

// The text of most of the places, those with an entry first. Of two equally frequent ones, the one
// that the variable has more often elsewhere. Empty if all places have the same text.
std::string_view UsualText(const FilledPlaces& places, const TextCounts& everywhere) {
  TextCounts counts;
  CountTexts(places, counts);
  if (counts.size() < 2) return {};
  return std::max_element(counts.begin(), counts.end(),
                          [&](const auto& a, const auto& b) {
                            if (a.second != b.second) return a.second < b.second;
                            return everywhere.at(a.first) < everywhere.at(b.first);
                          })
      ->first;
}

// The places by name, and by what makes them comparable: the same file, the same tag of an image,
// or the same line in files of one folder and deployment.
std::map<std::string_view, std::map<std::string, FilledPlaces>> AlikePlaces(
    const RuleInput& input) {
  std::map<std::string_view, std::map<std::string, FilledPlaces>> out;
  for (const JudgedSurface& judged : input.surfaces) {
    const Surface& surface = *judged.surface;
    if (surface.scope == Scope::kVendored) continue;
    if (judged.row != nullptr && judged.row->values == "placeholder") continue;
    const std::string folder(FolderOfPath(surface.file));
    for (const SurfaceFallback& fallback : surface.fallbacks) {
      if (fallback.none) continue;
      const Filling stated{&judged, &fallback};
      std::map<std::string, FilledPlaces>& alike = out[fallback.name];
      alike["file " + surface.file].push_back(stated);
      if (fallback.around.starts_with("image:")) {
        // Several tags of one image may be in use; another image is another program.
        const bool tag = fallback.around.find(":${") != std::string::npos;
        if (tag) alike["image " + fallback.around].push_back(stated);
      } else {
        alike["folder " + folder + "\n" + DeploymentOf(surface.file) + "\n" + fallback.around]
            .push_back(stated);
      }
    }
  }
  return out;
}

void CheckFallbacks(const RuleInput& input, std::vector<Finding>& findings) {
  for (const auto& [name, groups] : AlikePlaces(input)) {
    TextCounts everywhere;
    for (const auto& [key, places] : groups) CountTexts(places, everywhere);
    // One finding for a name, with all places that differ from the usual text of their group.
    std::set<Place> odd;
    const SurfaceFallback* usual = nullptr;
    const SurfaceFallback* other = nullptr;
    for (const auto& [key, places] : groups) {
      // Only groups with a place for which the configuration has an entry.
      const bool asked = std::any_of(places.begin(), places.end(),
                                     [](const Filling& one) { return one.judged->row != nullptr; });
      const std::string_view text = asked ? UsualText(places, everywhere) : std::string_view();
      if (text.empty()) continue;
      for (const Filling& one : places) {
        const bool same = one.fallback->text == text;
        const SurfaceFallback*& first = same ? usual : other;
        if (first == nullptr) first = one.fallback;
        if (!same) odd.insert(one.fallback->place);
      }
    }
    if (usual == nullptr || other == nullptr) continue;
    Finding out =
        MakeFinding("surface-mismatch", std::string(name), Severity::kWarning, Confidence::kHigh);
    SetValues(out, other->text, usual->text);
    out.doc.assign(odd.begin(), odd.end());
    out.at_page = true;
    out.highlight.about = AboutText::kValue;
    out.message = fmt::format("{} falls back to {} at {}, and to {} at {}", name,
                              ShowValue(out.name, other->text), ToText(out.doc),
                              ShowValue(out.name, usual->text), ToText(usual->place));
    out.remedy = "write the same text at all of them";
    findings.push_back(std::move(out));
  }
}

void CheckSurfaces(const RuleInput& input, std::vector<Finding>& findings) {
  CheckSurfaceMismatch(input, findings);
  CheckFallbacks(input, findings);
}

}  // namespace

extern constexpr Rule kSurfaceMismatchRule = {
    .rank = 24,
    .name = "surface-mismatch",
    .summary = "a sample or deployment shows another value than the code's default",
    .remedy = "write the default there",
    .check = CheckSurfaces,
};

}  // namespace flagcensus
