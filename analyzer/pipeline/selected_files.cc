// options ─→ which files the findings have to be about: named ones, changed ones, standard input
#include <algorithm>
#include <filesystem>
#include <system_error>

#include "analyzer/base/text.h"
#include "analyzer/pipeline/pipeline.h"
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
// or a repository; "" where there is none.
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
std::optional<std::string> TakeChanged(Options& options, FindingFilter& only) {
  const Result<std::unique_ptr<GitRepository>> repository = GitRepository::Open(options.paths[0]);
  if (!repository.ok()) return "--changed-files: " + repository.error().message;
  const Result<std::vector<std::string>> files = repository.value()->ChangedFiles();
  if (!files.ok()) return files.error().message;
  const std::string& root = repository.value()->root();
  for (const std::string& file : files.value()) {
    only.concerning.insert(ShownPath(root + "/" + file, ResolvedPath(options.root)));
  }
  // Nothing changed: no file has this name, so that nothing is told.
  if (only.concerning.empty()) only.concerning.insert("");
  return std::nullopt;
}

// The project around --stdin-filename is read, unless PATH names what is.
void TakeStdinFile(Options& options, FindingFilter& only) {
  const std::string& file = options.stdin_filename;
  only.concerning = {ShownPath(file, options.root)};
  if (IsC(FileKindOf(file))) options.clang = false;  // it would read what lies on the disk
  if (options.paths_named) return;
  const std::string real = ResolvedPath(file);
  const std::string project = ProjectOf(real);
  options.paths = {!project.empty() ? project
                   : IsFile(file)   ? file
                                    : fs::path(real).parent_path().string()};
}

}  // namespace

Result<StdinFile> CopyStdin(const Options& options) {
  StdinFile out;
  if (options.stdin_filename.empty()) return out;
  auto temporary = TemporaryFolder::Make();
  if (!temporary.ok()) return temporary.error();
  out.folder = std::move(temporary).value();
  out.path = AbsolutePath(options.stdin_filename);
  out.copy = out.folder->path() + "/" + fs::path(out.path).filename().string();
  if (const auto why = WriteWhole(out.copy, *options.stdin_text)) {
    return Error{"--stdin-filename: the text cannot be kept: " + *why};
  }
  return out;
}

void TakeStdinText(const StdinFile& given, const Options& options, std::vector<Project>& projects) {
  if (given.copy.empty() || projects.empty()) return;
  Project* around = &projects.front();
  for (Project& project : projects) {
    if (IsAtOrBelow(ResolvedPath(given.path), ResolvedPath(project.options.paths.front())))
      around = &project;
    for (SourceFile& file : project.tree.files) {
      if (file.absolute != given.path) continue;
      file.absolute = given.copy;
      file.below_of = nullptr;
      file.size = options.stdin_text->size();
      file.words = std::make_shared<FileWords>();  // those of the file on the disk are others
      return;
    }
  }
  if (IsFile(given.path)) return;  // it is left out of the tree
  SourceFile file;
  file.path = ShownPath(given.path, options.root);
  file.absolute = given.copy;
  file.kind = FileKindOf(file.path);
  file.size = options.stdin_text->size();
  file.below = fs::path(file.path).filename().string().size();
  std::vector<SourceFile>& files = around->tree.files;
  const auto at =
      std::lower_bound(files.begin(), files.end(), file,
                       [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  files.insert(at, std::move(file));
}

std::optional<std::string> TakeNamedFiles(Options& options, FindingFilter& only) {
  if (options.command != Command::kCheck) return std::nullopt;
  if (options.changed_files) return TakeChanged(options, only);
  if (!options.stdin_filename.empty()) {
    TakeStdinFile(options, only);
    return std::nullopt;
  }
  if (options.files_from_none) {  // as with no changed file
    only.concerning.insert("");
    return std::nullopt;
  }
  const bool any = std::any_of(options.paths.begin(), options.paths.end(), IsFile);
  if (!any) return std::nullopt;
  const std::string project = ProjectOf(ResolvedPath(options.paths[0]));
  const bool one =
      !project.empty() &&
      std::all_of(options.paths.begin(), options.paths.end(), [&](const std::string& path) {
        return IsAtOrBelow(ResolvedPath(path), project);
      });
  if (!one) return std::nullopt;  // loose files are all there is
  for (const std::string& path : options.paths) {
    if (!IsFile(path)) return "name files or folders, not both: '" + path + "' is not a file";
    only.concerning.insert(ShownPath(path, options.root));
  }
  options.paths = {project};
  return std::nullopt;
}

}  // namespace flagcensus
