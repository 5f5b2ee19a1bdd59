// census ─→ CycloneDX 1.6 (ECMA-424), JSON: a component for each project
//
//   name, version, purl       the component's own
//   the archive's SHA-256     hashes
//   the commit                pedigree.commits; its remote an external reference
//   what states the name      evidence.identity, and the manifest's place evidence.occurrences
//   variables, what is known  properties of the taxonomy `flagcensus:` (docs/audit.md)
//
// Nothing in it varies between runs: the serial number is derived from the content, and there is a
// time only if SOURCE_DATE_EPOCH is set.
#include <fmt/format.h>

#include <set>

#include "analyzer/audit/reports.h"
#include "analyzer/base/sha256.h"
#include "analyzer/base/text.h"
#include "analyzer/report/json.h"

namespace flagcensus {
namespace {

// The properties of one component, in the order in which they are added.
class Properties {
 public:
  void Add(std::string_view name, std::string_view value) {
    if (value.empty()) return;
    Json one = {{"name", "flagcensus:" + std::string(name)}, {"value", std::string(value)}};
    list_.push_back(std::move(one));
  }
  Json Take() { return std::move(list_); }

 private:
  Json list_ = Json::array();
};

// A variable's name as a part of a property's name, in which ':' is the separator.
// "A:B" ─→ "A%3AB"; "%" is escaped as well, so the form can be reversed.
std::string PropertyPart(std::string_view name) {
  return ReplaceAll(ReplaceAll(name, "%", "%25"), ":", "%3A");
}

// "read, write": what the code does with the variable.
// The names of the counted operations; the counts themselves are not part of the inventory.
std::string AccessesOf(const Json& variable) {
  std::vector<std::string> out;
  for (const auto& [op, count] : variable["ops"].items()) out.push_back(op);
  return Join(out, ", ");
}

// The properties of one variable, all with its name as a part of their names.
//
//   flagcensus:variable                        APP_PORT
//   flagcensus:variable:APP_PORT:access        read
//   flagcensus:variable:APP_PORT:default-kind  literal
//   flagcensus:variable:APP_PORT:default       80
//   flagcensus:variable:APP_PORT:documented    described
//
// Properties are a flat list in the specification, so the name is repeated in each.
void AddVariable(const Json& variable, Properties& out) {
  const std::string name = variable.value("name", "");
  const std::string part = "variable:" + PropertyPart(name) + ":";
  out.Add("variable", name);
  out.Add(part + "access", AccessesOf(variable));
  for (const Json& one : variable["defaults"]) {
    const std::string kind = one.value("kind", "");
    out.Add(part + "default-kind", kind);
    const Json value = one.value("value", Json());
    if (value.is_string()) out.Add(part + "default", value.get<std::string>());
  }
  out.Add(part + "documented", variable.value("documented", ""));
  const Json owner = variable.value("owner", Json());
  if (owner.is_object()) out.Add(part + "owner", owner.value("name", ""));
  std::set<std::string> seen;  // risks that occur twice, such as two near names, are listed once
  for (const Json& risk : variable["risks"]) {
    const std::string id = risk.value("id", "");
    const Json accepted = risk.value("accepted", Json());
    const bool is_new = seen.insert(id + (accepted.is_object() ? "!" : "")).second;
    if (!is_new) continue;
    out.Add(part + (accepted.is_object() ? "risk-accepted" : "risk"), id);
    if (accepted.is_object()) {
      out.Add(part + "risk-accepted:" + id, accepted.value("reason", ""));
    }
  }
}

// The properties of a project, then those of its variables.
Json PropertiesOfProject(const Database& census, int64_t project, const SqlStatement& row) {
  Properties out;
  out.Add("source", row.Text(2));
  out.Add("kind", row.Text(14));
  out.Add("tag", row.Text(5));
  out.Add("describe", row.Text(6));
  if (!row.Text(15).empty()) {
    out.Add("changes", fmt::format("{} modified, {} missing, {} untracked", row.Number(15),
                                   row.Number(16), row.Number(17)));
  }
  out.Add("archive-size", row.Text(9));
  out.Add("audited-with", row.Text(18));
  out.Add("error", row.Text(13));
  const Json settings = Json::parse(row.Text(12), nullptr, /*allow_exceptions=*/false);
  if (settings.is_object()) {
    for (const auto& [option, values] : settings.items()) {
      for (const Json& value : values) {
        if (value.is_string()) out.Add("setting:" + option, value.get<std::string>());
      }
    }
  }
  SqlStatement ask = census.Ask("SELECT json FROM variable WHERE project = ? ORDER BY name, id");
  ask.Bind(project);
  while (ask.Step()) {
    const Json variable = Json::parse(ask.Text(0), nullptr, /*allow_exceptions=*/false);
    // The stored text may come from a census of a different version: what lacks a member is
    // skipped.
    const bool whole = variable.is_object() && variable.contains("ops") &&
                       variable.contains("defaults") && variable.contains("risks");
    if (whole) AddVariable(variable, out);
  }
  return out.Take();
}

// How the name is known, and the place that states it.
//
//   pyproject.toml:2 states the name    ─→ manifest-analysis, confidence 1.0, an occurrence
//   app-1.2.tar.gz, without a manifest  ─→ filename, confidence 0.5
Json EvidenceOf(const SqlStatement& row) {
  const std::string_view by = row.Text(19);
  const bool manifest = by == "manifest";
  const Json at = Json::parse(row.Text(20), nullptr, /*allow_exceptions=*/false);
  Json method;
  method["technique"] = manifest ? "manifest-analysis" : by == "archive" ? "filename" : "other";
  // The specification requires a number; only the two cases are distinguished.
  method["confidence"] = manifest ? 1.0 : 0.5;
  Json out = Json::object();
  if (at.is_object()) {
    method["value"] = at.value("file", "");
    Json place = {{"location", at.value("file", "")}};
    if (at.value("line", 0) > 0) place["line"] = at.value("line", 0);
    out["occurrences"] = Json::array({std::move(place)});
  } else {
    method["value"] = std::string(by);
  }
  Json identity = {{"field", "name"}, {"confidence", method["confidence"]}};
  identity["methods"] = Json::array({std::move(method)});
  Json whole = {{"identity", Json::array({std::move(identity)})}};
  whole.update(out);
  return whole;
}

// A project without a version, hash or commit lacks these members: the schema does not accept null.
Json ComponentOf(const Database& census, const SqlStatement& row) {
  Json out = {{"type", "library"},  // the specification's type for any reusable component
              {"bom-ref", fmt::format("project-{}", row.Number(0))},
              {"name", row.Text(1)}};
  if (!row.Text(3).empty()) out["version"] = row.Text(3);
  if (!row.Text(8).empty()) {
    out["hashes"] = Json::array({{{"alg", "SHA-256"}, {"content", row.Text(8)}}});
  }
  if (!row.Text(10).empty()) out["purl"] = row.Text(10);
  const std::string remote(row.Text(7)), revision(row.Text(4));
  if (!revision.empty()) {
    Json commit = {{"uid", revision}};
    if (!remote.empty()) commit["url"] = remote;
    out["pedigree"]["commits"] = Json::array({std::move(commit)});
  }
  if (!remote.empty()) {
    out["externalReferences"] = Json::array({{{"type", "vcs"}, {"url", remote}}});
  }
  out["evidence"] = EvidenceOf(row);
  out["properties"] = PropertiesOfProject(census, row.Number(0), row);
  return out;
}

// Everything that is written goes into the hash, from which the serial number is made.
// Two audits with the same result have the same serial number, as reproducible builds need it.
void WriteAuditCycloneDx(const AuditResult& audit, const Sink& sink) {
  const Database& census = audit.census;
  Sha256 hash;
  const auto write = [&](std::string_view text) {
    hash.Update(text);
    sink(text);
  };
  write("{\"bomFormat\":\"CycloneDX\",\"specVersion\":\"1.6\",\"version\":1,\n");
  Json tool = {{"type", "application"}, {"name", "flagcensus"}, {"version", FLAGCENSUS_VERSION}};
  Json metadata;
  // The latest date of the merged audits.
  SqlStatement dated = census.Ask("SELECT max(date) FROM project");
  if (dated.Step() && !dated.Text(0).empty()) metadata["timestamp"] = dated.Text(0);
  metadata["tools"]["components"] = Json::array({std::move(tool)});
  write("\"metadata\":" + ToLine(metadata) + ",\n\"components\":[");
  SqlStatement ask = census.Ask(
      "SELECT id, name, source, version, revision, tag, describe, repository, sha256, size, purl, "
      "date, settings, error, kind, modified, missing, untracked, audited_with, named_by, "
      "json_extract(json, '$.provenance.manifest') FROM project ORDER BY id");
  for (bool first = true; ask.Step(); first = false) {
    write(first ? "\n" : ",\n");
    write(ToLine(ComponentOf(census, ask)));
  }
  // The hash is complete here; the serial number is not part of it.
  write("]");
  sink(",\n\"serialNumber\":\"urn:uuid:" + UuidOf(hash.Hex()) + "\"}\n");
}

}  // namespace

extern constexpr AuditFormat kAuditCycloneDxFormat = {
    .rank = 50,
    .name = "cyclonedx",
    .write = WriteAuditCycloneDx,
};

}  // namespace flagcensus
