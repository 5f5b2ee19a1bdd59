// The options of `flagcensus audit` and `flagcensus merge`.
//
//   audit --max-file-size 1MiB --html out.html src/
//   ─→ inputs: {"src/"}, html: "out.html", settings: {{"--max-file-size", "1MiB"}}
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/archive/limits.h"
#include "analyzer/config/given_files.h"
#include "analyzer/config/project_options.h"

namespace flagcensus {

struct AuditOptions {
  std::vector<std::string> inputs;  // folders, archives, repositories, FOLDER@REVISION
  std::string html;                 // "": no page is written
  std::string database;             // "": not stored; merge: the output database
  bool compare = false;             // the two inputs are an older and a newer version
  std::vector<std::string> allow;   // allow lists
  // Risks and severities, comma-separated; nullopt: no risk fails the run.
  std::optional<std::string> fail_on;
  // Options that affect the result and differ from their default, with their values.
  std::vector<std::pair<std::string, std::string>> settings;
  std::string date;  // from SOURCE_DATE_EPOCH; set when the audit begins
  ArchiveLimits limits;
};

// The options of one run of `audit`.
struct AuditRequest {
  ProjectOptions project;
  AuditOptions audit;
  GivenFiles files;
  std::string format;
  bool all = false;  // text: show all risks
};

// Appends the paths of --files-from to the inputs. Returns what is wrong, or nullopt on success.
std::optional<std::string> TakeAuditInputs(AuditRequest& request);

// The options of the parsed `command` that affect the result of an audit and differ from their
// default.
std::vector<std::pair<std::string, std::string>> ResultSettings(const CommandApp& command);

// The options of `audit`, except --format, and of `merge`.
void AddAudit(CommandApp& command, AuditRequest& request);
void AddMerge(CommandApp& command, AuditOptions& options);

}  // namespace flagcensus
