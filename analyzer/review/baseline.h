// The baseline: findings that a project lives with for now, by rule, variable and the values that
// disagree. Lines are no part of it, so that moving code changes nothing, and a new value is a new
// finding.
//
// The file is JSON, one finding a line, sorted, so that two branches that add to it merge:
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
  std::string name;                       // "" where the finding is about several or none
  std::optional<std::string> documented;  // for the reader: the fingerprint decides
  std::optional<std::string> actual;
  std::string fingerprint;
  int line = 0;  // in the file
};

struct Baseline {
  std::string file;   // as shown; "": there is none
  std::string until;  // "2027-01-31", the last day on which it holds; "": it has none
  std::vector<BaselineRow> rows;
};

// Reads the text of `file`. What is no baseline, or one of a newer program, is an error with its
// line ("flagcensus-baseline.json:3: ..."). At most 64 MiB are taken.
Result<Baseline> ParseBaseline(std::string_view text, const std::string& file);
Result<Baseline> ReadBaseline(const std::string& path, const std::string& shown);

// The rows for `findings`, sorted, each once.
std::vector<BaselineRow> BaselineRowsOf(const std::vector<Finding>& findings);
std::string WriteBaseline(const Baseline& baseline);

// Whether a file that begins with `head` is a baseline, of whatever version, or a broken one.
bool IsOwnBaseline(std::string_view head);

}  // namespace flagcensus
