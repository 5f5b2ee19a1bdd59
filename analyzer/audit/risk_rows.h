// The entries of queries/risks.toml: what an auditor should review, and why.
//
//   [[risk]]
//   id = "verification-switch"
//   by = "name"                         a read of a variable with such a name
//   names = ["*SSL_VERIFY*", ...]
//   severity = "medium"
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

// The criterion of an entry; each is described at the head of queries/risks.toml.
enum class RiskBy { kName, kDefault, kSecret, kSink, kWrite, kImport, kNear };

// Whether a row applies only to variables with a default that means on, or one that means off.
enum class DefaultIs { kAny, kOn, kOff };

// A name with a type and a default for which the row must (or must not) match; a test reads them.
struct RiskExample {
  std::string name;
  std::string type;   // "": unknown
  std::string value;  // the default; "": none
};

struct RiskExamples {
  std::vector<RiskExample> matching, others;
};

// One row: when it applies, and what the report says.
struct RiskRow {
  std::string id, title, reason;
  Severity severity = Severity::kInfo;  // low, medium, high
  RiskBy by = RiskBy::kName;
  Globs names, except;          // with `*` for any part
  std::set<std::string> types;  // of the variable: any of them, or unknown; empty: all
  std::set<std::string> ops;    // of a site; empty: read
  DefaultIs default_is = DefaultIs::kAny;
  // For kDefault: prefixes of the default, one of which must match.
  std::vector<std::string> values;
  std::vector<std::string> except_values;    // excluded prefixes
  std::set<std::string, std::less<>> sinks;  // kSink: effects of queries/value_sinks.toml
  Globs vias;                                // kWrite: the accessor of the write
  Globs except_vias;                         // kSink: accessors with safe values
  std::vector<std::string> unless;           // IDs of earlier rows that replace this
  bool same_file = false;                    // kSink: only calls in the file of the read
  bool is_passed_on = false;                 // kWrite: if the file passes an environment on
  Confidence confidence = Confidence::kHigh;
  RiskExamples examples;
};

struct RiskTable {
  std::vector<RiskRow> rows;                      // in the order of the file
  std::set<std::string, std::less<>> same_value;  // calls that return their argument
};

// The built-in table, with static lifetime.
const RiskTable& Risks();
inline const std::vector<RiskRow>& RiskRows() { return Risks().rows; }
// The same from any text; errors are appended to `mistakes`.
RiskTable ReadRiskTable(std::string_view toml, std::vector<std::string>* mistakes);

// "high", "medium", "low".
std::string_view RiskSeverity(const RiskRow& row);

// Whether the row's names match the variable and its exceptions do not.
bool NamesVariable(const RiskRow& row, std::string_view name);

}  // namespace flagcensus
