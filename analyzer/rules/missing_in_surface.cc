// missing-in-surface: a file that has to list a variable lacks it
//
// ## What it does
// Finds variables that a surface lacks although its entry `[[surface]]` says that they must occur there: all that the
// reference page would list (`variables = "all"`), or those that the program does not start without
// (`variables = "required"`), or those that a page documents (`variables = "documented"`), of the entry's prefixes and
// sections. Of a deployment, what is documented is asked only where it sets most of the documented variables of the
// sources that read it. A sample with such an entry also has to list what the Compose files beside it expand without a
// text of their own (`${SHOP_TAG}`), if it lists two of these. A line that is commented out counts: it shows the
// name. Files that one entry matches are judged each for itself.
//
// ## Why it matters
// Whoever copies the sample does not learn of the variable, and a deployment that passes its variables by name cannot be
// given it.
//
// ## Example
//     [[surface]]
//     files = ".env.example"
//     variables = "all"
//
// and
//
//     TIMEOUT = os.environ.get("SHOP_TIMEOUT", "30")
//
//     SHOP_TIMEOUT is read at app.py:1, but .env.example lacks it: add it there
//
// ## Not reported
// - without an entry `[[surface]]` that says what must occur;
// - in a folder with code of its own that reads variables, what only code elsewhere reads;
// - where only what is required is asked for, what sources require of whose variables the file sets only a few;
// - what a cluster gives its programs, `SHOP_SERVICE_HOST`;
// - other programs' variables, internal and old ones, and names of which the file has the one that is read first or else.
//
// ## Fix
// Add a line; `--fix` does so in a `.env` file.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "analyzer/base/text.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/foreign.h"
#include "analyzer/rules/surface_facts.h"
#include "analyzer/tree/relative_path.h"

namespace flagcensus {
namespace {

// Whether the row of the configuration requires the file to list the variable.
bool IsAsked(const SurfaceRow& row, const Surface& surface, const Flag& flag) {
  if (row.variables == "none") return false;
  if (row.variables == "required" && !IsNeededAtLoad(flag)) return false;
  if (row.variables == "documented" && !IsDocumentedBeside(flag, surface)) return false;
  const auto begins = [&](const std::string& prefix) { return flag.name.starts_with(prefix); };
  if (!row.prefixes.empty() && std::none_of(row.prefixes.begin(), row.prefixes.end(), begins)) {
    return false;
  }
  const auto is_under = [&](const Entry* entry) {
    return std::any_of(row.sections.begin(), row.sections.end(), [&](const std::string& section) {
      return EqualsIgnoreCase(Trim(section), entry->section);
    });
  };
  return row.sections.empty() || std::any_of(flag.entries.begin(), flag.entries.end(), is_under);
}

// A word that any program or platform may use, PORT, belongs to the project if a page says so. It
// cannot be expected that each deployment sets it, DEBUG for example.
bool IsAnybodys(const Flag& flag, const SurfaceRow& row) {
  return (flag.entries.empty() || row.variables == "documented") && FindForeign(flag.name).generic;
}

// Variables that are read if one of a surface's variables is not set, or together with one: a line
// reads alternatives, or parts of one value. Costs a pass over the accesses of these variables.
class Alternatives {
 public:
  Alternatives(const std::set<std::string_view>& names, const RuleInput& input) : names_(names) {
    for (const std::string_view name : names) {
      const Flag* flag = FindFlag(input, name);
      if (flag == nullptr) continue;
      for (const FlagAccess& one : flag->accesses) {
        const Access& access = *one.access;
        lines_.emplace(access.place.file, access.place.line);
        if (access.use.fallback_of) fallback_of_.insert(*access.use.fallback_of);
      }
    }
  }

  // Whether `flag` is read in this way.
  bool Have(const Flag& flag) const {
    return fallback_of_.contains(flag.name) ||
           std::any_of(flag.accesses.begin(), flag.accesses.end(), [&](const FlagAccess& one) {
             const Access& access = *one.access;
             return lines_.contains({access.place.file, access.place.line}) ||
                    (access.use.fallback_of && names_.contains(*access.use.fallback_of));
           });
  }

 private:
  const std::set<std::string_view>& names_;
  std::set<std::pair<std::string_view, int>> lines_;
  std::set<std::string_view> fallback_of_;
};

// Whether the file sets others of a module that reads it. What a program needs at its start, and
// what pages document, is expected of a file only if that file is for that program.
bool IsWithSiblings(const Flag& flag, const SurfaceRow& row, const SourcesMeant& meant,
                    bool passes) {
  const std::vector<const Access*> accesses = SourceAccesses(flag);
  return std::any_of(accesses.begin(), accesses.end(), [&](const Access* access) {
    const std::string& file = access->place.file;
    return row.variables == "documented" ? meant.HasMostDocumented(file, passes) : meant.Has(file);
  });
}

// Whether only shell scripts read it and an image sets it: it belongs to the image and is not for
// users.
bool IsOfImage(const Flag& flag) {
  const std::vector<const Access*> accesses = SourceAccesses(flag);
  const bool shell = std::all_of(accesses.begin(), accesses.end(), [](const Access* access) {
    return access->language == Language::kShell;
  });
  return shell && std::any_of(flag.given.begin(), flag.given.end(), [](const GivenAt& given) {
           return given.surface->kind == SurfaceKind::kDockerfile;
         });
}

// A sample lists what the caller of the Compose files next to it has to set, if it lists at least
// two of the names that these expand without a fallback:
//
//   image: shop:${SHOP_TAG}
//
// `names`: those of the sample; `found`: those that it is already said to lack.
void CheckExpanded(const RuleInput& input, const Surface& sample,
                   const std::set<std::string_view>& names, const std::set<std::string_view>& found,
                   std::vector<Finding>& findings) {
  const std::string_view folder = FolderOfPath(sample.file);
  std::map<std::string_view, Place> missing;
  std::set<std::string_view> listed;
  for (const JudgedSurface& judged : input.surfaces) {
    const Surface& surface = *judged.surface;
    if (FolderOfPath(surface.file) != folder) continue;
    // A .env next to them may set the rest.
    if (surface.file == std::string(folder) + ".env") return;
    if (surface.kind != SurfaceKind::kCompose || IsAsideScope(surface.scope)) continue;
    for (const SurfaceFallback& one : surface.fallbacks) {
      if (!one.none) continue;
      if (names.contains(one.name)) {
        listed.insert(one.name);
      } else {
        missing.emplace(one.name, one.place);
      }
    }
  }
  constexpr size_t kFew = 2;
  if (listed.size() < kFew) return;
  for (const auto& [name, place] : missing) {
    const ForeignName foreign = FindForeign(name);
    if (foreign.owner != nullptr || foreign.generic || found.contains(name)) continue;
    Finding out =
        MakeFinding("missing-in-surface", std::string(name), Severity::kWarning, Confidence::kHigh);
    out.fingerprint = Fingerprint({out.rule, out.name, sample.file});
    out.code = {place};
    out.doc = {{sample.file, 0, 0}};
    out.message = fmt::format("{} is expanded at {}, which has no text for it, but {} lacks it",
                              name, ToText(place), sample.file);
    out.remedy = "add it there";
    findings.push_back(std::move(out));
  }
}

void CheckMissingInSurface(const RuleInput& input, std::vector<Finding>& findings) {
  const bool asked =
      std::any_of(input.surfaces.begin(), input.surfaces.end(), [](const JudgedSurface& judged) {
        return judged.row != nullptr && judged.row->variables != "none";
      });
  if (!asked) return;
  SurfaceFacts facts(input);
  std::set<const SurfaceRow*> reported;  // of files that are deployed together
  for (const JudgedSurface& judged : input.surfaces) {
    if (judged.row == nullptr || judged.row->variables == "none") continue;
    const Surface& surface = *judged.surface;
    const bool together =
        surface.kind == SurfaceKind::kHelm || surface.kind == SurfaceKind::kKubernetes;
    if (together && !reported.insert(judged.row).second) continue;
    bool open = false;
    std::set<std::string_view> names;
    // A sample only lists; a deployment also receives what its image and its other files set.
    if (IsDeployed(surface.kind)) names = facts.NamesGiven(judged, -1, &open);
    for (const SurfaceSetting& setting : surface.settings) names.insert(setting.name);
    for (int program = 0; program < static_cast<int>(surface.programs.size()); ++program) {
      if (!facts.IsForProject(judged, program)) continue;
      bool more = false;
      const std::set<std::string_view> given = facts.NamesGiven(judged, program, &more);
      names.insert(given.begin(), given.end());
      open = open || more;
    }
    // A program that receives variables from a place that is not followed may receive all of them
    // there.
    if (open && IsDeployed(surface.kind)) continue;
    const SurfaceRow& row = *judged.row;
    const bool deployed = surface.kind != SurfaceKind::kDotenv;
    const bool siblings =
        row.variables == "required" || (row.variables == "documented" && deployed);
    std::optional<SourcesMeant> meant;
    if (siblings) meant.emplace(names, input.flags, facts.listed());
    const bool passes = PassesWhatItSets(surface);
    const Alternatives alternatives(names, input);
    std::set<std::string_view> found;
    for (const Flag* flag : facts.ListedFor(surface)) {
      if (names.contains(flag->name) || !IsAsked(row, surface, *flag)) continue;
      if (IsGivenByCluster(surface.kind, flag->name)) continue;
      if (meant && !IsWithSiblings(*flag, row, *meant, passes)) continue;
      if (alternatives.Have(*flag) || IsAnybodys(*flag, row)) continue;
      if (IsOfImage(*flag)) continue;
      Finding out =
          MakeFinding("missing-in-surface", flag->name, Severity::kWarning, Confidence::kHigh);
      out.fingerprint = Fingerprint({out.rule, flag->name, surface.file});
      out.code = PlacesOf(SourceAccesses(*flag));
      out.doc = {{surface.file, 0, 0}};
      out.message = fmt::format("{} is read at {}, but {} lacks it", flag->name,
                                ToText(out.code.front()), surface.file);
      out.remedy = "add it there";
      found.insert(flag->name);
      findings.push_back(std::move(out));
    }
    if (!deployed) CheckExpanded(input, surface, names, found, findings);
  }
}

// A sample may be the page on which the variable is missing.
constexpr Explained kMissingExplains[] = {{"undocumented"}};

}  // namespace

extern constexpr Rule kMissingInSurfaceRule = {
    .rank = 66,
    .name = "missing-in-surface",
    .summary = "a file that has to list a variable lacks it",
    .remedy = "add a line there",
    .check = CheckMissingInSurface,
    .explains = kMissingExplains,
};

}  // namespace flagcensus
