// Two versions of one program → what the update changes, variable by variable.
//
// Only the sources count (scope src): what tests and examples touch is no interface. A variable is
// changed if a value of it differs: its defaults, its types, what a page says of it, whether it is
// read or set, its risks. The files that touch it are reported with a change and are none: a read
// that moves to another file leaves the variable as it was. Values are those of the census, so two
// credentials that are both printed as *** are one value.
//
// Costs the variables and sites of both versions, in memory.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/audit/database.h"

namespace flagcensus {

struct DefaultFact {
  std::string kind;   // literal, none, required, dynamic
  std::string value;  // of a literal or dynamic one

  auto operator<=>(const DefaultFact&) const = default;
};

// "no default", "required", `""`, or the value.
std::string Shown(const DefaultFact& fact);
// All of them, with " or " between; "no read" if there is none.
std::string Shown(const std::set<DefaultFact>& defaults);

struct RiskFact {
  std::string id, severity, title, confidence;
  std::string file, detail;  // "": not known, none
  int64_t line = 0;
};

// One variable in one version.
struct VariableFacts {
  std::set<DefaultFact> defaults;         // of its reads
  std::set<std::string> types;            // without the unknown one
  std::set<std::string> access;           // read, set
  std::string documented;                 // described, named, no
  std::map<std::string, RiskFact> risks;  // by id
  std::set<std::string> files;            // with a place that touches it
};

// What the change is listed under, the gravest first.
enum class ChangeGroup { kNewRisk, kDefault, kRemoved, kAdded, kOther };
std::string_view ToString(ChangeGroup group);

struct VariableChange {
  std::string name;
  ChangeGroup group = ChangeGroup::kOther;
  const VariableFacts* before = nullptr;  // nullptr: a new variable
  const VariableFacts* after = nullptr;   // nullptr: a removed one
  std::vector<std::string> fields;  // that differ, if it is in both: default, type, documented, ...
  // A family of the version that lacks the name, if one may make it ("APP_*"): it may touch the
  // variable all the same. "": none.
  std::string pattern;
  std::vector<const RiskFact*> new_risks;   // the gravest first
  std::vector<const RiskFact*> gone_risks;  // likewise
};

struct VersionSide {
  std::string name, source, kind, revision;  // revision: "" if there is none
  int64_t files = 0, accesses = 0, resolved = 0, variables = 0;
  std::vector<std::string> summary;  // what was read and what was not, a line each
  std::map<std::string, VariableFacts> of;
};

struct VersionChanges {
  VersionSide before, after;
  std::vector<VariableChange> changes;  // the gravest first, then by name
  std::vector<std::string> moved;       // that only other files touch now
  uint64_t unchanged = 0;               // variables of both, the moved ones included
};

// The first project of the census against the second. The result points into itself: keep it where
// it is.
std::unique_ptr<VersionChanges> CompareVersions(const Database& census);

}  // namespace flagcensus
