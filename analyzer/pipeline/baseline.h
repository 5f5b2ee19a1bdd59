// The files that a run writes, and the baseline of a project.
//
//   flagcensus baseline            WriteBaselineFile(project, {})
//   flagcensus baseline --prune    the rows of before that still match a finding, nothing new
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/pipeline/workspace.h"
#include "analyzer/tree/output_file.h"

namespace flagcensus {

struct BaselineOptions {
  std::string file;    // "": next to the configuration, otherwise in the project's folder
  std::string until;   // the last day on which it is valid; "": the day of the previous one
  bool prune = false;  // remove fixed findings, add nothing
};

// Which files a baseline may replace: another baseline, and any file that has the name that only
// baselines have.
IsOwnFile OwnBaselines(const std::string& path);

// What is wrong with `file` as an output; nullopt if it may be written. `is_own`: whether a file
// with this beginning may be replaced. A mistyped option must not overwrite a source.
std::optional<std::string> WhyNotWritten(const std::string& file, const IsOwnFile& is_own);

// What is wrong with `file` as the baseline of these projects; nullopt if there is no objection.
// `file` is "" if no file is named.
std::optional<std::string> OneForSeveral(const std::string& file,
                                         const std::vector<Workspace>& projects);

// Writes the findings as the project's baseline, or with `prune` removes fixed ones from it.
// Returns the exit status.
int WriteBaselineFile(const Workspace& project, const BaselineOptions& options);

}  // namespace flagcensus
