// The rows of queries/risks.toml: what an auditor should look at, and why.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/access.h"
#include "analyzer/model/finding.h"
#include "analyzer/tree/glob.h"

namespace flagcensus {

// What a row looks at; the head of queries/risks.toml tells each.
enum class RiskBy { kName, kDefault, kSecret, kSink, kWrite, kImport, kNear };

// What a row wants of a default.
enum class DefaultIs { kAny, kOn, kOff };

struct RiskExample {
  std::string name;
  std::string type;   // "": unknown
  std::string value;  // the default; "": none
};

struct RiskRow {
  std::string id, title, reason;
  Severity severity = Severity::kInfo;  // low, medium, high
  RiskBy by = RiskBy::kName;
  Globs names, except;          // with `*` for any part
  std::set<std::string> types;  // of the variable: any of them, or unknown; none: all
  std::set<std::string> ops;    // of a site; none: read
  DefaultIs default_is = DefaultIs::kAny;
  std::vector<std::string> values;           // what the default begins with, kDefault
  std::vector<std::string> except_values;    // but not with these
  std::set<std::string, std::less<>> sinks;  // kSink: effects of queries/value_sinks.toml
  Globs vias;                                // kWrite: what the write is made with
  Globs except_vias;                         // kSink: reads that are safe there
  std::vector<std::string> unless;           // rows that say more of the same variable
  bool handed_on = false;                    // kWrite: where the file hands an environment on
  Confidence confidence = Confidence::kHigh;
  std::vector<RiskExample> examples, counterexamples;
};

struct RiskTable {
  std::vector<RiskRow> rows;                      // in the order of the file
  std::set<std::string, std::less<>> same_value;  // calls that give back what they are given
};

// The table of the program; it lives as long as that.
const RiskTable& Risks();
inline const std::vector<RiskRow>& RiskRows() { return Risks().rows; }
// The same of any text; `mistakes` takes what is wrong with it.
RiskTable ReadRiskTable(std::string_view toml, std::vector<std::string>* mistakes);

// "high", "medium", "low".
std::string_view RiskSeverity(const RiskRow& row);

// Whether the row names the variable.
bool NamesVariable(const RiskRow& row, std::string_view name);

}  // namespace flagcensus
