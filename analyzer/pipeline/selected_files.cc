// options ─→ the files that findings must be about: named ones, changed ones, standard input
//
//   check src/app.py   ─→ paths = {the project around it}, only.concerning = {"src/app.py"}
//
// The whole project is read nevertheless: whether a variable is documented depends on all pages.
#include "analyzer/pipeline/selected_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "analyzer/base/text.h"
#include "analyzer/pipeline/compare.h"
#include "analyzer/pipeline/projects.h"
#include "analyzer/pipeline/real_paths.h"
#include "analyzer/tree/git_repository.h"
#include "analyzer/tree/write_file.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

bool IsFile(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

// The folder of the project that `file` belongs to: the nearest one above it with a configuration
// or a repository; "" if there is none.
std::string ProjectOf(const std::string& file) {
  constexpr const char* kMarks[] = {".git", "flagcensus.toml", ".flagcensus.toml"};
  for (fs::path folder = fs::path(file).parent_path();; folder = folder.parent_path()) {
    for (const char* mark : kMarks) {
      std::error_code ignored;
      if (fs::exists(folder / mark, ignored)) return folder.string();
    }
    if (folder == folder.parent_path()) return {};
  }
}

// Adds to `only` the files that git says have changed.
std::optional<std::string> TakeChanged(const ProjectOptions& options, FindingFilter& only) {
  const Result<std::unique_ptr<GitRepository>> repository = GitRepository::Open(options.paths[0]);
  if (!repository.ok()) return "--changed-files: " + repository.error().message;
  const Result<std::vector<std::string>> files = repository.value()->ChangedFiles();
  if (!files.ok()) return files.error().message;
  const std::string& root = repository.value()->root();
  for (const std::string& file : files.value()) {
    only.concerning.insert(ShownPath(root + "/" + file, ResolvedPath(options.root)));
  }
  // If nothing has changed, the only entry is "", which matches no file, so nothing is reported.
  if (only.concerning.empty()) only.concerning.insert("");
  return std::nullopt;
}

// Reads files.text instead of the file on disk. The project around it is read unless PATH arguments
// were specified.
void TakeOverlay(const GivenFiles& files, ProjectOptions& options, FindingFilter& only) {
  const std::string& file = files.overlay;
  only.concerning = {ShownPath(file, options.root)};
  if (IsC(FileKindOf(file))) options.clang.used = false;  // a compiler would read the file on disk
  options.overlays[AbsolutePath(file)] = files.text;
  if (options.paths_named) return;
  const std::string real = ResolvedPath(file);
  const std::string project = ProjectOf(real);
  options.paths = {!project.empty() ? project
                   : IsFile(file)   ? file
                                    : fs::path(real).parent_path().string()};
}

}  // namespace

std::optional<std::string> SelectFiles(const GivenFiles& files, bool changed,
                                       ProjectOptions& options, FindingFilter& only) {
  if (changed) return TakeChanged(options, only);
  if (!files.overlay.empty()) {
    TakeOverlay(files, options, only);
    return std::nullopt;
  }
  if (files.none) {  // as if no file had changed
    only.concerning.insert("");
    return std::nullopt;
  }
  const bool any = std::any_of(options.paths.begin(), options.paths.end(), IsFile);
  if (!any) return std::nullopt;
  const std::string project = ProjectOf(ResolvedPath(options.paths[0]));
  // All files must be of one project; otherwise each is read alone.
  const bool one =
      !project.empty() &&
      std::all_of(options.paths.begin(), options.paths.end(), [&](const std::string& path) {
        return IsAtOrBelow(ResolvedPath(path), project);
      });
  if (!one) return std::nullopt;  // loose files are the whole input
  for (const std::string& path : options.paths) {
    if (!IsFile(path)) return "name files or folders, not both: '" + path + "' is not a file";
    only.concerning.insert(ShownPath(path, options.root));
  }
  options.paths = {project};
  return std::nullopt;
}

}  // namespace flagcensus
