// What the configuration says of part of the tree: [[override]].
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

  // Takes out the findings that a row turns off.
  void DropOff(std::vector<Finding>& findings) const;

  // The severity that a row gives; nothing where none is about the finding.
  std::optional<Severity> Of(const Finding& finding) const;

 private:
  struct Row {
    const OverrideRow* row;
    PathMatcher paths;
  };
  // The first row that names the rule and holds all places in code, or all on pages: its severity,
  // none for off.
  const std::optional<Severity>* Find(const Finding& finding) const;

  std::vector<Row> rows_;
};

}  // namespace flagcensus
