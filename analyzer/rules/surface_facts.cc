#include "analyzer/rules/surface_facts.h"

#include <toml++/toml.h>

#include <algorithm>

#include "analyzer/base/embedded.h"
#include "analyzer/base/text.h"
#include "analyzer/model/unset.h"
#include "analyzer/rules/documentation_status.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/foreign.h"
#include "analyzer/rules/ownership.h"
#include "analyzer/rules/patterns.h"
#include "analyzer/surfaces/surfaces.h"
#include "analyzer/tree/glob.h"
#include "analyzer/tree/relative_path.h"

namespace flagcensus {
namespace {

struct ImageRow {
  std::vector<std::string> names;
  std::vector<std::string> variables;
};

// queries/images.toml.
struct Images {
  std::vector<ImageRow> rows;
  std::set<std::string> bases;  // of a language or a system: they read nothing of what is set there
};

std::vector<std::string> TextsOf(const toml::node_view<const toml::node>& list) {
  std::vector<std::string> out;
  const toml::array* texts = list.as_array();
  for (size_t i = 0; texts != nullptr && i < texts->size(); ++i) {
    out.push_back((*texts)[i].value_or(std::string()));
  }
  return out;
}

const Images& KnownImages() {
  static const Images kImages = [] {
    Images out;
    try {
      const toml::table table = toml::parse(EmbeddedQuery("images.toml"));
      const toml::array* rows = table["image"].as_array();
      for (size_t i = 0; rows != nullptr && i < rows->size(); ++i) {
        const toml::table& row = *(*rows)[i].as_table();
        out.rows.push_back({TextsOf(row["names"]), TextsOf(row["variables"])});
      }
      for (std::string& name : TextsOf(table["base"]["names"])) out.bases.insert(std::move(name));
    } catch (const toml::parse_error&) {
      out = {};  // the tables are part of the program; a test reads them
    }
    return out;
  }();
  return kImages;
}

// "postgres" from "docker.io/library/postgres:16@sha256:...".
std::string_view ImageName(std::string_view image) {
  image = image.substr(0, image.find('@'));
  image = image.substr(image.rfind('/') + 1);
  return image.substr(0, image.find(':'));
}

// Whether an image of another program, in the tree or not, reads variables of that name.
bool IsOfImages(std::string_view name) {
  const std::vector<ImageRow>& rows = KnownImages().rows;
  return std::any_of(rows.begin(), rows.end(), [&](const ImageRow& row) {
    return std::any_of(row.variables.begin(), row.variables.end(),
                       [&](const std::string& pattern) { return Covers(pattern, name); });
  });
}

const ImageRow* ImageRowOf(std::string_view image) {
  const std::string_view name = ImageName(image);
  for (const ImageRow& row : KnownImages().rows) {
    if (std::find(row.names.begin(), row.names.end(), name) != row.names.end()) return &row;
  }
  return nullptr;
}

bool IsReading(AccessOp op) { return op == AccessOp::kRead || op == AccessOp::kTest; }

// The reasons, of InventoryKinds(), for which a variable without an entry is not for users.
constexpr std::string_view kNotForUsers[] = {
    "third-party", "set-by-program", "only-set",      "set-by-project", "hidden",
    "internal",    "underscore",     "test-switch",   "unused",         "gone",
    "licensed",    "deprecated",     "special-build", "variant",        "lower-case"};

// Claims of entries that users should not set the variable.
constexpr std::string_view kOldClaims[] = {"removed",  "deprecated", "internal",
                                           "reserved", "always-set", "docstring-only"};

bool IsOld(const Flag& flag) {
  return std::any_of(std::begin(kOldClaims), std::end(kOldClaims), [&](std::string_view claim) {
    return EntryWithClaim(flag.entries, claim) != nullptr;
  });
}

}  // namespace

void ReadNames::Add(const Flag& flag) {
  const size_t star = flag.name.find('*');
  if (star == std::string::npos) names_.insert(flag.name);
  // A family without a beginning may be everything, so it is not evidence for a name.
  if (star != std::string::npos && star > 1 && IsReadAsFamily(flag)) {
    beginnings_.push_back(flag.name.substr(0, star));
  }
}

bool ReadNames::Has(std::string_view name) const {
  return names_.contains(name) ||
         std::any_of(beginnings_.begin(), beginnings_.end(),
                     [&](const std::string& beginning) { return name.starts_with(beginning); });
}

size_t ReadNames::CountOf(std::string_view beginning) const {
  size_t out = 0;
  for (auto at = names_.lower_bound(beginning); at != names_.end() && at->starts_with(beginning);
       ++at) {
    ++out;
  }
  return out;
}

bool MayRead(const Access& access, std::string_view name) {
  // What no call in the tree passes cannot be a name from the tree.
  if (access.evidence.open_name == OpenName::kNoCall) return false;
  return access.evidence.open_name != OpenName::kOfBase ||
         Covers(access.evidence.name_expression, name);
}

SurfaceFacts::SurfaceFacts(const RuleInput& input) : input_(input) {
  for (const Flag& flag : input.flags) {
    // A deployment file expands names for its programs; that is not a read by code.
    const bool light = std::any_of(flag.light.begin(), flag.light.end(), [](const auto& access) {
      return access.op == AccessOp::kRead && access.role != LightRole::kDeployment;
    });
    if (!flag.accesses.empty() || light) read_.Add(flag);
  }
  if (input.unread != nullptr) {
    for (const Flag& flag : *input.unread) unread_.emplace(flag.name, &flag);
  }
  for (const JudgedSurface& judged : input.surfaces) {
    by_file_.emplace(judged.surface->file, &judged);
    CountRead(*judged.surface);
    for (const std::string& name : judged.surface->expanded) expanded_.insert(name);
  }
}

const std::vector<const Flag*>& SurfaceFacts::listed() {
  if (!listed_) FindListed();
  return *listed_;
}

void SurfaceFacts::FindListed() {
  listed_.emplace();
  std::map<std::string_view, std::string_view> reasons;
  for (const DocumentationStatus& doc_status : DocumentationStatusesOf(input_)) {
    reasons.emplace(doc_status.flag->name, doc_status.reason);
  }
  Globs internal;
  for (const InternalFlag& row : input_.internal) internal.Add(row.name);
  for (const Flag& flag : input_.flags) {
    const std::vector<const Access*> accesses = SourceAccesses(flag);
    const bool read = std::any_of(accesses.begin(), accesses.end(),
                                  [](const Access* access) { return IsReading(access->op); });
    if (!read || IsPattern(flag.name) || internal.Matches(flag.name) || IsOld(flag)) continue;
    if (OwnerOf(input_.ownership, flag.name) != nullptr) continue;
    const auto found = reasons.find(flag.name);
    const bool aside = found != reasons.end() &&
                       std::find(std::begin(kNotForUsers), std::end(kNotForUsers), found->second) !=
                           std::end(kNotForUsers);
    if (!aside) listed_->push_back(&flag);
  }
}

// Folders with separate programs have separate samples.
std::vector<const Flag*> SurfaceFacts::ListedFor(const Surface& surface) {
  const std::string_view folder = FolderOfPath(surface.file);
  std::vector<const Flag*> out;
  for (const Flag* flag : listed()) {
    const std::vector<const Access*> accesses = SourceAccesses(*flag);
    const bool below = std::any_of(accesses.begin(), accesses.end(), [&](const Access* access) {
      return access->place.file.starts_with(folder);
    });
    if (below) out.push_back(flag);
  }
  return out.empty() ? listed() : out;
}

void SurfaceFacts::CountRead(const Surface& surface) {
  std::set<std::pair<int, std::string_view>> counted;
  for (const SurfaceSetting& setting : surface.settings) {
    if (setting.how == Given::kCommented && surface.kind != SurfaceKind::kDotenv) continue;
    // A variable that every program knows does not show which program this is.
    if (OwnerOf(input_.ownership, setting.name) != nullptr) continue;
    if (!counted.emplace(setting.program, setting.name).second) continue;
    SetOfProgram& set = set_of_program_[{&surface, setting.program}];
    ++(IsRead(setting.name) ? set.read : set.other);
  }
}

bool SurfaceFacts::IsForProject(const JudgedSurface& judged, int program) const {
  const Surface& surface = *judged.surface;
  if (judged.row == nullptr && IsAsideScope(surface.scope)) return false;
  // What CI sets for its own commands counts for the project if the configuration has an entry for
  // it.
  if (surface.kind == SurfaceKind::kCi) return judged.row != nullptr && program < 0;
  // Variables that the code reads: two for another image, one for the project's own, which with an
  // entry needs none.
  size_t enough = 2;
  if (program >= 0) {
    const SurfaceProgram& one = surface.programs[static_cast<size_t>(program)];
    if (ImageRowOf(one.image) != nullptr && !one.built) return false;
    if (surface.kind == SurfaceKind::kDockerfile && !IsOnBase(surface, program)) return false;
    if (one.built || IsOwnImage(one.image)) enough = judged.row != nullptr ? 0 : 1;
  }
  const auto found = set_of_program_.find({&surface, program});
  const SetOfProgram set = found == set_of_program_.end() ? SetOfProgram() : found->second;
  // A program that mostly receives other variables is another program, built here or not.
  constexpr size_t kMany = 6;
  const bool others = program >= 0 && surface.kind != SurfaceKind::kDockerfile &&
                      set.other >= kMany && set.other > 2 * set.read;
  return set.read >= enough && !others;
}

bool SurfaceFacts::MayBeComposed(const Flag& flag) const {
  if (!flag.spelled_as) return false;
  if (flag.spelled_as->prefix) return true;
  const std::string word = flag.name.substr(0, flag.name.find('_') + 1);
  // Many strings of the sources end names with this prefix, and hardly anything reads such names.
  const size_t read = read_.CountOf(word);
  constexpr size_t kMany = 8;
  if (flag.spelled_as->siblings >= kMany && flag.spelled_as->siblings > read) return true;
  return std::any_of(input_.unresolved_accesses.begin(), input_.unresolved_accesses.end(),
                     [&](const Access* access) { return MayRead(*access, flag.name); });
}

bool SurfaceFacts::IsReadByNothing(std::string_view name) const {
  // Each of these may be a read that is not an access in code.
  if (IsRead(name) || expanded_.contains(name) || IsOfImages(name)) return false;
  const auto found = unread_.find(name);
  if (found == unread_.end()) return false;
  const Flag& flag = *found->second;
  const bool asked = std::any_of(flag.light.begin(), flag.light.end(),
                                 [](const auto& access) { return access.op != AccessOp::kWrite; });
  return flag.seen_elsewhere.empty() && !asked && !flag.is_macro && !flag.set_by_own &&
         !flag.declared_as && !MayBeComposed(flag);
}

bool SurfaceFacts::IsOwnImage(std::string_view image) const {
  const std::string name = FoldedProject(ImageName(image));
  return !name.empty() && std::any_of(input_.ownership.names.begin(), input_.ownership.names.end(),
                                      [&](const ProjectName& project) {
                                        return FoldedProject(project.name) == name;
                                      });
}

const JudgedSurface* SurfaceFacts::FindSurface(std::string_view file) const {
  const auto found = by_file_.find(file);
  return found == by_file_.end() ? nullptr : found->second;
}

void SurfaceFacts::TakeFile(std::string_view file, std::set<std::string_view>& names) const {
  const JudgedSurface* judged = FindSurface(file);
  if (judged == nullptr) return;
  for (const SurfaceSetting& setting : judged->surface->settings) names.insert(setting.name);
}

std::set<std::string_view> SurfaceFacts::NamesGiven(const JudgedSurface& judged, int program,
                                                    bool* open) const {
  std::set<std::string_view> out;
  const Surface& surface = *judged.surface;
  *open = false;
  for (const SurfaceSetting& setting : surface.settings) {
    if (setting.program == program || setting.program < 0) out.insert(setting.name);
  }
  // A chart's files, and the manifests of a folder, are deployed together.
  const bool together =
      surface.kind == SurfaceKind::kHelm || surface.kind == SurfaceKind::kKubernetes;
  std::string_view folder = FolderOfPath(surface.file);
  if (surface.kind == SurfaceKind::kHelm && folder.find("templates/") != std::string_view::npos) {
    folder = folder.substr(0, folder.rfind("templates/"));
  }
  for (const JudgedSurface& other : input_.surfaces) {
    const bool beside =
        together && other.surface->kind == surface.kind && other.surface->file.starts_with(folder);
    // The programs of an image have the variables of the image.
    const bool image = other.surface->kind == SurfaceKind::kDockerfile;
    if (!beside && !image) continue;
    TakeFile(other.surface->file, out);
    for (const SurfaceProgram& one : other.surface->programs) *open = *open || (beside && one.open);
  }
  if (program < 0) return out;
  const SurfaceProgram& one = surface.programs[static_cast<size_t>(program)];
  *open = *open || one.open;
  for (const std::string& spelled : one.env_files) {
    const std::string file = PathFromFolder(folder, spelled);
    bool found = FindSurface(file) != nullptr;
    TakeFile(file, out);
    // The file itself is each user's own: its sample represents it.
    for (const std::string& sample : SamplesOf(file)) {
      found = found || FindSurface(sample) != nullptr;
      TakeFile(sample, out);
    }
    *open = *open || !found;
  }
  return out;
}

SourcesMeant::SourcesMeant(const std::set<std::string_view>& names, const std::vector<Flag>& flags,
                           // Every name is counted for its files and for all folders around them.
                           const std::vector<const Flag*>& listed) {
  const std::set<const Flag*> for_users(listed.begin(), listed.end());
  std::set<std::string_view> files;
  for (const Flag& flag : flags) {
    files.clear();
    for (const FlagAccess& one : flag.accesses) {
      const std::string_view file = one.access->place.file;
      files.insert(file);
      for (std::string_view folder = FolderOfPath(file); !folder.empty();
           folder = FolderOfPath(folder.substr(0, folder.size() - 1))) {
        files.insert(folder);
      }
    }
    const size_t gives = names.contains(flag.name) ? 1 : 0;
    const bool needed = IsNeededAtLoad(flag);
    for (const std::string_view file : files) {
      Counts& counts = files_[file];
      counts.given += gives;
      counts.needed += needed ? 1 : 0;
      counts.needed_given += needed ? gives : 0;
      if (flag.entries.empty() || !for_users.contains(&flag)) continue;
      ++counts.documented;
      counts.documented_given += gives;
    }
  }
}

bool SourcesMeant::Has(const std::string& file) const {
  // Fewer than two variables may be in common by chance.
  constexpr size_t kFew = 2;
  const auto found = files_.find(file);
  if (found == files_.end()) return false;
  const Counts& counts = found->second;
  return counts.given >= kFew &&
         (2 * counts.needed_given >= counts.needed || counts.needed_given + 1 == counts.needed);
}

bool SourcesMeant::HasMostDocumented(std::string_view file, bool around) const {
  constexpr size_t kLeast = 3;
  const auto found = files_.find(file);
  if (found != files_.end()) {
    const Counts& counts = found->second;
    if (counts.documented_given >= kLeast && counts.documented_given * 5 >= counts.documented * 3) {
      return true;
    }
  }
  for (std::string_view folder = FolderOfPath(file); around && !folder.empty();
       folder = FolderOfPath(folder.substr(0, folder.size() - 1))) {
    const Counts& counts = files_.at(folder);
    if (counts.documented_given >= kLeast && counts.documented_given * 2 >= counts.documented) {
      return true;
    }
  }
  return false;
}

bool PassesWhatItSets(const Surface& surface) {
  // Five variables, and four of five that are set: otherwise the file chooses the values itself.
  constexpr size_t kLeast = 5;
  if (surface.kind != SurfaceKind::kCompose) return false;
  size_t passed = 0;
  size_t all = 0;
  for (const SurfaceSetting& setting : surface.settings) {
    if (setting.how == Given::kCommented) continue;
    ++all;
    passed += setting.how == Given::kFilled || setting.how == Given::kPassed ? 1 : 0;
  }
  return passed >= kLeast && passed * 5 >= all * 4;
}

bool IsGivenByCluster(SurfaceKind kind, std::string_view name) {
  if (kind != SurfaceKind::kKubernetes && kind != SurfaceKind::kHelm) return false;
  return name.ends_with("_SERVICE_HOST") || name.ends_with("_SERVICE_PORT");
}

bool IsOnBase(const Surface& surface, int program) {
  std::string image = surface.programs[static_cast<size_t>(program)].image;
  // A stage may be based on an earlier stage of the same file.
  for (int at = program - 1; at >= 0; --at) {
    const SurfaceProgram& before = surface.programs[static_cast<size_t>(at)];
    if (!before.name.empty() && before.name == image) image = before.image;
  }
  return image.find('$') != std::string::npos ||
         KnownImages().bases.contains(std::string(ImageName(image)));
}

bool IsAsideScope(Scope scope) {
  return scope == Scope::kTest || scope == Scope::kExample || scope == Scope::kVendored;
}

bool IsDocumentedBeside(const Flag& flag, const Surface& surface) {
  return std::any_of(flag.entries.begin(), flag.entries.end(),
                     [&](const Entry* entry) { return entry->place.file != surface.file; });
}

bool IsRequired(const Flag& flag) {
  bool required = false;
  for (const FlagAccess& one : flag.accesses) {
    const Access& access = *one.access;
    if (access.scope == Scope::kTest || access.scope == Scope::kExample) continue;
    if (access.op != AccessOp::kRead) return false;  // another access asks first, or fills it in
    if (access.evidence.by_parameter) continue;
    if (UnsetOf(access).kind != DefaultKind::kRequired) return false;
    required = required || access.scope == Scope::kSrc;
  }
  return required;
}

bool IsNeededAtLoad(const Flag& flag) {
  const std::vector<const Access*> accesses = SourceAccesses(flag);
  return IsRequired(flag) &&
         std::any_of(accesses.begin(), accesses.end(), [](const Access* access) {
           return access->evidence.function < 0 && access->evidence.branch == 0;
         });
}

std::vector<Place> RequiredPlaces(const Flag& flag) {
  std::vector<const Access*> accesses = SourceAccesses(flag);
  std::stable_partition(accesses.begin(), accesses.end(), [](const Access* access) {
    return UnsetOf(*access).kind == DefaultKind::kRequired;
  });
  return PlacesOf(accesses);
}

std::string DeploymentOf(std::string_view file) {
  const std::string base = ToLower(file.substr(file.rfind('/') + 1));
  std::string out;
  // More than one word may apply: "test local".
  for (const std::string_view word :
       {"production", "prod", "staging", "stage", "development", "devel", "dev", "debug", "testing",
        "tests", "test", "ci", "docker", "local", "override"}) {
    // "docker" in "docker-compose" is the kind of file and not its deployment.
    const size_t at = base.starts_with("docker-compose") ? 14 : 0;
    if (HasWord(std::string_view(base).substr(at), word))
      out += (out.empty() ? "" : " ") + std::string(word);
  }
  return out;
}

std::string NameOf(const Surface& surface, int program) {
  if (program < 0) return surface.file;
  const std::string& name = surface.programs[static_cast<size_t>(program)].name;
  return name.empty() ? surface.file : surface.file + " (" + name + ")";
}

}  // namespace flagcensus
