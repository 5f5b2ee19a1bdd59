// changed paths ─→ projects that are checked again ─→ findings that appeared and disappeared
#include "analyzer/commands/check_watch.h"

#include <signal.h>  // sigaction

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>

#include "analyzer/base/text.h"
#include "analyzer/pipeline/print.h"
#include "analyzer/tree/folder_watch.h"

namespace flagcensus {
namespace {

// An editor writes several files for one save; a check begins when nothing has changed for so long.
// Shorter times check a half-written save; longer ones are noticed as a delay.
constexpr std::chrono::milliseconds kQuietTime{150};

// Set by the signal handler, which may do nothing else.
volatile std::sig_atomic_t interrupted = 0;

extern "C" void TakeInterrupt(int) { interrupted = 1; }

// Identifies a finding independently of its lines, which move.
using FindingKey = std::tuple<std::string, std::string, std::string>;

// ("default-mismatch", "APP_PORT", "3f2c...")
FindingKey KeyOf(const Finding& finding) {
  return {finding.rule, finding.name, finding.fingerprint};
}

// The findings of `findings` that `others` does not have as often. Equal findings occur: one
// variable may have the same mismatch at two places.
//
//   {A, A, B} without {A}    ─→ {A, B}: the second A has no counterpart
std::vector<Finding> Without(const std::vector<Finding>& findings,
                             const std::vector<Finding>& others) {
  std::map<FindingKey, int> left;
  for (const Finding& finding : others) ++left[KeyOf(finding)];
  std::vector<Finding> out;
  for (const Finding& finding : findings) {
    if (--left[KeyOf(finding)] < 0) out.push_back(finding);
  }
  return out;
}

// The findings in the concise format, each line after "new: " or "gone: ".
// "new: docs/env.md:9: warning: APP_PORT ... (default-mismatch)"
std::string LinesFor(std::string_view what, const std::vector<Finding>& findings) {
  CheckReport report;
  report.findings = findings;
  std::string out;
  for (const std::string_view line :
       Split(FormatOf(CheckFormats(), "concise").write(report, {}), '\n')) {
    if (!line.empty()) out += std::string(what) + ": " + std::string(line) + "\n";
  }
  return out;
}

// Watches each folder that contains a file of a project, and the folders between it and the
// project's own. Returns the number of folders that could not be watched.
// Folders without a file of the project are not watched, which keeps build directories out of the
// limited number of watches.
size_t AddFolders(const std::vector<Workspace>& projects, FolderWatch& watch) {
  std::set<std::string> folders;
  for (const Workspace& project : projects) {
    for (const std::string& path : project.options().paths) {
      std::error_code ignored;
      const std::string top = AbsolutePath(path);
      folders.insert(std::filesystem::is_directory(top, ignored)
                         ? top
                         : std::filesystem::path(top).parent_path().string());
    }
    for (const SourceFile& file : project.tree().files) {
      const size_t top = file.absolute.size() - file.below;
      for (size_t slash = file.absolute.rfind('/'); slash != std::string::npos && slash > top;
           slash = file.absolute.rfind('/', slash - 1)) {
        if (!folders.insert(file.absolute.substr(0, slash)).second) break;
      }
    }
  }
  return static_cast<size_t>(std::count_if(folders.begin(), folders.end(),
                                           [&](const auto& one) { return !watch.Add(one); }));
}

// The paths that a project has to read again: all of its files if changes were lost.
// The kernel's queue may overflow, for example when a branch is switched.
std::vector<std::string> PathsFor(const Workspace& project, const FolderChanges& changes) {
  std::vector<std::string> out(changes.paths.begin(), changes.paths.end());
  if (!changes.lost) return out;
  for (const SourceFile& file : project.tree().files) out.push_back(file.absolute);
  for (const std::string& path : project.options().paths) out.push_back(path);
  return out;
}

}  // namespace

// Loops until a signal: waits for changes, updates the projects, checks those that are affected,
// and prints the difference.
//
//   docs/env.md is saved with a different default
//   ─→ "gone: docs/env.md:9: ... (default-mismatch)" and "0 new, 1 gone, 4 findings"
int WatchProjects(std::vector<Workspace>& projects, FindingsOfProjects known,
                  const std::function<std::optional<Error>(Workspace& project)>& check) {
  Result<std::unique_ptr<FolderWatch>> opened = FolderWatch::Open();
  if (!opened.ok()) return Fail("--watch: " + opened.error().message);
  FolderWatch& watch = *opened.value();
  struct sigaction action = {};
  action.sa_handler = TakeInterrupt;
  action.sa_flags =
      // No SA_RESTART: the wait ends; a second signal ends the process.
      static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  size_t unwatched = 0;
  while (interrupted == 0) {
    // New folders appear while the program runs, so they are added before each wait.
    if (const size_t now = AddFolders(projects, watch); now != unwatched) {
      unwatched = now;
      if (now > 0) {
        ReportUser(Count(now, "directory is", "directories are") +
                   " not watched: the system allows no more (fs.inotify.max_user_watches)");
      }
    }
    const FolderChanges changes = watch.Wait(kQuietTime);
    if (changes.interrupted) return kSuccess;
    std::string text;
    size_t came = 0;
    size_t gone = 0;
    bool checked = false;
    for (size_t i = 0; i < projects.size(); ++i) {
      const Result<bool> updated = projects[i].Update(PathsFor(projects[i], changes));
      if (!updated.ok()) ReportUser(updated.error().message);
      // A change of a file that is not an input needs no check.
      if (!updated.ok() || !updated.value()) continue;
      if (const std::optional<Error> error = check(projects[i])) {
        ReportUser(error->message);
        continue;
      }
      checked = true;
      const std::vector<Finding>& findings = projects[i].comparison().findings;
      const std::vector<Finding> new_ones = Without(findings, known[i]);
      const std::vector<Finding> old_ones = Without(known[i], findings);
      text += LinesFor("gone", old_ones) + LinesFor("new", new_ones);
      came += new_ones.size();
      gone += old_ones.size();
      known[i] = findings;
    }
    if (!checked) continue;
    size_t left = 0;
    for (const std::vector<Finding>& findings : known) left += findings.size();
    text += std::to_string(came) + " new, " + std::to_string(gone) + " gone, " +
            Count(left, "finding", "findings") + "\n";
    if (const int status = WriteOutput(text, kSuccess); status != kSuccess) return status;
  }
  return kSuccess;
}

}  // namespace flagcensus
