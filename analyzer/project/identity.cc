// Manifests at the top of a tree ─→ the name and version under which the project is published.
//
//   pyproject.toml (name app, no version), setup.cfg (name app, version 1.2)  ─→  app 1.2, pypi
#include "analyzer/project/identity.h"

#include <algorithm>
#include <array>

#include "analyzer/base/text.h"
#include "analyzer/project/project_names.h"

namespace flagcensus {
namespace {

// Larger manifests are generated. The bound is also that of what their parsers have to read.
constexpr uint64_t kMaxIdentityBytes = uint64_t{1} << 20;
constexpr size_t kMaxIdentities = 24;  // manifests that are read

struct ManifestType {
  std::string_view file;  // its base name, or "*.ending"
  std::string_view type;  // of a package URL
};

// The first manifest that states a name counts. Files that only build the project come after those
// that publish it.
constexpr std::array<ManifestType, 15> kTypes = {{{"METADATA", "pypi"},
                                                  {"PKG-INFO", "pypi"},
                                                  {"pyproject.toml", "pypi"},
                                                  {"setup.cfg", "pypi"},
                                                  {"setup.py", "pypi"},
                                                  {"Cargo.toml", "cargo"},
                                                  {"go.mod", "golang"},
                                                  {"package.json", "npm"},
                                                  {"composer.json", "composer"},
                                                  {"*.gemspec", "gem"},
                                                  {"pom.xml", "maven"},
                                                  {"CMakeLists.txt", ""},
                                                  {"meson.build", ""},
                                                  {"configure.ac", ""},
                                                  {"MODULE.bazel", ""}}};

// The manifest from which an archive with that extension was made.
// An archive of a registry was made by its tool, even if the project has other manifests.
std::string_view PublishedBy(std::string_view archive) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kEndings = {
      {{".tgz", "package.json"},
       {".crate", "Cargo.toml"},
       {".gem", "*.gemspec"},
       {".whl", "METADATA"}}};
  for (const auto& [ending, file] : kEndings) {
    if (archive.ends_with(ending)) return file;
  }
  return {};
}

// "shop.gemspec" matches "*.gemspec".
bool IsOfType(std::string_view base, const ManifestType& type) {
  if (!type.file.starts_with('*')) return base == type.file;
  return base.size() >= type.file.size() && base.ends_with(type.file.substr(1));
}

// A manifest with its place in the order.
// `rank` is the position of its type in kTypes plus 1; 0 for the archive's own.
struct Candidate {
  size_t rank = 0;
  const ManifestType* type = nullptr;
  std::string path;
  const SourceFile* file = nullptr;
};

// The manifests at the top; of a wheel, the one in its directory of metadata.
std::vector<Candidate> TopManifests(const Tree& tree, std::string_view archive) {
  std::vector<Candidate> out;
  const std::string_view first = PublishedBy(archive);
  for (const SourceFile& file : tree.files) {
    const std::string_view path = file.PathBelow();
    const size_t slash = path.find('/');
    const std::string_view base = slash == std::string_view::npos ? path : path.substr(slash + 1);
    const bool of_wheel =
        slash != std::string_view::npos && path.substr(0, slash).ends_with(".dist-info");
    if (slash != std::string_view::npos && (!of_wheel || base != "METADATA")) continue;
    // A file METADATA at the top of a source tree may be anything.
    if (slash == std::string_view::npos && base == "METADATA") continue;
    for (size_t i = 0; i < kTypes.size(); ++i) {
      if (!IsOfType(base, kTypes[i])) continue;
      // The manifest of the archive's own registry comes first.
      const size_t rank = kTypes[i].file == first ? 0 : i + 1;
      out.push_back({rank, &kTypes[i], file.path, &file});
    }
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Candidate& a, const Candidate& b) { return a.rank < b.rank; });
  if (out.size() > kMaxIdentities) out.resize(kMaxIdentities);
  return out;
}

// Reads one manifest into `identity`. Returns whether the manifest publishes the project; a private
// one only serves its development.
bool ReadCandidate(const ManifestType& type, std::string_view base, std::string_view text,
                   ProjectIdentity* identity, std::string* error, int* line) {
  if (!StatesProjectName(base)) {
    *identity = ReadPackageMetadata(base, text, error, line);
    if (identity->type.empty()) identity->type = type.type;
    return true;
  }
  const ManifestName manifest = ReadManifest(base, text);
  *error = manifest.error;
  *line = manifest.line;
  identity->base = manifest.name;
  identity->group = manifest.group;
  identity->name = manifest.group.empty() ? manifest.name : manifest.group + "/" + manifest.name;
  identity->version = manifest.version;
  if (!manifest.is_private) identity->type = type.type;
  return !manifest.is_private;
}

// pip treats '-' and '_' as equal.
bool SameName(std::string_view a, std::string_view b) {
  return EqualsIgnoreCase(ReplaceAll(a, "_", "-"), ReplaceAll(b, "_", "-"));
}

void Complain(const Place& place, std::string_view what, std::vector<Diagnostic>* diagnostics) {
  diagnostics->push_back(
      {"manifest", place, "the project's name cannot be read: " + std::string(what)});
}

// The first file of the package's own metadata that states a name.
// This file describes the package as it was published, and outweighs the manifests of its sources.
ProjectIdentity IdentityOfPackage(const std::vector<MemoryFile>& packaged,
                                  std::vector<Diagnostic>* diagnostics) {
  for (const MemoryFile& file : packaged) {
    std::string error;
    int line = 0;
    ProjectIdentity out = ReadPackageMetadata(file.path, *file.text, &error, &line);
    out.place = {file.path, line, 0};
    if (!error.empty()) Complain(out.place, error, diagnostics);
    if (!out.name.empty()) return out;
  }
  return {};
}

}  // namespace

ProjectIdentity FindIdentity(const Tree& tree, const std::vector<MemoryFile>& packaged,
                             std::string_view archive, std::vector<Diagnostic>* diagnostics) {
  ProjectIdentity found = IdentityOfPackage(packaged, diagnostics);
  if (!found.name.empty()) return found;
  ProjectIdentity last;  // of a private manifest, used if no other names the project
  std::string text, why;
  for (const Candidate& one : TopManifests(tree, archive)) {
    bool binary = false;
    int line = 0;
    if (one.file->size > kMaxIdentityBytes) {
      why = "it is larger than 1 MiB";
    } else if (!ReadWhole(*one.file, &text, &binary, &why)) {
      if (why.empty()) why = "it cannot be read";
    } else if (binary) {
      why = "it is not text: it contains NUL bytes";
    }
    ProjectIdentity identity;
    bool own = false;
    if (why.empty()) {
      const std::string_view base = std::string_view(one.path).substr(one.path.rfind('/') + 1);
      own = ReadCandidate(*one.type, base, text, &identity, &why, &line);
    }
    identity.place = {one.path, line, 0};
    if (!why.empty()) Complain(identity.place, why, diagnostics);
    why.clear();
    if (identity.name.empty()) continue;
    if (!own) {
      if (last.name.empty()) last = std::move(identity);
    } else if (found.name.empty()) {
      found = std::move(identity);
      // A second manifest of the same project may state the version that the first computes.
    } else if (found.version.empty() && SameName(found.name, identity.name)) {
      found.version = identity.version;
    }
    if (!found.name.empty() && !found.version.empty()) break;
  }
  return found.name.empty() ? last : found;
}

namespace {

// A segment of a package URL.
std::string PurlSegment(std::string_view text) { return PercentEncoded(text, ":"); }

}  // namespace

// pypi, "Shop_App" 1.2 ─→ "pkg:pypi/shop-app@1.2"; "" if the type or a required group is unknown
std::string PackageUrl(const ProjectIdentity& identity) {
  // The types of purl-spec that require a namespace.
  const bool needs_group = identity.type == "deb" || identity.type == "maven" ||
                           identity.type == "composer" || identity.type == "github";
  if (identity.type.empty() || identity.base.empty()) return "";
  if (needs_group && identity.group.empty()) return "";
  std::string name = identity.base, group = identity.group;
  if (identity.type == "pypi") name = ReplaceAll(ToLower(name), "_", "-");
  if (identity.type == "deb" || identity.type == "composer" || identity.type == "github") {
    name = ToLower(name);
    group = ToLower(group);
  }
  std::string out = "pkg:" + identity.type + "/";
  for (const std::string_view part : Split(group, '/')) {
    if (!part.empty()) out += PurlSegment(part) + "/";
  }
  out += PurlSegment(name);
  if (!identity.version.empty()) out += "@" + PurlSegment(identity.version);
  if (!identity.architecture.empty()) out += "?arch=" + PurlSegment(identity.architecture);
  return out;
}

}  // namespace flagcensus
