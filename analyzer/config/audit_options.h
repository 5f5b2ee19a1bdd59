// The options of `flagcensus audit` and `flagcensus merge`.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/archive/limits.h"
#include "analyzer/config/options.h"

namespace CLI {
class App;
}

namespace flagcensus {

struct AuditOptions {
  std::vector<std::string> inputs;     // folders, archives, repositories, FOLDER@REVISION
  std::string html;                    // "": no page is written
  std::string database;                // "": none is kept; merge: the one that is written
  bool compare = false;                // the two inputs are an older and a newer version
  std::vector<std::string> allow;      // allow lists
  std::optional<std::string> fail_on;  // risks and severities, with commas; none: nothing fails
  // Options that shape the result and differ from their default, with their values.
  std::vector<std::pair<std::string, std::string>> settings;
  std::string date;  // by SOURCE_DATE_EPOCH; filled when the audit begins
  ArchiveLimits limits;
};

// Puts what --files-from lists behind the inputs. What is wrong; nothing where all is well.
std::optional<std::string> TakeAuditInputs(Options& options);

// The options of `command`, as it was parsed, that shape what an audit finds and differ from their
// default.
std::vector<std::pair<std::string, std::string>> ShapingSettings(const CLI::App& command);

void AddAudit(CLI::App& app, Options& options);
void AddMerge(CLI::App& app, Options& options);

}  // namespace flagcensus
