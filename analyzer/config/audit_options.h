// The options of `flagcensus audit` and `flagcensus merge`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/archive/limits.h"
#include "analyzer/config/options.h"

namespace CLI {
class App;
}

namespace flagcensus {

struct AuditOptions {
  std::vector<std::string> inputs;  // folders, archives, repositories, FOLDER@REVISION
  std::string html;                 // "": no page is written
  std::string database;             // "": none is kept; merge: the one that is written
  bool compare = false;             // the two inputs are an older and a newer version
  ArchiveLimits limits;
};

// Puts what --files-from lists behind the inputs. What is wrong; nothing where all is well.
std::optional<std::string> TakeAuditInputs(Options& options);

void AddAudit(CLI::App& app, Options& options);
void AddMerge(CLI::App& app, Options& options);

}  // namespace flagcensus
