// PATH arguments ─→ the repository of each ─→ a project for each repository with code
#include "analyzer/pipeline/named_repositories.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "analyzer/pipeline/real_paths.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

// From a folder to its repository, both with '/' at the end; "" if it is in none.
using Repositories = std::map<std::string, std::string, std::less<>>;

std::string WithSlash(const fs::path& folder) { return (folder / "").string(); }

// The nearest parent with a .git, which is a folder, or a file in a submodule or worktree.
std::string RepositoryOf(const std::string& folder, const ProjectOptions& options) {
  std::error_code error;
  for (fs::path at = ResolvedPath(folder);; at = at.parent_path()) {
    if (options.dependencies) options.dependencies->NoteKind((at / ".git").string());
    if (fs::exists(at / ".git", error)) return WithSlash(at);
    if (at == at.parent_path()) return "";
  }
}

// The folder above the files of a PATH argument, with '/' at its end.
std::string FolderOf(const std::string& path) {
  std::error_code error;
  const fs::path absolute = AbsolutePath(path);
  return WithSlash(fs::is_directory(absolute, error) ? absolute : absolute.parent_path());
}

// Replaces a repository inside another one of `all` by the outermost.
void TakeOutermost(Repositories& all) {
  std::set<std::string> known;  // in this order a nested repository follows the outer one
  for (const auto& [folder, repository] : all) known.insert(repository);
  std::map<std::string, std::string> outermost = {{"", ""}};
  std::string last;
  for (const std::string& repository : known) {
    if (last.empty() || !repository.starts_with(last)) last = repository;
    outermost[repository] = last;
  }
  for (auto& [folder, repository] : all) repository = outermost[repository];
}

// The repository of each PATH argument's folder. Empty unless the user named several PATHs.
Repositories RepositoriesOf(const ProjectOptions& options) {
  Repositories out;
  if (!options.paths_named || options.paths.size() < 2) return out;
  for (const std::string& path : options.paths) {
    const auto [at, fresh] = out.try_emplace(FolderOf(path));
    if (fresh) at->second = RepositoryOf(at->first, options);
  }
  TakeOutermost(out);
  return out;
}

}  // namespace

bool IsOwnSource(const SourceFile& file) {
  return IsSource(file.kind) && (file.scope == Scope::kSrc || file.scope == Scope::kScript);
}

bool NamesRepositories(const ProjectOptions& options) {
  const Repositories all = RepositoriesOf(options);
  return std::any_of(all.begin(), all.end(),
                     [&](const auto& one) { return one.second != all.begin()->second; });
}

std::vector<NamedProject> NamedProjects(const Tree& tree, const ProjectOptions& options) {
  Repositories repositories = RepositoriesOf(options);
  std::set<std::string> with_code;
  for (const SourceFile& file : tree.files) {
    if (!IsOwnSource(file)) continue;
    const auto at = repositories.find(
        std::string_view(file.absolute).substr(0, file.absolute.size() - file.below));
    if (at != repositories.end()) with_code.insert(at->second);
  }
  if (with_code.size() < 2) return {};
  std::vector<NamedProject> out;
  std::map<std::string, size_t> index;
  for (const std::string& path : options.paths) {
    const std::string& repository = repositories[FolderOf(path)];
    const std::string home = with_code.contains(repository) ? repository : "";
    const auto [at, fresh] = index.try_emplace(home, out.size());
    if (fresh) {
      const std::string shown = home.empty() ? "" : ShownPath(home, ".");
      // ShownPath of the current folder is "", which would mean "outside all repositories".
      out.push_back({{}, shown.empty() && !home.empty() ? "." : shown});
    }
    out[at->second].paths.push_back(path);
  }
  return out;
}

}  // namespace flagcensus
