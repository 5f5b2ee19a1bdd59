// missing-in-surface: a file that has to list a variable lacks it
//
// ## What it does
// Finds variables that a surface lacks although its entry `[[surface]]` says that they must occur there: all that the
// reference page would list (`variables = "all"`), or those that the program does not start without
// (`variables = "required"`), of the entry's prefixes and sections. A line that is commented out counts: it shows the
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

#include "analyzer/base/text.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/foreign.h"
#include "analyzer/rules/surface_facts.h"

namespace flagcensus {
namespace {

bool IsAsked(const SurfaceRow& row, const Flag& flag) {
  if (row.variables == "none") return false;
  if (row.variables == "required" && !IsNeededAtLoad(flag)) return false;
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

// A word that any program or platform may choose, PORT, is the project's own where a page says so.
bool IsAnybodys(const Flag& flag) {
  return flag.entries.empty() && FindForeign(flag.name).generic;
}

// Names that one line reads are alternatives, or parts of one value.
bool AreReadInOneLine(const Flag& flag, const Flag& other) {
  return std::any_of(flag.accesses.begin(), flag.accesses.end(), [&](const FlagAccess& one) {
    return std::any_of(other.accesses.begin(), other.accesses.end(), [&](const FlagAccess& two) {
      return one.access->place.file == two.access->place.file &&
             one.access->place.line == two.access->place.line;
    });
  });
}

// Whether the file has a name that is read in this one's place.
bool HasLinked(const Flag& flag, const std::set<std::string_view>& names, const RuleInput& input) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    const Flag* other = FindFlag(input, name);
    return other != nullptr && (AreLinked(flag, *other) || AreReadInOneLine(flag, *other));
  });
}

// What the start of a program needs is asked of a file that sets others of the same module.
bool IsWithSiblings(const Flag& flag, const std::set<std::string_view>& names,
                    const RuleInput& input) {
  const std::vector<const Access*> accesses = SourceAccesses(flag);
  return std::any_of(accesses.begin(), accesses.end(), [&](const Access* access) {
    return IsMeantFor(names, access->place.file, input.flags);
  });
}

void CheckMissingInSurface(const RuleInput& input, std::vector<Finding>& findings) {
  const bool asked =
      std::any_of(input.surfaces.begin(), input.surfaces.end(), [](const JudgedSurface& judged) {
        return judged.row != nullptr && judged.row->variables != "none";
      });
  if (!asked) return;
  SurfaceFacts facts(input);
  std::set<const SurfaceRow*> told;  // of files that are deployed together
  for (const JudgedSurface& judged : input.surfaces) {
    if (judged.row == nullptr || judged.row->variables == "none") continue;
    const Surface& surface = *judged.surface;
    const bool together =
        surface.kind == SurfaceKind::kHelm || surface.kind == SurfaceKind::kKubernetes;
    if (together && !told.insert(judged.row).second) continue;
    bool open = false;
    std::set<std::string_view> names;
    // A sample lists; what is deployed is also given what its image and its other files have.
    if (IsDeployed(surface.kind)) names = facts.NamesGiven(judged, -1, &open);
    for (const SurfaceSetting& setting : surface.settings) names.insert(setting.name);
    for (int program = 0; program < static_cast<int>(surface.programs.size()); ++program) {
      if (!facts.IsForProject(judged, program)) continue;
      bool more = false;
      const std::set<std::string_view> given = facts.NamesGiven(judged, program, &more);
      names.insert(given.begin(), given.end());
      open = open || more;
    }
    // What takes more from where it is not followed may be given all of it there.
    if (open && IsDeployed(surface.kind)) continue;
    for (const Flag* flag : facts.ListedFor(surface)) {
      if (names.contains(flag->name) || !IsAsked(*judged.row, *flag)) continue;
      if (IsGivenByCluster(surface.kind, flag->name)) continue;
      if (judged.row->variables == "required" && !IsWithSiblings(*flag, names, input)) continue;
      if (HasLinked(*flag, names, input) || IsAnybodys(*flag)) continue;
      Finding out = MakeFinding("missing-in-surface", flag->name, Severity::kWarning,
                                Confidence::kHigh);
      out.fingerprint = Fingerprint({out.rule, flag->name, surface.file});
      out.code = PlacesOf(SourceAccesses(*flag));
      out.doc = {{surface.file, 0, 0}};
      out.message = fmt::format("{} is read at {}, but {} lacks it", flag->name,
                                ToText(out.code.front()), surface.file);
      out.remedy = "add it there";
      findings.push_back(std::move(out));
    }
  }
}

// A sample may be the page that the variable is missing on.
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
