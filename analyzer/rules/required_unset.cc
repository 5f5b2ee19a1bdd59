// required-unset: a deployment gives a required variable no value
//
// ## What it does
// Finds variables that the code requires (it raises or exits without them) and that a surface which deploys the program
// (a Compose file, a chart, a manifest, a unit) neither sets nor passes, nor any file that it names, nor the image.
//
// Without an entry `[[surface]]` for the file, the variable has to be required where a module or a class of settings is
// loaded, and the deployment has to set at least two others that the same file reads.
//
// ## Why it matters
// The program does not start, or stops where it first needs the value.
//
// ## Example
//     services:
//       web:
//         build: .
//         environment: {SHOP_HOST: db, SHOP_PORT: 80}
//
// and
//
//     HOST, PORT = os.environ["SHOP_HOST"], os.environ["SHOP_PORT"]
//     TOKEN = os.environ["SHOP_TOKEN"]
//
//     SHOP_TOKEN is required at app.py:2, but docker-compose.yml (web) gives it no value: add it there
//
// ## Not reported
// - programs that take more variables from a file or a secret which is not in the tree;
// - variables with a default anywhere, or that something tests first;
// - without an entry, fields of a class of settings, which may be given where the class is called.
//
// ## Fix
// Set or pass the variable there, or give it a default.
#include <fmt/format.h>

#include <optional>

#include "analyzer/rules/evidence.h"
#include "analyzer/rules/surface_facts.h"

namespace flagcensus {
namespace {

// A program of a deployed surface, and the variables that it receives.
struct Deployed {
  const JudgedSurface* judged = nullptr;
  int program = -1;
  std::set<std::string_view> names;
};

std::vector<Deployed> DeployedPrograms(const RuleInput& input, const SurfaceFacts& facts) {
  std::vector<Deployed> out;
  for (const JudgedSurface& judged : input.surfaces) {
    const Surface& surface = *judged.surface;
    if (!IsDeployed(surface.kind)) continue;
    // The templates and values of a chart are one deployment, reported where programs receive
    // names.
    std::set<int> programs;
    for (const SurfaceSetting& setting : surface.settings) programs.insert(setting.program);
    for (const int program : programs) {
      if (!facts.IsForProject(judged, program)) continue;
      if (program < 0 && surface.kind == SurfaceKind::kKubernetes) continue;  // a ConfigMap
      bool open = false;
      Deployed one{&judged, program, facts.NamesGiven(judged, program, &open)};
      if (!open) out.push_back(std::move(one));
    }
  }
  return out;
}

// Whether the code requires it as soon as it is loaded, in a file of which the deployment sets
// other variables.
bool IsNeededByIt(const Flag& flag, const Deployed& deployed, const SourcesMeant& meant) {
  for (const Access* access : SourceAccesses(flag)) {
    if (access->evidence.function >= 0 || access->evidence.branch != 0) continue;
    // A field of a class of settings may be passed when the class is instantiated.
    if (deployed.judged->row == nullptr && !access->via.ends_with("[]")) continue;
    if (meant.Has(access->place.file)) return true;
  }
  return false;
}

void CheckRequiredUnset(const RuleInput& input, std::vector<Finding>& findings) {
  if (input.surfaces.empty()) return;
  SurfaceFacts facts(input);
  std::vector<const Flag*> required;
  for (const Flag* flag : facts.listed()) {
    if (IsRequired(*flag)) required.push_back(flag);
  }
  if (required.empty()) return;
  for (const Deployed& deployed : DeployedPrograms(input, facts)) {
    const Surface& surface = *deployed.judged->surface;
    std::optional<SourcesMeant> meant;  // most deployments lack nothing
    for (const Flag* flag : required) {
      if (deployed.names.contains(flag->name) || IsGivenByCluster(surface.kind, flag->name))
        continue;
      // With an entry [[surface]] the user says that it is deployed; without one it is a guess.
      const bool asked = deployed.judged->row != nullptr;
      if (!meant) meant.emplace(deployed.names, input.flags, facts.listed());
      if (!IsNeededByIt(*flag, deployed, *meant)) continue;
      Finding out = MakeFinding("required-unset", flag->name, Severity::kWarning,
                                asked ? Confidence::kHigh : Confidence::kMedium);
      const std::string name = NameOf(surface, deployed.program);
      out.fingerprint = Fingerprint({out.rule, flag->name, name});
      out.code = RequiredPlaces(*flag);
      for (const SurfaceSetting& setting : surface.settings) {
        if (setting.program != deployed.program) continue;
        out.doc = {setting.place};
        break;
      }
      out.message = fmt::format("{} is required at {}, but {} gives it no value", flag->name,
                                ToText(out.code.front()), name);
      out.remedy = "set or pass it there";
      findings.push_back(std::move(out));
    }
  }
}

constexpr Explained kRequiredExplains[] = {{"missing-in-surface"}};

}  // namespace

extern constexpr Rule kRequiredUnsetRule = {
    .rank = 12,
    .name = "required-unset",
    .summary = "a deployment gives a required variable no value",
    .remedy = "set or pass the variable there, or give it a default",
    .check = CheckRequiredUnset,
    .explains = kRequiredExplains,
};

}  // namespace flagcensus
