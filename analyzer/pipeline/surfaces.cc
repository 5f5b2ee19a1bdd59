// The tree's surfaces ─→ what they set, and which of those names no code accesses
//
//   compose.yml  APP_PROT: 8080    and the code reads APP_PORT
//   ─→ Flag{APP_PROT, given: compose.yml:4} in SurfaceSide::unread, for unknown-in-surface
#include "analyzer/pipeline/surfaces.h"

#include <algorithm>
#include <map>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/config/path_glob.h"
#include "analyzer/evidence/documentation.h"
#include "analyzer/light/light_reader.h"
#include "analyzer/pipeline/other_language_mentions.h"
#include "analyzer/pipeline/pages.h"
#include "analyzer/rules/surface_facts.h"
#include "analyzer/surfaces/surfaces.h"

namespace flagcensus {
namespace {

// For a name with this many places there may be more that the search omitted; see DropOwnNames.
constexpr size_t kMostPlaces = 50;  // places of one name

// Sets `given` of the flags, which are sorted by name.
void TakeGiven(const std::vector<Surface>& surfaces, std::vector<Flag>& flags) {
  std::map<std::string_view, Flag*> by_name;
  for (Flag& flag : flags) by_name.emplace(flag.name, &flag);
  for (const Surface& surface : surfaces) {
    for (const SurfaceSetting& setting : surface.settings) {
      const auto found = by_name.find(setting.name);
      if (found != by_name.end()) found->second->given.push_back({&surface, &setting});
    }
  }
}

// Adds what surfaces set as accesses of other languages, for surfaces that are also searched as
// texts (Compose files, build files of images, units): that search only finds reads. A line that
// sets the name is no longer a mention.
void TakeSets(const std::vector<Surface>& surfaces, std::vector<Flag>& flags) {
  std::map<std::string_view, Flag*> by_name;
  for (Flag& flag : flags) {
    if (!IsUsedAnywhere(flag) || IsUndocumented(flag)) by_name.emplace(flag.name, &flag);
  }
  std::map<const Flag*, size_t> sets;
  for (const Surface& surface : surfaces) {
    // Other kinds are not read by the search in other languages.
    const bool searched = surface.kind == SurfaceKind::kCompose ||
                          surface.kind == SurfaceKind::kDockerfile ||
                          surface.kind == SurfaceKind::kSystemd;
    if (!searched) continue;
    const LightLanguage* language = LightLanguageOf(LightLanguages(), surface.file, {});
    if (language == nullptr) continue;
    for (const SurfaceSetting& setting : surface.settings) {
      // Commented lines set nothing.
      const auto found = by_name.find(setting.name);
      if (found == by_name.end() || setting.how == flagcensus::Given::kCommented) continue;
      Flag& flag = *found->second;
      std::erase_if(flag.seen_elsewhere, [&](const Place& place) {
        return place.file == setting.place.file && place.line == setting.place.line;
      });
      // FindElsewhere shows as many places.
      if (++sets[&flag] > kPlacesShown) continue;
      const std::optional<std::string_view> value = ValueOf(setting);
      LightAccess access;
      access.place = setting.place;
      access.op = AccessOp::kWrite;
      access.default_kind = value ? DefaultKind::kLiteral : DefaultKind::kDynamic;
      access.default_text = value.value_or(std::string_view());
      access.language = language->name;
      access.by_program = language->program;
      access.role = language->role;
      access.scope = surface.scope;
      flag.light.push_back(std::move(access));
    }
  }
  for (const auto& [flag, count] : sets) {
    std::vector<LightAccess>& light = by_name.at(flag->name)->light;
    std::stable_sort(light.begin(), light.end(),
                     [](const LightAccess& a, const LightAccess& b) { return a.place < b.place; });
  }
}

// Whether every occurrence of the name in a line of Python is an identifier of the program, and not
// a text with which the environment could be queried: not between quotes, and not a field of a
// class, which a settings library may fill.
//
//   APP_LIMIT + 1         ─→ true
//   os.environ["APP_X"]   ─→ false
//   APP_LIMIT: int = 3    ─→ false: a field
bool IsOwnName(std::string_view line, std::string_view name) {
  bool any = false;
  for (size_t at = FindWord(line, name); at != std::string_view::npos;
       at = FindWord(line, name, at + 1)) {
    any = true;
    const char before = at > 0 ? line[at - 1] : ' ';
    const size_t end = at + name.size();
    const char behind = end < line.size() ? line[end] : ' ';
    if (before == '"' || before == '\'' || behind == '"' || behind == '\'') return false;
    const bool begins = at > 0 && Trim(line.substr(0, at)).empty();
    const std::string_view rest = Trim(line.substr(end));
    if (begins && (rest.starts_with(':') || rest.starts_with('='))) return false;
  }
  return any;
}

// Whether each mention of the name on a line of YAML or JSON is a key: it is set there, not read.
// "APP_X: 1" is one, "run: echo $APP_X" is not.
bool IsOnlyKey(std::string_view line, std::string_view name) {
  for (size_t at = FindWord(line, name); at != std::string_view::npos;
       at = FindWord(line, name, at + 1)) {
    std::string_view before = Trim(line.substr(0, at));
    std::string_view behind = line.substr(at + name.size());
    if (before.ends_with('"') && behind.starts_with('"')) {
      before = Trim(before.substr(0, before.size() - 1));
      behind = Trim(behind.substr(1));
    }
    const bool first =
        before.empty() || before == "-" || before.ends_with('{') || before.ends_with(',');
    if (!first || !behind.starts_with(':')) return false;
  }
  return true;
}

// Removes places from `seen_elsewhere` at which the word is only an identifier in Python, or a key
// in a CI file.
void DropOwnNames(const Tree& tree, std::vector<Flag>& flags) {
  std::map<std::string_view, const SourceFile*> files;
  for (const SourceFile& file : tree.files) files.emplace(file.path, &file);
  std::map<std::string, std::string> texts;
  for (Flag& flag : flags) {
    // The list is incomplete, so one of the omitted places may be a use.
    if (flag.seen_elsewhere.size() >= kMostPlaces) continue;
    std::erase_if(flag.seen_elsewhere, [&](const Place& place) {
      const auto file = files.find(place.file);
      if (file == files.end()) return false;
      const bool python = IsPythonSource(file->second->kind);
      if (!python && SurfaceKindOf(place.file, {}, {}) != SurfaceKind::kCi) return false;
      auto [text, added] = texts.try_emplace(place.file);
      if (added) ReadSource(*file->second, &text->second);
      const std::vector<std::string_view> lines = Split(text->second, '\n');
      // The search reports only one place of each file, so all lines are examined.
      for (const std::string_view line : lines) {
        if (FindWord(line, flag.name) == std::string_view::npos) continue;
        if (python ? !IsOwnName(line, flag.name) : !IsOnlyKey(line, flag.name)) return false;
      }
      return true;
    });
  }
}

}  // namespace

SurfaceSide FindSurfaces(const Tree& tree, const Catalog& catalog, const ProjectOptions& options,
                         const Config& config, std::vector<Flag>& flags,
                         std::vector<Diagnostic>& diagnostics) {
  SurfaceSide out;
  std::vector<std::pair<PathMatcher, SurfaceKind>> kinds;
  for (const SurfaceRow& row : config.surfaces) {
    const std::optional<SurfaceKind> kind = ParseSurfaceKind(row.kind);
    if (kind) kinds.emplace_back(PathMatcher(row.files, config.source.root), *kind);
  }
  const auto given = [&](const std::string& path) -> std::optional<SurfaceKind> {
    for (const auto& [files, kind] : kinds) {
      if (files.Matches(path)) return kind;
    }
    return std::nullopt;
  };
  out.surfaces = ReadSurfaces(tree, given, options.jobs, diagnostics);
  if (out.surfaces.empty()) return out;
  // Names that code accesses need no search.
  ReadNames accessed;
  for (const Flag& flag : flags) {
    if (!flag.accesses.empty()) accessed.Add(flag);
  }
  // FindElsewhere searches only for documented names: a placeholder entry makes these so. It is
  // removed at the end.
  static const Entry kSet = [] {
    Entry entry;
    entry.how = EntryHow::kDotenv;
    return entry;
  }();
  std::set<std::string_view> names;
  for (const Surface& surface : out.surfaces) {
    for (const SurfaceSetting& setting : surface.settings) {
      if (!accessed.Has(setting.name)) names.insert(setting.name);
    }
  }
  for (const std::string_view name : names) {
    Flag flag;
    flag.name = name;
    flag.entries = {&kSet};
    out.unread.push_back(std::move(flag));
  }
  TakeGiven(out.surfaces, flags);
  TakeSets(out.surfaces, flags);
  TakeGiven(out.surfaces, out.unread);
  // A search in all other files, since a read in a language that is not analysed counts.
  if (out.unread.empty()) return out;
  Catalog beside;
  beside.pages = catalog.pages;
  for (const Surface& surface : out.surfaces) beside.pages.push_back(surface.file);
  FindElsewhere(tree, beside, options.jobs, "surfaces", out.unread, diagnostics, kMostPlaces);
  DropOwnNames(tree, out.unread);
  for (Flag& flag : out.unread) flag.entries.clear();
  return out;
}

std::vector<JudgedSurface> JudgedSurfaces(const std::vector<Surface>& surfaces,
                                          const Config& config) {
  std::vector<PathMatcher> matchers;
  for (const SurfaceRow& row : config.surfaces) {
    matchers.emplace_back(row.files, config.source.root);
  }
  std::vector<JudgedSurface> out;
  for (const Surface& surface : surfaces) {
    JudgedSurface& judged = out.emplace_back();
    judged.surface = &surface;
    for (size_t i = 0; i < matchers.size() && judged.row == nullptr; ++i) {
      const std::string& kind = config.surfaces[i].kind;
      if (!kind.empty() && kind != ToString(surface.kind)) continue;
      if (matchers[i].Matches(surface.file)) judged.row = &config.surfaces[i];
    }
  }
  return out;
}

}  // namespace flagcensus
