// Settings for part of the tree: [[override]].
//
//   [[override]]
//   path = ["tools/"]
//   severity = { undocumented = "off", unused = "info" }
//     ─→ DropOff removes undocumented variables that only tools/ reads; Of(unused) is info there
#pragma once

#include <optional>
#include <vector>

#include "analyzer/config/config.h"
#include "analyzer/config/path_glob.h"
#include "analyzer/model/finding.h"

namespace flagcensus {

class PathSeverities {
 public:
  explicit PathSeverities(const Config& config);

  // Removes the findings that an entry turns off.
  void DropOff(std::vector<Finding>& findings) const;

  // The severity that an entry sets; nullopt if none applies to the finding.
  std::optional<Severity> Of(const Finding& finding) const;

 private:
  struct Row {
    const OverrideRow* row;
    PathMatcher paths;
  };
  // The severity of the first entry that names the rule and contains all places in code, or all on
  // pages; nullopt for off.
  const std::optional<Severity>* Find(const Finding& finding) const;

  std::vector<Row> rows_;
};

}  // namespace flagcensus
