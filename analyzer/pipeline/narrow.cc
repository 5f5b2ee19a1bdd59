// options ─→ which findings are to be told: those of named files, those that a revision has not
#include <algorithm>
#include <filesystem>
#include <system_error>

#include "analyzer/base/text.h"
#include "analyzer/pipeline/pipeline.h"
#include "analyzer/pipeline/projects.h"
#include "analyzer/tree/git_repository.h"
#include "analyzer/tree/write_file.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

bool IsFile(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

// `path`, absolute and with its links followed as far as it exists.
std::string Real(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(AbsolutePath(path), error);
  return error ? AbsolutePath(path) : real.string();
}

// Whether `path` is `folder` or lies below it; both real.
bool LiesIn(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder.ends_with('/') ? folder : folder + "/");
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
std::optional<std::string> TakeChanged(Options& options, Narrowing& only) {
  const Result<std::unique_ptr<GitRepository>> repository = GitRepository::Open(options.paths[0]);
  if (!repository.ok()) return "--changed-files: " + repository.error().message;
  const Result<std::vector<std::string>> files = repository.value()->ChangedFiles();
  if (!files.ok()) return files.error().message;
  const std::string& root = repository.value()->root();
  for (const std::string& file : files.value()) {
    only.concerning.insert(ShownPath(root + "/" + file, Real(options.root)));
  }
  // Nothing changed: no file has this name, so that nothing is told.
  if (only.concerning.empty()) only.concerning.insert("");
  return std::nullopt;
}

// `path` where the files of a revision lie: below `copy` what lies below `root`, else itself.
std::string InCopy(const std::string& path, const std::string& root, const std::string& copy) {
  const std::string real = Real(path);
  return LiesIn(real, root) ? copy + real.substr(root.size()) : path;
}

// The options that read the revision in `copy` as `options` read the files in `root`.
Options OfCopy(Options options, const std::string& root, const std::string& copy) {
  const auto exists = [](const std::string& path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
  };
  for (std::string& path : options.paths) path = InCopy(path, root, copy);
  std::erase_if(options.paths, [&](const std::string& path) { return !exists(path); });
  if (options.paths.empty()) options.paths.push_back(copy);
  for (std::string& page : options.catalog) page = InCopy(page, root, copy);
  std::erase_if(options.catalog, [&](const std::string& page) { return !exists(page); });
  options.root = InCopy(options.root, root, copy);
  if (!LiesIn(Real(options.root), copy) || !exists(options.root)) options.root = copy;
  options.command = Command::kBaseline;  // all findings one by one, and no baseline
  options.no_ignore = true;              // only what was committed is there
  return options;
}

}  // namespace

namespace {

// The project around --stdin-filename is read, unless PATH names what is.
void TakeStdinFile(Options& options, Narrowing& only) {
  const std::string& file = options.stdin_filename;
  only.concerning = {ShownPath(file, options.root)};
  if (IsC(FileKindOf(file))) options.clang = false;  // it would read what lies on the disk
  if (options.paths_named) return;
  const std::string real = Real(file);
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
    if (LiesIn(Real(given.path), Real(project.options.paths.front()))) around = &project;
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

std::optional<std::string> TakeNamedFiles(Options& options, Narrowing& only) {
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
  const std::string project = ProjectOf(Real(options.paths[0]));
  const bool one = !project.empty() && std::all_of(options.paths.begin(), options.paths.end(),
                                                   [&](const std::string& path) {
                                                     return LiesIn(Real(path), project);
                                                   });
  if (!one) return std::nullopt;  // loose files are all there is
  for (const std::string& path : options.paths) {
    if (!IsFile(path)) return "name files or folders, not both: '" + path + "' is not a file";
    only.concerning.insert(ShownPath(path, options.root));
  }
  options.paths = {project};
  return std::nullopt;
}

namespace {

// The files of revision `name` of the repository around `options`' first path.
Result<Revision> ExportRevision(const Options& options, const std::string& name) {
  const auto repository = GitRepository::Open(options.paths[0]);
  if (!repository.ok()) return repository.error();
  Revision out;
  out.root = Real(repository.value()->root());
  auto temporary = TemporaryFolder::Make();
  if (!temporary.ok()) return temporary.error();
  out.folder = std::move(temporary).value();
  // The folder's name is one of those that the project may call itself.
  out.copy = Real(out.folder->path()) + "/" + fs::path(out.root).filename().string();
  const Result<bool> written =
      repository.value()->WriteRevision(name, out.copy, options.max_file_bytes);
  if (!written.ok()) return written.error();
  std::error_code ignored;
  fs::create_directory(out.copy + "/.git", ignored);  // the search for a configuration ends here
  return out;
}

// The options, configuration and tree of a revision are those that its own files give.
struct Before {
  Options options;
  Config config;
  Tree tree;
};

Result<Before> WalkRevision(const Options& options, const Revision& revision) {
  Before out;
  out.options = OfCopy(options, revision.root, revision.copy);
  Result<Config> config = LoadConfig(out.options);
  if (!config.ok()) return config.error();
  out.config = std::move(config).value();
  out.tree = WalkProject(out.options, out.config);
  return out;
}

Result<Comparison> ReadRevision(const Options& options, const std::string& name,
                                RunBudget& budget) {
  const Result<Revision> revision = ExportRevision(options, name);
  if (!revision.ok()) return revision.error();
  const Result<Before> before = WalkRevision(options, revision.value());
  if (!before.ok()) return before.error();
  return ReadBothSides(before.value().tree, before.value().options, before.value().config, budget);
}

Result<Comparison> ReadFiles(Options options, RunBudget& budget) {
  options.command = Command::kBaseline;
  const Result<Config> config = LoadConfig(options);
  if (!config.ok()) return config.error();
  const Tree tree = WalkProject(options, config.value());
  return ReadBothSides(tree, options, config.value(), budget);
}

// What a check of the revision finds.
Result<Comparison> CheckRevision(const Options& options, std::vector<Revision>& revisions,
                                 RunBudget& budget) {
  const std::string path = Real(options.paths[0]);
  auto at = std::find_if(revisions.begin(), revisions.end(), [&](const Revision& known) {
    return LiesIn(path, known.root) && !fs::exists(fs::path(path) / ".git");
  });
  if (at == revisions.end()) {
    Result<Revision> revision = ExportRevision(options, options.since);
    if (!revision.ok()) return revision.error();
    at = revisions.insert(revisions.end(), std::move(revision).value());
  }
  const Result<Before> before = WalkRevision(options, *at);
  if (!before.ok()) return before.error();
  return Compare(before.value().tree, before.value().options, before.value().config, budget);
}

}  // namespace

Result<Narrowing> FindBefore(const Options& options, Narrowing only,
                             std::vector<Revision>& revisions, RunBudget& budget) {
  if (options.since.empty() || options.command != Command::kCheck) return only;
  const Result<Comparison> before = CheckRevision(options, revisions, budget);
  if (!before.ok()) return Error{"--since: " + before.error().message};
  for (const Finding& finding : before.value().findings) {
    only.before.emplace(finding.rule, finding.fingerprint);
  }
  return only;
}

int DiffRevisions(const Options& options) {
  RunBudget budget(options.max_seconds, options.max_memory);
  const Result<Comparison> before = ReadRevision(options, options.revisions[0], budget);
  if (!before.ok()) return CannotRun(before.error().message);
  const Result<Comparison> after = options.revisions.size() > 1
                                       ? ReadRevision(options, options.revisions[1], budget)
                                       : ReadFiles(options, budget);
  if (!after.ok()) return CannotRun(after.error().message);
  return PrintChanges(CompareFlags(before.value().flags, after.value().flags), options);
}

}  // namespace flagcensus
