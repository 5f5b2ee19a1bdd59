// Two versions of one program ─→ the changes of the update, variable by variable.
//
//   old: os.getenv("APP_PORT", "80")     new: os.getenv("APP_PORT", "8080")
//   ─→ VariableChange{APP_PORT, kDefault, fields: {"default"}}
//
// Only the sources count (scope src): variables of tests and examples are not an interface. A
// variable is changed if one of its values differs: its defaults, its types, its documentation,
// whether it is read or set, its risks. The files that touch it are reported with a change but are
// not a change themselves: a read that moves to another file leaves the variable unchanged. Values
// are those of the census, so two credentials that are both printed as *** are equal.
//
// Costs memory for the variables and sites of both versions.
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

// A default of one version, reduced to what a user would notice.
struct DefaultFact {
  std::string kind;   // literal, none, required, dynamic
  std::string value;  // for literal and dynamic

  auto operator<=>(const DefaultFact&) const = default;
};

// "no default", "required", `""`, or the value.
std::string Shown(const DefaultFact& fact);
// All of them, joined by " or "; "not read" if there is none.
std::string Shown(const std::set<DefaultFact>& defaults);

// A risk of one version, with its place for the report.
struct RiskFact {
  std::string id, severity, title, confidence;
  std::string file, detail;  // "": not known or none
  int64_t line = 0;
};

// One variable in one version.
struct VariableFacts {
  std::set<DefaultFact> defaults;         // of its reads
  std::set<std::string> types;            // without the unknown type
  std::set<std::string> access;           // read, set
  std::string documented;                 // described, named, no
  std::map<std::string, RiskFact> risks;  // by id
  std::set<std::string> files;            // files with a place that touches it
};

// The group that lists the change, the most serious first.
enum class ChangeGroup { kNewRisk, kDefault, kRemoved, kAdded, kOther };
std::string_view ToString(ChangeGroup group);

// One variable that differs, with both sides. The pointers are into VersionSide::of.
struct VariableChange {
  std::string name;
  ChangeGroup group = ChangeGroup::kOther;
  const VariableFacts* before = nullptr;  // nullptr: a new variable
  const VariableFacts* after = nullptr;   // nullptr: a removed variable
  std::vector<std::string> fields;  // differing fields, if in both: default, type, documented, ...
  // A family in the version without the name that may produce it ("APP_*"), so it may touch
  // the variable nevertheless. "" if there is none.
  std::string pattern;
  std::vector<const RiskFact*> new_risks;   // the most serious first
  std::vector<const RiskFact*> gone_risks;  // likewise
};

// One version: its origin, its figures, and its variables by name.
struct VersionSide {
  std::string name, source, kind, revision;  // revision: "" if none
  int64_t files = 0, accesses = 0, resolved = 0, variables = 0;
  std::vector<std::string> summary;  // what was read and what was not, one line each
  std::map<std::string, VariableFacts> of;
};

// The result of a comparison. It must not be copied or moved: changes point into the sides.
struct VersionChanges {
  VersionSide before, after;
  std::vector<VariableChange> changes;  // the most serious first, then by name
  // Variables that the newer version touches in other files, without another change.
  std::vector<std::string> moved;
  uint64_t unchanged = 0;  // variables of both, the moved ones included
};

// Compares the first project of the census with the second. The result points into itself: do not
// move it.
std::unique_ptr<VersionChanges> CompareVersions(const Database& census);

}  // namespace flagcensus
