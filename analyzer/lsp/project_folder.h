// ProjectFolder: one folder of the client's workspace, with the projects in it.
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

// How the folders are read, as the client wants it.
struct FolderSettings {
  std::vector<std::string> catalog;  // relative to the folder
  FindingOptions findings;
  bool clang = true;
  unsigned jobs = 0;
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
  // Why the last configuration is not used, or a project was not checked; "" if there is nothing.
  const std::string& problem() const {
    return config_problem_.empty() ? check_problem_ : config_problem_;
  }
  // Projects that could not be read.
  const std::vector<Diagnostic>& failed() const { return failed_; }
  std::vector<Workspace>& projects() { return projects_; }
  const std::vector<std::shared_ptr<const ProjectFacts>>& facts() const { return facts_; }

  // Walks the folder, and splits it into projects. The old ones stay if that fails.
  void Open(const Documents& documents);
  // Takes over what changed. The texts of open documents take the place of files' contents, but not
  // of settings, and one that is too large to be read counts as empty.
  void Take(const std::vector<ChangedFile>& changed, const Documents& documents);
  // Whether a project has to be checked.
  bool IsDue() const { return !due_.empty(); }
  // Checks these projects, and computes the facts of all.
  void Check(Documents& documents);

 private:
  void TakeInto(size_t number, const ChangedFile& file,
                const std::shared_ptr<const std::string>& text);
  std::optional<size_t> ProjectOf(const std::string& path) const;

  std::string path_;
  FolderSettings settings_;
  std::vector<Workspace> projects_;
  std::vector<std::vector<Finding>> findings_;  // of each, as its own check found them
  std::vector<std::shared_ptr<const ProjectFacts>> facts_;
  std::vector<Diagnostic> failed_;
  std::set<size_t> due_;
  std::set<std::string> outside_;  // open documents that are no input of a project
  std::string config_problem_;
  std::string check_problem_;
};

}  // namespace flagcensus
