// a revision's name ─→ its files and findings: what a check is compared with, and what `diff`
// compares
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

// `path` where the files of a revision lie: below `copy` what lies below `root`, else itself.
std::string InCopy(const std::string& path, const std::string& root, const std::string& copy) {
  const std::string real = ResolvedPath(path);
  return IsAtOrBelow(real, root) ? copy + real.substr(root.size()) : path;
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
  if (!IsAtOrBelow(ResolvedPath(options.root), copy) || !exists(options.root)) options.root = copy;
  options.command = Command::kBaseline;  // all findings one by one, and no baseline
  options.no_ignore = true;              // only what was committed is there
  return options;
}

// The files of revision `name` of the repository around `options`' first path.
Result<Revision> ExportRevision(const Options& options, const std::string& name) {
  const auto repository = GitRepository::Open(options.paths[0]);
  if (!repository.ok()) return repository.error();
  Revision out;
  out.root = ResolvedPath(repository.value()->root());
  auto temporary = TemporaryFolder::Make();
  if (!temporary.ok()) return temporary.error();
  out.folder = std::move(temporary).value();
  // The folder's name is one of those that the project may call itself.
  out.copy = ResolvedPath(out.folder->path()) + "/" + fs::path(out.root).filename().string();
  const Result<bool> written =
      repository.value()->WriteRevision(name, out.copy, options.max_file_bytes);
  if (!written.ok()) return written.error();
  std::error_code ignored;
  fs::create_directory(out.copy + "/.git", ignored);  // the search for a configuration ends here
  return out;
}

// The options, configuration and tree of a revision, as its own files give them.
struct RevisionTree {
  Options options;
  Config config;
  Tree tree;
};

Result<RevisionTree> WalkRevision(const Options& options, const Revision& revision) {
  RevisionTree out;
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
  const Result<RevisionTree> before = WalkRevision(options, revision.value());
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
  const std::string path = ResolvedPath(options.paths[0]);
  auto at = std::find_if(revisions.begin(), revisions.end(), [&](const Revision& known) {
    return IsAtOrBelow(path, known.root) && !fs::exists(fs::path(path) / ".git");
  });
  if (at == revisions.end()) {
    Result<Revision> revision = ExportRevision(options, options.since);
    if (!revision.ok()) return revision.error();
    at = revisions.insert(revisions.end(), std::move(revision).value());
  }
  const Result<RevisionTree> before = WalkRevision(options, *at);
  if (!before.ok()) return before.error();
  return Compare(before.value().tree, before.value().options, before.value().config, budget);
}

}  // namespace

Result<FindingFilter> LoadBaselineRevision(const Options& options, FindingFilter only,
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
  if (!before.ok()) return Fail(before.error().message);
  const Result<Comparison> after = options.revisions.size() > 1
                                       ? ReadRevision(options, options.revisions[1], budget)
                                       : ReadFiles(options, budget);
  if (!after.ok()) return Fail(after.error().message);
  return PrintChanges(CompareFlags(before.value().flags, after.value().flags), options);
}

}  // namespace flagcensus
