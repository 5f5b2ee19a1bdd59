// a walked tree ─→ the folders in it that are separate projects ─→ each walked with its own
// settings
//
//   /srv                  not a repository
//     app/.git            ─→  project app, with all of its submodules
//     tools/flagcensus.toml, tools/a.py    ─→  project tools
//     run.py              ─→  project /srv, without app and tools
//
// In a repository, only a configuration file begins another project.
#include "analyzer/pipeline/projects.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <system_error>

#include "analyzer/base/text.h"
#include "analyzer/config/find.h"
#include "analyzer/pipeline/load.h"
#include "analyzer/pipeline/named_repositories.h"
#include "analyzer/pipeline/print.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

// Levels of nested projects; a link or a generated tree could nest them without end.
constexpr int kDeepest = 20;

// A folder, or the file that a work tree or a submodule has in its place.
bool HasGit(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / ".git", error);
}

bool IsInRepository(const std::string& path) {
  for (fs::path at = AbsolutePath(path);; at = at.parent_path()) {
    if (HasGit(at)) return true;
    if (at == at.parent_path()) return false;
  }
}

// Calls `take` for each folder between the PATH argument and a file of `files`, for each PATH that
// is not in a repository. Folders are absolute, with '/' at the end; each is passed once. In a
// repository, a .git below is a submodule, which is a part of the project.
template <typename Take>
void EachFolder(const std::vector<SourceFile>& files, Take take) {
  Folders seen;
  std::map<std::string, bool, std::less<>> in_repository;  // by the folder of the PATH
  for (const SourceFile& file : files) {
    const size_t top = file.absolute.size() - file.below;
    const std::string_view named = std::string_view(file.absolute).substr(0, top);
    auto known = in_repository.find(named);
    if (known == in_repository.end()) {
      known = in_repository.emplace(named, IsInRepository(std::string(named))).first;
    }
    if (known->second) continue;
    // From the file upwards; a folder that was seen has seen parents.
    for (size_t slash = file.absolute.rfind('/'); slash != std::string::npos && slash + 1 > top;
         slash = file.absolute.rfind('/', slash - 1)) {
      if (!seen.insert(file.absolute.substr(0, slash + 1)).second) break;
      take(file.absolute.substr(0, slash + 1));
    }
  }
}

// The topmost folders that are separate projects.
// Those inside of them are found when their own tree is split.
Folders FindProjects(const Tree& tree, const ProjectOptions& options, const Config& config) {
  Folders found;
  const std::string home = config.source.file.empty()
                               ? ""
                               : (fs::path(AbsolutePath(config.source.file)).parent_path() / "")
                                     .string();  // the outer folder
  // Projects by repository, then by configuration.
  EachFolder(tree.files, [&](const std::string& folder) {
    if (HasGit(folder)) found.insert(folder);
  });
  if (options.config.file.empty() && !options.config.off) {
    const auto take = [&](const std::string& file) {
      const size_t folder = file.rfind('/') + 1;
      if (!IsConfigName(std::string_view(file).substr(folder)) || file.substr(0, folder) == home) {
        return;
      }
      // Each of the names would change the decision if it appeared.
      if (options.dependencies) {
        for (const char* name : {"flagcensus.toml", ".flagcensus.toml", "pyproject.toml"}) {
          options.dependencies->Note(file.substr(0, folder) + name);
        }
      }
      // A broken configuration is reported when the project is loaded.
      const Result<FoundConfig> inner = ConfigIn(file.substr(0, folder));
      if (!inner.ok() || !inner.value().file.empty()) found.insert(file.substr(0, folder));
    };
    for (const SourceFile& file : tree.files) take(file.absolute);
    // The walk skips this program's own files, by name.
    const std::string root = AbsolutePath(options.root);
    for (const SkippedPath& skipped : tree.skipped) {
      if (skipped.path.ends_with("flagcensus.toml")) take(AbsolutePath(root + "/" + skipped.path));
    }
  }
  Folders own;
  for (const SourceFile& file : tree.files) {
    if (found.empty()) break;
    // Only own sources make a project: a folder of test fixtures may have a configuration, too.
    if (!IsOwnSource(file)) continue;
    // From the PATH argument downwards: the first folder on the way is the topmost.
    for (size_t slash = file.absolute.find('/', file.absolute.size() - file.below - 1);
         slash != std::string::npos; slash = file.absolute.find('/', slash + 1)) {
      if (!found.contains(file.absolute.substr(0, slash + 1))) continue;
      own.insert(file.absolute.substr(0, slash + 1));
      break;
    }
  }
  return own;
}

// Moves the elements of `from`, which the caller has moved or copied.
void Append(auto& to, auto from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

// The results that the recursive calls share.
// A project that cannot be loaded is in `failed`, and the others are checked nevertheless.
struct Splitting {
  std::vector<Workspace> projects;
  std::vector<Diagnostic>& failed;
};

void SplitTree(Tree tree, const ProjectOptions& options, const Config& config, int depth,
               Splitting& out);

// Loads the project of `inner` with its own configuration, and splits off those inside it.
void AddProject(ProjectOptions inner, int depth, Splitting& out) {
  const Result<Config> own = LoadConfig(inner);
  const auto why = own.ok() ? TakePaths(own.value(), inner) : own.error().message;
  if (why) {
    out.failed.push_back(ProjectFailed(ShownPath(inner.paths.front(), inner.root), *why));
    return;
  }
  SplitTree(WalkProject(inner, own.value()), inner, own.value(), depth, out);
}

// "core" of "/srv/app/core/".
std::string NameOfFolder(std::string_view folder) {
  while (folder.ends_with('/')) folder.remove_suffix(1);
  return std::string(folder.substr(folder.rfind('/') + 1));
}

void SplitTree(Tree tree, const ProjectOptions& given, const Config& config, int depth,
               Splitting& out) {
  ProjectOptions options = given;
  const bool named = !options.pages.catalog.empty();
  // With --catalog the pages are those of one project. kDeepest bounds a recursion by
  // configuration.
  const Folders folders =
      named || depth == kDeepest ? Folders() : FindProjects(tree, options, config);
  if (!folders.empty()) RemoveFolders(folders, options.root, tree);
  for (const std::string& folder : folders) options.beside.push_back(NameOfFolder(folder));
  // Without the inner projects, the folder is only a project if it has other sources.
  const bool alone = std::any_of(tree.files.begin(), tree.files.end(), IsOwnSource);
  if (folders.empty() || alone) {
    out.projects.emplace_back(options, config, std::move(tree), folders);
  }
  for (const std::string& folder : folders) {
    ProjectOptions inner = options;
    inner.paths = {ShownPath(folder, ".")};
    if (inner.paths[0].empty()) inner.paths[0] = ".";
    inner.paths_named = false;
    inner.home = inner.paths[0];
    AddProject(std::move(inner), depth + 1, out);
  }
}

// Adds up counts. `to` is empty until the first project that was read with libclang.
void Add(const ClangContribution& from, std::optional<ClangContribution>& to) {
  if (!to) to.emplace();
  to->confirmed += from.confirmed;
  to->evaluated += from.evaluated;
  to->added += from.added;
  to->inactive += from.inactive;
  to->failed += from.failed;
}

// The accesses also stay where they are, since the flags point to them.
void AddTo(Comparison& all, Comparison& one) {
  Append(all.catalog.entries, std::move(one.catalog.entries));
  Append(all.catalog.pages, std::move(one.catalog.pages));
  Append(all.catalog.reasons, std::move(one.catalog.reasons));
  Append(all.catalog.judged, std::move(one.catalog.judged));
  Append(all.catalog.diagnostics, std::move(one.catalog.diagnostics));
  Append(all.flags, std::move(one.flags));
  Append(all.census.accesses, std::vector<Access>(one.census.accesses));
  Append(all.census.diagnostics, std::move(one.census.diagnostics));
  all.census.files_read += one.census.files_read;
  all.census.files_parsed += one.census.files_parsed;
  if (one.census.clang) Add(*one.census.clang, all.census.clang);
  Append(all.ownership.own, std::move(one.ownership.own));
  Append(all.ownership.diagnostics, std::move(one.ownership.diagnostics));
  Append(all.findings, std::move(one.findings));
  Append(all.inventory, std::move(one.inventory));
  all.accepted.by_comment += one.accepted.by_comment;
  all.accepted.by_configuration += one.accepted.by_configuration;
  all.accepted.by_baseline += one.accepted.by_baseline;
  all.accepted.before += one.accepted.before;
  if (!all.baseline.empty() && !one.baseline.empty()) all.baseline += ", ";
  all.baseline += one.baseline;
  Append(all.diagnostics, std::move(one.diagnostics));
  AddTo(all.coverage, one.coverage);
  all.fixes.merge(one.fixes);
}

// Only the parts of tree and configuration that the reports use.
void AddTo(MergedProjects& all, Workspace& one) {
  Append(all.tree.files, std::move(one.tree().files));
  Append(all.tree.skipped, std::move(one.tree().skipped));
  Append(all.tree.diagnostics, std::move(one.tree().diagnostics));
  all.tree.in_memory = all.tree.in_memory || one.tree().in_memory;
  all.tree.ignored_unasked = all.tree.ignored_unasked || one.tree().ignored_unasked;
  AddTo(all.comparison, one.comparison());
  Append(all.config.unresolved, std::vector(one.config().unresolved));
}

}  // namespace

Result<std::vector<Workspace>> SplitProjects(Tree tree, const ProjectOptions& options,
                                             const Config* config,
                                             std::vector<Diagnostic>& failed) {
  Splitting out{.projects = {}, .failed = failed};
  const std::vector<NamedProject> named =
      options.pages.catalog.empty() ? NamedProjects(tree, options) : std::vector<NamedProject>();
  // Three cases: one tree to split; a tree with a broken configuration, which is loaded again for
  // its error; several repositories, each loaded with its own configuration.
  if (named.empty() && config) {
    SplitTree(std::move(tree), options, *config, 0, out);
  } else if (named.empty()) {
    AddProject(options, 0, out);
  }
  ProjectOptions each = options;
  // The projects know the names of each other's folders (IsBeside).
  for (const NamedProject& one : named) each.beside.push_back(NameOfFolder(one.home));
  for (const NamedProject& one : named) {
    ProjectOptions inner = each;
    inner.paths = one.paths;
    inner.home = one.home;
    AddProject(std::move(inner), 0, out);
  }
  if (out.projects.empty()) return Error{failed.front().message};
  return std::move(out.projects);
}

MergedProjects MergeProjects(std::vector<Workspace>& projects) {
  MergedProjects all;
  if (projects.size() == 1) {
    Workspace& one = projects.front();
    return {std::move(one.tree()), std::move(one.comparison()), one.config()};
  }
  all.config.source.root = projects.front().config().source.root;
  for (Workspace& one : projects) AddTo(all, one);
  std::vector<Access>& accesses = all.comparison.census.accesses;
  std::sort(accesses.begin(), accesses.end(), AccessLess);
  std::vector<Finding>& findings = all.comparison.findings;
  std::sort(findings.begin(), findings.end(), FindingLess);
  std::vector<InventoryRow>& inventory = all.comparison.inventory;
  std::sort(inventory.begin(), inventory.end(), InventoryLess);
  return all;
}

Diagnostic ProjectFailed(const std::string& folder, const std::string& why) {
  return {kProjectFailed, {(folder.empty() ? "." : folder) + "/", 0, 0}, "was skipped: " + why};
}

int PrintFailed(const std::vector<Diagnostic>& failed) {
  for (const Diagnostic& one : failed) ReportUser(one.place.file + ": " + one.message);
  return failed.empty() ? kSuccess : kFailed;
}

}  // namespace flagcensus
