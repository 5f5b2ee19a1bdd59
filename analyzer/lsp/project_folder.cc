// a folder ─→ its projects; changed files ─→ which projects have to be checked ─→ their facts
#include "analyzer/lsp/project_folder.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "analyzer/base/failure.h"
#include "analyzer/config/find.h"
#include "analyzer/pipeline/load.h"
#include "analyzer/pipeline/projects.h"
#include "analyzer/pipeline/real_paths.h"
#include "analyzer/review/stated.h"

namespace flagcensus {
namespace {

// "flagcensus.toml", ".flagcensus.toml" and "pyproject.toml", with or without a table for this
// program.
bool IsConfigPath(const std::string& path) {
  return IsConfigName(std::filesystem::path(path).filename().string());
}

// Files that are read from disk whenever a tree is walked: their unsaved changes have no effect.
bool IsSettingPath(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  return IsConfigName(name) || name == ".gitignore" || name == ".ignore";
}

// The lines that findings quote, from the documents.
PageLine LinesFor(const Workspace& project, Documents& documents) {
  return [&documents, root = AbsolutePath(project.options().root)](const Place& place) {
    const auto lines = documents.LinesOf(AbsolutePath(root + "/" + place.file));
    const TextSpan span = lines->LineOf(place.line);
    return lines->text().substr(span.begin, span.end - span.begin);
  };
}

}  // namespace

// Open documents replace the files before the first check, so unsaved text counts from the start.
//
//   /p with web/ and api/, each with a configuration ─→ two projects, both due
void ProjectFolder::Open(const Documents& documents) {
  config_problem_.clear();
  ProjectOptions options;
  options.root = path_;
  options.paths = {path_};
  options.pages_suffice = true;
  options.messages.quiet = true;
  options.clang.used = settings_.clang;
  options.jobs = settings_.jobs;
  for (const std::string& page : settings_.catalog) {
    options.pages.catalog.push_back(page.starts_with('/') ? page : path_ + "/" + page);
  }
  for (const auto& [path, document] : documents.All()) {
    if (IsAtOrBelow(path, path_) && document.lines->text().size() <= options.limits.file_bytes) {
      options.overlays[path] = document.lines->shared_text();
    }
  }
  const Result<Config> config = LoadConfig(options);
  const auto why = config.ok() ? TakePaths(config.value(), options) : config.error().message;
  if (why) {
    config_problem_ = *why;
    return;
  }
  std::vector<Diagnostic> failed;
  Result<std::vector<Workspace>> split =
      SplitProjects(WalkProject(options, config.value()), options, &config.value(), failed);
  if (!split.ok()) {
    config_problem_ = split.error().message;
    return;
  }
  failed_ = std::move(failed);
  projects_ = std::move(split).value();
  for (Workspace& project : projects_) project.RememberSteps(settings_.cache, true);
  findings_.assign(projects_.size(), {});
  facts_.assign(projects_.size(), nullptr);
  outside_.clear();
  due_.clear();
  for (size_t i = 0; i < projects_.size(); ++i) due_.insert(i);
  unstored_ = due_;
}

// Once for each project: after an edit, the next server has to repeat what the edit concerns.
void ProjectFolder::Store() {
  for (const size_t number : std::exchange(unstored_, {})) projects_[number].StoreSteps();
}

// The project with the longest path above the file, as in Facts::Of.
std::optional<size_t> ProjectFolder::ProjectOf(const std::string& path) const {
  std::optional<size_t> best;
  size_t longest = 0;
  for (size_t i = 0; i < projects_.size(); ++i) {
    for (const std::string& named : projects_[i].options().paths) {
      const std::string folder = AbsolutePath(named);
      if (!IsAtOrBelow(path, folder) || (best && folder.size() <= longest)) continue;
      best = i;
      longest = folder.size();
    }
  }
  return best;
}

// Finds out what the changes concern, and whether the project has to be checked. All at once: a
// change of branch is thousands of files, and each may cost a walk of the tree.
//
//   a saved app.py          ─→ the project is due
//   a saved notes.bin       ─→ no input: nothing is due, and the path is in `outside_`
void ProjectFolder::TakeInto(size_t number, const std::vector<ChangedFile>& files) {
  Workspace& project = projects_[number];
  std::unordered_set<std::string> pages;
  for (const std::string& page : project.comparison().catalog.pages) {
    pages.insert(AbsolutePath(project.options().root + "/" + page));
  }
  bool due = false;
  std::vector<std::string> paths;
  for (const ChangedFile& file : files) {
    const bool page = pages.contains(file.path);
    // To find out that a file is not an input costs a walk of the tree: once is enough.
    if (!file.on_disk && !page && outside_.contains(file.path)) continue;
    due = due || page || file.path == project.comparison().baseline;
    paths.push_back(file.path);
  }
  if (paths.empty()) return;
  const Result<bool> changed = project.Update(paths);
  if (!changed.ok()) {
    config_problem_ = changed.error().message;
    return;
  }
  const auto inputs = NumbersByPath(project.tree());
  for (const std::string& path : paths) {
    if (inputs.contains(path)) {
      outside_.erase(path);
    } else {
      outside_.insert(path);
    }
  }
  if (changed.value() || due) due_.insert(number);
}

// A changed configuration opens the folder again; every other change goes to the project that
// contains the file.
void ProjectFolder::Take(const std::vector<ChangedFile>& changed, const Documents& documents) {
  const bool settings = std::any_of(changed.begin(), changed.end(), [&](const ChangedFile& file) {
    return file.on_disk && IsAtOrBelow(file.path, path_) && IsConfigPath(file.path);
  });
  // A changed configuration may change which projects there are. If it is invalid, the old projects
  // continue with the old one.
  if (settings || projects_.empty()) {
    Open(documents);
    if (config_problem_.empty()) return;
  }
  std::map<size_t, std::vector<ChangedFile>> of;  // by project
  for (const ChangedFile& file : changed) {
    if (file.on_disk ? settings && IsConfigPath(file.path) : IsSettingPath(file.path)) continue;
    const auto number = ProjectOf(file.path);
    if (!number) continue;
    std::shared_ptr<const std::string> text;
    if (const auto document = documents.Find(file.path)) {
      text = document->lines->shared_text();
      if (text->size() > ProjectOptions().limits.file_bytes) {
        text = std::make_shared<const std::string>();
      }
    }
    projects_[*number].SetText(file.path, text);
    of[*number].push_back(file);
  }
  for (const auto& [number, files] : of) TakeInto(number, files);
}

// Checks what is due, relates all projects, and makes the facts of all of them.
// The facts of all projects are made again, since a changed project may change findings of another.
void ProjectFolder::Check(Documents& documents) {
  if (due_.empty()) return;
  check_problem_.clear();
  FindingOptions findings = settings_.findings;
  findings.grouped = false;  // each place has the finding of its own variable
  for (const size_t number : std::exchange(due_, {})) {
    Workspace& project = projects_[number];
    RunBudget budget(project.options().limits.seconds, project.options().limits.memory);
    try {
      const std::optional<Error> error = project.Check(findings, {}, budget);
      if (error) check_problem_ = error->message;
    } catch (const std::exception& error) {  // out of memory, or a bug of this program
      check_problem_ = FailureText(error);
    }
    findings_[number] = project.comparison().findings;
  }
  // RelateProjects corrects findings in place, so it begins with what each check found.
  for (size_t i = 0; i < projects_.size(); ++i) projects_[i].comparison().findings = findings_[i];
  RelateProjects(projects_);
  for (size_t i = 0; i < projects_.size(); ++i) {
    std::vector<Finding> shown = projects_[i].comparison().findings;
    std::erase_if(shown,
                  [&](const Finding& finding) { return finding.severity < findings.min_severity; });
    FindStated(projects_[i].comparison().catalog.entries, LinesFor(projects_[i], documents), shown);
    facts_[i] = MakeProjectFacts(projects_[i], std::move(shown));
  }
}

}  // namespace flagcensus
