// The parts of the audit's JSON (docs/schema/audit.schema.json), each as separate text. The census
// stores them, and the report puts them together; so a report needs no objects in memory.
//
//   WithMember("{\"a\":1}", "id", "0")  ─→ {"id":0,"a":1}
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/audit/audit.h"
#include "analyzer/audit/risk_rows.h"
#include "analyzer/report/json.h"

namespace flagcensus {

// The JSON texts omit the number of the project, which only the census knows.
std::string ProjectJson(const ProjectAudit& project);
// The options that shaped the result, {"--hidden":["true"]}.
std::string SettingsJson(const AuditedSource& source);
std::string VariableJson(const AuditVariable& variable);
std::string FindingJson(const Finding& finding);

std::string UnresolvedJson(const Access& access);
std::string RiskJson(const RiskRow& row);

// The lines of a project's JSON about what was read and what was not. Empty for a census of an
// earlier version, or if `project` is not such JSON.
std::vector<std::string> SummaryOf(std::string_view project);

// `json`, an object, with `"key":value` as its first member.
std::string WithMember(std::string_view json, std::string_view key, std::string_view value);

}  // namespace flagcensus
