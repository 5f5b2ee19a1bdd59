// two versions compared ─→ the member `compare` of the JSON (docs/schema/audit.schema.json)
#include "analyzer/audit/reports.h"

namespace flagcensus {
namespace {

// The texts come from the census, in which they are masked already.
Json RiskFactJson(const RiskFact& risk) {
  Json out;
  out["id"] = risk.id;
  out["severity"] = risk.severity;
  out["confidence"] = risk.confidence;
  out["file"] = risk.file.empty() ? Json() : Json(risk.file);
  out["line"] = risk.file.empty() ? Json() : Json(risk.line);
  out["detail"] = risk.detail.empty() ? Json() : Json(risk.detail);
  return out;
}

// The facts of one version; null for a version that lacks the variable.
// {"defaults":[{"kind":"literal","value":"80"}],"types":["int"],"documented":"described",...}
Json FactsJson(const VariableFacts* facts) {
  if (facts == nullptr) return {};
  Json out;
  out["defaults"] = Json::array();
  for (const DefaultFact& one : facts->defaults) {
    const bool valued = one.kind == "literal" || one.kind == "dynamic";
    out["defaults"].push_back({{"kind", one.kind}, {"value", valued ? Json(one.value) : Json()}});
  }
  out["types"] = facts->types;
  out["documented"] = facts->documented;
  out["access"] = facts->access;
  out["risks"] = Json::array();
  for (const auto& [id, risk] : facts->risks) out["risks"].push_back(id);
  out["files"] = facts->files;
  return out;
}

// {"name":"APP_PORT","group":"default","change":"changed","fields":["default"],"old":{...},...}
Json ChangeJson(const VariableChange& change) {
  Json out;
  out["name"] = change.name;
  out["group"] = ToString(change.group);
  out["change"] = change.before == nullptr  ? "added"
                  : change.after == nullptr ? "removed"
                                            : "changed";
  out["fields"] = change.fields;
  out["old"] = FactsJson(change.before);
  out["new"] = FactsJson(change.after);
  out["pattern"] = change.pattern.empty() ? Json() : Json(change.pattern);
  out["new_risks"] = Json::array();
  for (const RiskFact* risk : change.new_risks) out["new_risks"].push_back(RiskFactJson(*risk));
  out["gone_risks"] = Json::array();
  for (const RiskFact* risk : change.gone_risks) out["gone_risks"].push_back(RiskFactJson(*risk));
  return out;
}

// The names alone, sorted. The first version of this member had only these, and its readers remain.
// A variable is in `written` or `required` if only the newer version sets or requires it.
void AddNames(const VersionChanges& compared, Json& out) {
  for (const char* const list : {"added", "removed", "default_changed", "written", "required"}) {
    out[list] = Json::array();
  }
  const DefaultFact required{"required", ""};
  const auto sets = [](const VariableFacts* facts) {
    return facts != nullptr && facts->access.contains("set");
  };
  const auto requires_it = [&](const VariableFacts* facts) {
    return facts != nullptr && facts->defaults.contains(required);
  };
  // The changes are ordered by their weight; the lists are ordered by name.
  std::map<std::string_view, const VariableChange*> by_name;
  for (const VariableChange& one : compared.changes) by_name.emplace(one.name, &one);
  for (const auto& [name, change] : by_name) {
    const VariableFacts* const before = change->before;
    const VariableFacts* const after = change->after;
    if (before == nullptr) out["added"].push_back(name);
    if (after == nullptr) out["removed"].push_back(name);
    if (sets(after) && !sets(before)) out["written"].push_back(name);
    if (requires_it(after) && !requires_it(before)) out["required"].push_back(name);
    if (before == nullptr || after == nullptr || before->defaults == after->defaults ||
        before->defaults.empty() || after->defaults.empty()) {
      continue;
    }
    out["default_changed"].push_back(
        {{"name", name}, {"old", Shown(before->defaults)}, {"new", Shown(after->defaults)}});
  }
}

}  // namespace

Json CompareJson(const VersionChanges& compared) {
  Json out;
  out["old"] = compared.before.source;
  out["new"] = compared.after.source;
  AddNames(compared, out);
  out["unchanged"] = compared.unchanged;
  out["moved"] = compared.moved;
  out["changes"] = Json::array();
  for (const VariableChange& change : compared.changes)
    out["changes"].push_back(ChangeJson(change));
  return out;
}

}  // namespace flagcensus
