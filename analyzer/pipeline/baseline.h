// The files that a run writes, and the baseline of a project.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/pipeline/workspace.h"
#include "analyzer/tree/output_file.h"

namespace flagcensus {

struct BaselineOptions {
  std::string file;    // "": next to the configuration, else in the project's folder
  std::string until;   // the last day on which it is valid; "": as before
  bool prune = false;  // remove what is fixed, add nothing
};

// What a baseline may replace: another one, and any content under the name that only they have.
IsOwnFile OwnBaselines(const std::string& path);

// What is wrong with `file` as an output; nullopt if it may be written. `is_own`: whether a file
// with such a beginning may be replaced.
std::optional<std::string> WhyNotWritten(const std::string& file, const IsOwnFile& is_own);

// What is wrong with `file`, "" for none, as the baseline of these projects; nullopt if nothing is.
std::optional<std::string> OneForSeveral(const std::string& file,
                                         const std::vector<Workspace>& projects);

// Writes the findings as the project's baseline, or with `prune` removes fixed ones from it.
// Returns the exit status.
int WriteBaselineFile(const Workspace& project, const BaselineOptions& options);

}  // namespace flagcensus
