// ProjectFolder: one folder of the client's workspace, with the projects in it.
//
//   ProjectFolder folder("/p", settings);
//   folder.Open(documents);                    // walks /p, finds its projects; all are due
//   folder.Check(documents);                   // facts() are complete
//   folder.Take({{"/p/web/app.py"}}, documents);  // the project of web/ is due
//   folder.Check(documents);                   // checks only that
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/lsp/documents.h"
#include "analyzer/lsp/facts.h"
#include "analyzer/pipeline/workspace.h"

namespace flagcensus {

// How the folders are read, as the client requests.
struct FolderSettings {
  std::vector<std::string> catalog;  // relative to the folder
  FindingOptions findings;
  bool clang = true;
  unsigned jobs = 0;
  CacheOptions cache;  // from it, the first check takes what an earlier one found
};

// A file that changed: in the editor, or on disk.
struct ChangedFile {
  std::string path;
  bool on_disk = false;
};

class ProjectFolder {
 public:
  ProjectFolder(std::string path, FolderSettings settings)
      : path_(std::move(path)), settings_(std::move(settings)) {}

  const std::string& path() const { return path_; }
  // Why the new configuration is not used, or a project was not checked; "" if there is nothing.
  const std::string& problem() const {
    return config_problem_.empty() ? check_problem_ : config_problem_;
  }
  // Projects that could not be read.
  const std::vector<Diagnostic>& failed() const { return failed_; }
  std::vector<Workspace>& projects() { return projects_; }
  const std::vector<std::shared_ptr<const ProjectFacts>>& facts() const { return facts_; }

  // Walks the folder, and splits it into projects. If that fails, the previous ones remain.
  void Open(const Documents& documents);
  // Handles changes. Texts of open documents replace the contents of files, but not of settings. A
  // text that is too large to be read counts as empty.
  void Take(const std::vector<ChangedFile>& changed, const Documents& documents);
  // Whether a project has to be checked.
  bool IsDue() const { return !due_.empty(); }
  // Checks the projects that are due, and computes the facts of all.
  void Check(Documents& documents);
  // Writes what the first check of each project found to the cache, for the next server; whether
  // that is still to be done.
  void Store();
  bool IsUnstored() const { return !unstored_.empty(); }

 private:
  void TakeInto(size_t number, const std::vector<ChangedFile>& files);
  std::optional<size_t> ProjectOf(const std::string& path) const;

  std::string path_;
  FolderSettings settings_;
  std::vector<Workspace> projects_;
  std::vector<std::vector<Finding>> findings_;  // of each project, from its own check
  std::vector<std::shared_ptr<const ProjectFacts>> facts_;
  std::vector<Diagnostic> failed_;
  std::set<size_t> due_;
  std::set<size_t> unstored_;
  std::set<std::string> outside_;  // open documents that are not an input of a project
  std::string config_problem_;
  std::string check_problem_;
};

}  // namespace flagcensus
