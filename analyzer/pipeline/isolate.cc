// projects ─→ one process for all ─→ if it crashes, one for each ─→ one for those that do not crash
#include "analyzer/pipeline/isolate.h"

#include <exception>
#include <string>
#include <utility>

#include "analyzer/base/child.h"
#include "analyzer/base/failure.h"
#include "analyzer/pipeline/print.h"

namespace flagcensus {
namespace {

Diagnostic FailureOf(const Workspace& project, const std::string& why) {
  const std::string& folder = project.folder();
  const std::string shown = ShownPath(folder, project.options().root);
  return ProjectFailed(shown, why);
}

// Removes the projects that crash the process that examines them; returns whether there are any.
bool TakeCrashing(std::vector<Workspace>& projects, const Examine& examine,
                  std::vector<Diagnostic>& failed) {
  const size_t taken = std::erase_if(projects, [&](Workspace& project) {
    const ChildEnd end = RunInChild([&] {
      try {
        examine(project);
      } catch (const std::exception&) {  // reported when the project is examined again
      }
      return 0;
    });
    if (end.wrong.empty() || !end.started) return false;
    failed.push_back(FailureOf(project, "its process ended: " + end.wrong));
    return true;
  });
  return taken > 0;
}

}  // namespace

std::optional<std::string> ExamineEach(std::vector<Workspace>& projects, const Examine& examine,
                                       std::vector<Diagnostic>& failed) {
  if (projects.size() == 1 && failed.empty()) {
    const std::optional<Error> error = examine(projects.front());
    return error ? std::optional(error->message) : std::nullopt;
  }
  std::erase_if(projects, [&](Workspace& project) {
    std::string why;
    try {
      if (const std::optional<Error> error = examine(project)) why = error->message;
    } catch (const std::exception& error) {  // out of memory, or a bug of this program
      why = FailureText(error);
    }
    if (why.empty()) return false;
    failed.push_back(FailureOf(project, why));
    return true;
  });
  if (!projects.empty()) return std::nullopt;
  std::string why = "no project could be examined";
  for (const Diagnostic& one : failed) why += "; " + one.place.file + ": " + one.message;
  return why;
}

int RunIsolated(std::vector<Workspace>& projects, std::vector<Diagnostic> failed,
                const Examine& examine, const Rest& rest) {
  // The costs of a run are counted in the process that prints them, so --stats does not fork.
  if (projects.size() == 1 || projects.front().options().cost != nullptr) {
    return rest(projects, std::move(failed));
  }
  const auto run = [&] {
    return RunInChild([&] {
      try {
        return rest(projects, failed);
      } catch (const std::exception& error) {
        return Fail(FailureText(error));
      }
    });
  };
  ChildEnd end = run();
  // Without a child process everything runs here, and a crash ends the run.
  if (!end.started) return rest(projects, std::move(failed));
  if (end.wrong.empty()) return end.status;
  if (TakeCrashing(projects, examine, failed)) end = run();
  if (end.wrong.empty()) return end.status;
  // No project crashed when examined alone: the report itself did, or all together need more
  // memory.
  return Fail("internal error: the process that examined the projects ended: " + end.wrong);
}

}  // namespace flagcensus
