// a revision's name ─→ its files and findings: the base of a check with --since, and one side of
// `diff`
//
//   check --since v1 src  ─→ a copy of v1 in /tmp/x/app, checked with paths = {/tmp/x/app/src};
//                            its fingerprints are not reported again
#include "analyzer/pipeline/revisions.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "analyzer/base/text.h"
#include "analyzer/pipeline/compare.h"
#include "analyzer/pipeline/load.h"
#include "analyzer/pipeline/real_paths.h"
#include "analyzer/pipeline/workspace.h"
#include "analyzer/tree/git_repository.h"
#include "analyzer/tree/write_file.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

// The path in the copy of a revision: below `copy` for a path below `root`, otherwise unchanged.
std::string InCopy(const std::string& path, const std::string& root, const std::string& copy) {
  const std::string real = ResolvedPath(path);
  return IsAtOrBelow(real, root) ? copy + real.substr(root.size()) : path;
}

// The options that read the revision in `copy` as `options` read the files in `root`. Paths and
// pages that the revision does not have are omitted.
ProjectOptions OfCopy(ProjectOptions options, const std::string& root, const std::string& copy) {
  const auto exists = [](const std::string& path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
  };
  for (std::string& path : options.paths) path = InCopy(path, root, copy);
  std::erase_if(options.paths, [&](const std::string& path) { return !exists(path); });
  // If no path exists in the revision, its whole tree is read: the files may have been moved.
  if (options.paths.empty()) options.paths.push_back(copy);
  for (std::vector<std::string>* pages : {&options.pages.catalog, &options.pages.also}) {
    for (std::string& page : *pages) page = InCopy(page, root, copy);
    std::erase_if(*pages, [&](const std::string& page) { return !exists(page); });
  }
  options.root = InCopy(options.root, root, copy);
  if (!IsAtOrBelow(ResolvedPath(options.root), copy) || !exists(options.root)) options.root = copy;
  options.selection.no_ignore = true;  // the copy contains only committed files
  return options;
}

// The files of revision `name` of the repository around `options`' first path.
Result<Revision> ExportRevision(const ProjectOptions& options, const std::string& name) {
  const auto repository = GitRepository::Open(options.paths[0]);
  if (!repository.ok()) return repository.error();
  Revision out;
  out.root = ResolvedPath(repository.value()->root());
  auto temporary = TemporaryFolder::Make();
  if (!temporary.ok()) return temporary.error();
  out.folder = std::move(temporary).value();
  // The folder has the name of the original, since a project's name may be derived from its folder.
  out.copy = ResolvedPath(out.folder->path()) + "/" + fs::path(out.root).filename().string();
  const Result<bool> written =
      repository.value()->WriteRevision(name, out.copy, options.limits.file_bytes);
  if (!written.ok()) return written.error();
  std::error_code ignored;
  fs::create_directory(out.copy + "/.git", ignored);  // the search for a configuration ends here
  return out;
}

}  // namespace

Result<Workspace> Workspace::AtRevision(const ProjectOptions& options, const std::string& name,
                                        std::vector<std::shared_ptr<const Revision>>& copies) {
  const std::string path = ResolvedPath(options.paths[0]);
  // A submodule has its own revision, which the copy of the outer repository does not contain.
  auto at = std::find_if(copies.begin(), copies.end(), [&](const auto& known) {
    return IsAtOrBelow(path, known->root) && !fs::exists(fs::path(path) / ".git");
  });
  if (at == copies.end()) {
    Result<Revision> revision = ExportRevision(options, name);
    if (!revision.ok()) return revision.error();
    at = copies.insert(copies.end(), std::make_shared<const Revision>(std::move(revision).value()));
  }
  const Revision& revision = **at;
  ProjectOptions inside = OfCopy(options, revision.root, revision.copy);
  // The settings are those of the revision, as they were part of its findings.
  Result<Config> config = LoadConfig(inside);
  if (!config.ok()) return config.error();
  Tree tree = WalkProject(inside, config.value());
  Workspace out(std::move(inside), std::move(config).value(), std::move(tree));
  out.revision_ = *at;
  return out;
}

Result<FindingFilter> LoadBaselineRevision(const ProjectOptions& options,
                                           const FindingOptions& findings, FindingFilter only,
                                           std::vector<std::shared_ptr<const Revision>>& copies,
                                           RunBudget& budget) {
  if (findings.since.empty()) return only;
  const auto wrong = [](const std::string& why) { return Error{"--since: " + why}; };
  Result<Workspace> before = Workspace::AtRevision(options, findings.since, copies);
  if (!before.ok()) return wrong(before.error().message);
  FindingOptions each = findings;
  // Each finding separately, and without a baseline: what was accepted then is not new now.
  each.grouped = false;
  each.no_baseline = true;
  if (const auto error = before.value().Check(each, {}, budget)) return wrong(error->message);
  for (const Finding& finding : before.value().comparison().findings) {
    only.before.emplace(finding.rule, finding.fingerprint);
  }
  return only;
}

}  // namespace flagcensus
