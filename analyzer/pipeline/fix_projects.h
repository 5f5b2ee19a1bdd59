// What --fix does to the pages of projects.
//
//   docs/env.md:9    | APP_TIMEOUT | 30 |     and the code reads it with the default 60
//   check --fix      ─→ | APP_TIMEOUT | 60 |
//   check --diff     ─→ the same as a patch, and nothing is written
#pragma once

#include <string>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pipeline/workspace.h"

namespace flagcensus {

struct FixOptions {
  bool apply = false;                       // --fix: correct the pages
  bool diff = false;                        // --diff: print what would be corrected as a patch
  bool unsafe_fixes = false;                // with either of these, also changes that need a review
  bool quiet = false;                       // no remarks
  Severity min_severity = Severity::kInfo;  // findings below it are not fixed
};

// The result of --fix.
struct Fixed {
  size_t findings = 0;               // findings that are fixed
  size_t pages = 0;                  // pages that were written, or would be
  std::vector<std::string> written;  // their paths
  int status = 0;                    // 2 if one could not be written
};
// Corrects the pages of all projects for the findings, and prints how many. If `patch` is not null,
// nothing is written, and `patch` receives the changes.
Fixed FixProjects(const std::vector<Workspace>& projects, const FixOptions& options,
                  std::string* patch);
// A page with its text before and after all corrections of --fix.
struct PageCorrection {
  std::string file;  // as in findings
  std::string before;
  std::string after;
};
// The pages that --fix would change for these findings of the project, and how. Writes nothing.
std::vector<PageCorrection> CorrectionsOf(const Workspace& project,
                                          const std::vector<Finding>& findings);
// Adds to the project's comparison what --fix would change for each of these findings.
void FindFixes(Workspace& project, const std::vector<Finding>& findings, const FixOptions& options);
// Prints the patch; returns 1 if it is not empty.
int PrintPatch(const std::vector<Workspace>& projects, const FixOptions& options);

}  // namespace flagcensus
