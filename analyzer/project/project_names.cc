// Tree ─→ the manifests and packages that represent it ─→ names.
//
//   app/pyproject.toml     with half of the sources below app/      counts
//   libs/zip/setup.py      with 2 of 100 sources below libs/zip/    does not count
//
// Files at the top of a PATH argument always count. A deeper file (a part of a monorepo, or the one
// package of `src/`) counts if at least a tenth of the sources is below its folder. A bundled
// library, a plugin or a test project is smaller than that, or contains no source at all. In a
// monorepo of more than ten equal parts, none of them counts.
#include "analyzer/project/project_names.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "analyzer/project/scope.h"
namespace flagcensus {
namespace {

constexpr uint64_t kMaxBytes = uint64_t{1} << 20;
constexpr size_t kMaxFiles = 64;  // manifests, and as many packages, that are read
constexpr long kDeepest = 3;      // folders above a package's folder or a manifest
constexpr size_t kMinShare = 10;  // one in this many of the sources

std::string_view BaseName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// "a/b/" of "a/b/c.py"; "" of "c.py".

bool CountsAsSource(const SourceFile& file) {
  return file.scope == Scope::kSrc && (IsPythonSource(file.kind) || IsC(file.kind));
}

// The sources below folders, counted in the sorted listing.
class Sources {
 public:
  explicit Sources(const Tree& tree) {
    for (const SourceFile& file : tree.files) {
      if (CountsAsSource(file)) paths_.push_back(file.path);
    }
  }
  // The listing is sorted, so the files of a folder follow each other.
  bool ContainsGoodPart(std::string_view folder) const {
    if (folder.empty()) return true;
    const auto begin = std::lower_bound(paths_.begin(), paths_.end(), folder);
    const auto end = std::find_if(begin, paths_.end(),
                                  [&](std::string_view path) { return !path.starts_with(folder); });
    return static_cast<size_t>(end - begin) * kMinShare >= std::max<size_t>(paths_.size(), 1);
  }

 private:
  std::vector<std::string_view> paths_;  // sorted, as the tree is
};

// Third-party code, tests and examples have names that are not the project's.
bool SpeaksFor(const SourceFile& file, const Sources& sources) {
  if (file.scope == Scope::kVendored || file.scope == Scope::kTest ||
      file.scope == Scope::kExample || file.scope == Scope::kDocs) {
    return false;
  }
  const std::string_view below = file.PathBelow();
  const long depth = std::count(below.begin(), below.end(), '/');
  if (depth == 0) return true;
  return depth <= kDeepest && sources.ContainsGoodPart(FolderOf(file.path));
}

void AddManifest(const SourceFile& file, std::string* buffer, ProjectNames* out) {
  const auto complain = [&](int line, const std::string& why) {
    out->diagnostics.push_back(
        {"manifest", {file.path, line, 0}, "the project's name cannot be read: " + why});
  };
  bool binary = false;
  std::string error;
  if (file.size > kMaxBytes) return complain(0, "it is larger than 1 MiB");
  if (!ReadWhole(file, buffer, &binary, &error)) return complain(0, error);
  if (binary) return complain(0, "it is not text: it contains NUL bytes");
  const ManifestName manifest = ReadManifest(BaseName(file.path), *buffer);
  if (!manifest.error.empty()) return complain(manifest.line, manifest.error);
  if (!manifest.name.empty()) {
    out->names.push_back({manifest.name, {file.path, manifest.line, 0}, true});
  }
}

// The name of the folder that contains an __init__.py.
std::string PackageName(const SourceFile& file) {
  return std::filesystem::path(file.absolute).parent_path().filename().string();
}

}  // namespace

ProjectNames ReadProjectNames(const Tree& tree) {
  const Sources sources(tree);
  std::vector<const SourceFile*> manifests;
  std::vector<const SourceFile*> packages;
  std::set<std::string_view> package_folders;
  for (const SourceFile& file : tree.files) {
    if (BaseName(file.path) == "__init__.py") package_folders.insert(FolderOf(file.path));
  }
  for (const SourceFile& file : tree.files) {
    const std::string_view name = BaseName(file.path);
    if (StatesProjectName(name)) {
      if (manifests.size() < kMaxFiles && SpeaksFor(file, sources)) manifests.push_back(&file);
    } else if (name == "__init__.py" && file.scope == Scope::kSrc) {
      const std::string_view folder = FolderOf(file.path);
      // Only the topmost package of nested ones counts.
      const std::string_view above =
          folder.empty() ? folder : FolderOf(folder.substr(0, folder.size() - 1));
      if (!folder.empty() && package_folders.contains(above)) continue;
      if (packages.size() < kMaxFiles && SpeaksFor(file, sources)) packages.push_back(&file);
    }
  }
  ProjectNames out;
  std::string buffer;
  for (const SourceFile* file : manifests) AddManifest(*file, &buffer, &out);
  for (const SourceFile* file : packages) {
    const std::string name = PackageName(*file);
    if (!name.empty() && name != ".") out.names.push_back({name, {file->path, 0, 0}, false});
  }
  std::vector<ProjectName> once;
  for (ProjectName& name : out.names) {
    const bool known = std::any_of(once.begin(), once.end(), [&](const ProjectName& other) {
      return other.name == name.name;
    });
    if (!known) once.push_back(std::move(name));
  }
  out.names = std::move(once);
  return out;
}

}  // namespace flagcensus
