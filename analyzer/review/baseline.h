// The baseline: findings that a project accepts for now, by rule, variable and the values that
// disagree. It contains no lines, so moved code changes nothing, and a new value is a new
// finding.
//
// The file is JSON, one finding per line, sorted, so two branches that add to it can be
// merged:
//
//   {
//     "schema": 1,
//     "until": "2027-01-31",
//     "findings": [
//       {"rule": "unused", "name": "APP_OLD", "fingerprint": "4a5f..."},
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/model/finding.h"

namespace flagcensus {

inline constexpr std::string_view kBaselineName = "flagcensus-baseline.json";

struct BaselineRow {
  std::string rule;
  std::string name;                       // "" if the finding is not about exactly one
  std::optional<std::string> documented;  // for human readers: the fingerprint decides
  std::optional<std::string> actual;
  std::string fingerprint;
  int line = 0;  // line in the file, 1-based
};

struct Baseline {
  std::string file;   // as shown; "": there is no baseline
  std::string until;  // "2027-01-31", the last day on which it is valid; "": unlimited
  std::vector<BaselineRow> rows;
};

// Parses the text of `file`. Fails with the line ("flagcensus-baseline.json:3: ...") if it is not a
// baseline, or if a newer program wrote it, or if it is larger than 64 MiB.
Result<Baseline> ParseBaseline(std::string_view text, const std::string& file);
Result<Baseline> ReadBaseline(const std::string& path, const std::string& shown);

// The baseline entries for `findings`, sorted, without duplicates.
std::vector<BaselineRow> BaselineRowsOf(const std::vector<Finding>& findings);
// The text of the file. Equal baselines give equal texts.
std::string WriteBaseline(const Baseline& baseline);

// Whether a file that begins with `head` is a baseline, of any version, or a broken one.
bool IsOwnBaseline(std::string_view head);

}  // namespace flagcensus
