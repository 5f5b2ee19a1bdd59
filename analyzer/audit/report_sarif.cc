// census ─→ SARIF 2.1.0 (OASIS): a run for each project, a result for each risk
//
//   a risk of the table           a rule, with its reason as help; level and security-severity
//   a risk of a variable          a result at the access; fingerprint of risk, variable and file
//   what an allow list accepts    a result with a suppression, its reason as the justification
//   the commit                    versionControlProvenance, if its remote is known
//   the archive                   an artifact with its size and SHA-256
//   what was not read             notifications
//   settings, version, purl       properties
//
// Runs are written one after the other, so no more than one variable is in memory.
#include <fmt/format.h>

#include <map>

#include "analyzer/audit/reports.h"
#include "analyzer/audit/risk_rows.h"
#include "analyzer/base/text.h"
#include "analyzer/report/sarif.h"

namespace flagcensus {
namespace {

constexpr int kMaxNotifications = 100;  // of a project; viewers show each as a line

struct RiskGrade {
  std::string_view level;
  std::string_view score;  // security-severity as code scanning reads it, from 0 to 10
};

// The scores are in the middle of the bands of code scanning: high, medium, low.
RiskGrade GradeOf(std::string_view severity) {
  if (severity == "high") return {"error", "8.0"};
  return severity == "medium" ? RiskGrade{"warning", "5.5"} : RiskGrade{"note", "2.0"};
}

// An empty object for text that is not one, so lookups give defaults.
// The stored JSON may come from another program, so it is not trusted to be complete.
Json ParsedJson(std::string_view text) {
  Json out = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  return out.is_object() ? out : Json::object();
}

void PutText(Json& to, const char* key, std::string_view text) {
  if (!text.empty()) to[key] = std::string(text);
}

// The confidence of a rule's row, which SARIF calls precision.
// A risk of another version's census may be missing in the table: "medium" claims neither extreme.
std::string PrecisionOf(std::string_view id) {
  for (const RiskRow& row : RiskRows()) {
    if (row.id == id) return std::string(ToString(row.confidence));
  }
  return "medium";
}

// The rules of one run, numbered in their order. Results refer to rules by this number.
struct RunRules {
  Json rules = Json::array();
  std::map<std::string, int, std::less<>> numbers;
  std::map<std::string, std::string, std::less<>> levels, titles;
};

// Only the rules with a result in this run, in the order of the table.
RunRules RulesOfRun(const Database& census, int64_t project) {
  RunRules out;
  SqlStatement ask = census.Ask(
      "SELECT id, title, severity, reason FROM risk WHERE id IN (SELECT risk FROM variable_risk "
      "JOIN variable ON variable.id = variable_risk.variable WHERE project = ?) ORDER BY rowid");
  ask.Bind(project);
  while (ask.Step()) {
    const std::string id(ask.Text(0)), title(ask.Text(1)), reason(ask.Text(3));
    const RiskGrade grade = GradeOf(ask.Text(2));
    Json rule;
    rule["id"] = id;
    rule["name"] = SarifRuleName(id);
    rule["shortDescription"] = SarifText(title);
    rule["fullDescription"] = SarifText(reason);
    rule["help"] = {{"text", reason}, {"markdown", reason}};
    rule["defaultConfiguration"]["level"] = grade.level;
    rule["properties"] = {{"security-severity", grade.score},
                          {"precision", PrecisionOf(id)},
                          {"tags", Json::array({"security", "environment-variable"})}};
    out.numbers.emplace(id, static_cast<int>(out.numbers.size()));
    out.levels.emplace(id, grade.level);
    out.titles.emplace(id, title);
    out.rules.push_back(std::move(rule));
  }
  return out;
}

// "a.py:12" ─→ a.py and 12; a text without a line number ─→ itself and 0.
std::pair<std::string, int> PathAndLine(std::string_view text) {
  // More digits are not a line of a file, and could overflow an int.
  constexpr size_t kMaxDigits = 8;
  const size_t colon = text.rfind(':');
  const std::string_view digits = colon == std::string_view::npos ? "" : text.substr(colon + 1);
  const bool line = !digits.empty() && digits.size() <= kMaxDigits &&
                    digits.find_first_not_of("0123456789") == std::string_view::npos;
  if (!line) return {std::string(text), 0};
  return {std::string(text.substr(0, colon)), std::stoi(std::string(digits))};
}

// SARIF's locations are relative to the base; a path out of it is not shown.
// "src/a.py" is below, "/etc/x" and "../x" are not.
bool IsBelowBase(const std::string& path) {
  return !path.empty() && path[0] != '/' && ("/" + path + "/").find("/../") == std::string::npos;
}

// What was skipped, up to a limit; then one notification with the number of the others.
Json NotificationsOf(const Database& census, int64_t project) {
  Json out = Json::array();
  SqlStatement ask =
      census.Ask("SELECT file, reason FROM skipped WHERE project = ? ORDER BY rowid");
  ask.Bind(project);
  int count = 0;
  while (ask.Step()) {
    if (++count > kMaxNotifications) continue;
    const auto [path, line] = PathAndLine(ask.Text(0));
    const std::string before = path.empty() ? "" : EscapeControl(ask.Text(0)) + ": ";
    Json one;
    one["descriptor"]["id"] = "skipped";
    one["level"] = "note";
    one["message"] = SarifText(before + EscapeControl(ask.Text(1)));
    if (IsBelowBase(path)) {
      Json physical = {{"artifactLocation", SarifArtifactLocation(path)}};
      if (line > 0) physical["region"]["startLine"] = line;
      one["locations"] = Json::array({{{"physicalLocation", std::move(physical)}}});
    }
    out.push_back(std::move(one));
  }
  if (count > kMaxNotifications) {
    out.push_back({{"descriptor", {{"id", "skipped"}}},
                   {"level", "note"},
                   {"message", SarifText(std::to_string(count - kMaxNotifications) +
                                         " more are in the other forms of the report")}});
  }
  return out;
}

// The line of the excerpt at `line`; "" if the excerpt does not contain it.
std::string ExcerptLine(const Json& site, int line) {
  const Json excerpt = site.value("excerpt", Json());
  if (!excerpt.is_object()) return "";
  const int first = excerpt.value("line", 0);
  const std::string text = excerpt.value("text", "");
  const std::vector<std::string_view> lines = Split(text, '\n');
  const int at = line - first;
  if (at < 0 || static_cast<size_t>(at) >= lines.size()) return "";
  return EscapeControl(lines[static_cast<size_t>(at)]);
}

// The place of an access, with the excerpt's line as the snippet.
//
//   {"file":"app.py","line":3,"excerpt":{"line":2,"text":"import os\nos.getenv(...)\n"}}
//   ─→ app.py, startLine 3, snippet "os.getenv(...)"
Json AccessLocation(const Json& site, const std::string& name) {
  Json physical;
  physical["artifactLocation"] = SarifArtifactLocation(site.value("file", ""));
  const int line = site.value("line", 0);
  if (line > 0) {
    physical["region"]["startLine"] = line;
    const std::string text = ExcerptLine(site, line);
    if (!Trim(text).empty()) physical["region"]["snippet"]["text"] = text;
  }
  return {{"physicalLocation", std::move(physical)},
          {"logicalLocations", Json::array({{{"name", name}, {"kind", "variable"}}})}};
}

// A result for one risk of a variable. `seen` counts equal fingerprints: the second one gets "/2".
// "APP_CMD: <title>: its value is passed to subprocess.run at app.py:3"
Json RiskResult(const Json& variable, const Json& risk, const RunRules& rules, bool suppress,
                std::map<std::string, int>& seen) {
  const std::string id = risk.value("id", ""), name = variable.value("name", "");
  const Json& sites = variable["sites"];
  const Json number = risk.value("site", Json());
  Json site = Json::object();
  // Without a site there is no location. Viewers list the result without a place.
  if (number.is_number_unsigned() && number.get<size_t>() < sites.size()) {
    site = sites[number.get<size_t>()];
  }
  const auto title = rules.titles.find(id);
  std::string message =
      EscapeControl(name) + ": " + (title == rules.titles.end() ? id : title->second);
  const Json detail = risk.value("detail", Json());
  if (detail.is_string()) message += ": " + EscapeControl(detail.get<std::string>());
  Json out;
  out["ruleId"] = id;
  if (const auto rule = rules.numbers.find(id); rule != rules.numbers.end()) {
    out["ruleIndex"] = rule->second;
    out["level"] = rules.levels.find(id)->second;
  }
  out["message"] = SarifText(std::move(message));
  const std::string file = site.value("file", "");
  if (IsBelowBase(file)) out["locations"] = Json::array({AccessLocation(site, name)});
  // Without lines, so a result stays the same when code moves.
  std::string fingerprint = Fingerprint({id, name, file});
  if (const int again = ++seen[fingerprint]; again > 1) {
    fingerprint += "/" + std::to_string(again);
  }
  out["partialFingerprints"]["flagcensus/v1"] = std::move(fingerprint);
  const Json accepted = risk.value("accepted", Json());
  // If a list is used, results without a suppression must state that with an empty list.
  if (suppress) out["suppressions"] = Json::array();
  if (accepted.is_object()) {
    out["suppressions"] = Json::array({{{"kind", "external"},
                                        {"status", "accepted"},
                                        {"justification", accepted.value("reason", "")},
                                        {"properties", {{"entry", accepted.value("by", "")}}}}});
  }
  out["properties"] = {{"variable", name}, {"confidence", risk.value("confidence", "")}};
  return out;
}

// Whether the project could be read, what was skipped, and the options.
Json InvocationOf(const Database& census, int64_t project, const SqlStatement& row) {
  Json out = {{"executionSuccessful", row.Text(13).empty()}};
  if (!row.Text(13).empty()) {
    out["toolConfigurationNotifications"] =
        Json::array({{{"descriptor", {{"id", "unreadable"}}},
                      {"level", "error"},
                      {"message", SarifText(EscapeControl(row.Text(13)))}}});
  }
  out["toolExecutionNotifications"] = NotificationsOf(census, project);
  out["properties"]["settings"] = ParsedJson(row.Text(12));
  PutText(out["properties"], "date", row.Text(11));
  return out;
}

// The head of a run: everything except its results.
Json RunOf(const Database& census, const SqlStatement& row, const RunRules& rules) {
  const std::string source(row.Text(2)), revision(row.Text(4)), remote(row.Text(7));
  Json run;
  run["tool"]["driver"] = SarifDriver();
  run["tool"]["driver"]["rules"] = rules.rules;
  run["automationDetails"]["id"] = fmt::format("flagcensus audit/{}/", row.Text(1));
  run["invocations"] = Json::array({InvocationOf(census, row.Number(0), row)});
  if (!remote.empty() && !revision.empty()) {
    Json provenance = {{"repositoryUri", remote}, {"revisionId", revision}};
    PutText(provenance, "revisionTag", row.Text(5));
    provenance["mappedTo"]["uriBaseId"] = kSarifBase;
    run["versionControlProvenance"] = Json::array({std::move(provenance)});
  }
  run["originalUriBaseIds"][kSarifBase]["description"] =
      SarifText("The top of the audited project, " + EscapeControl(source));
  run["artifacts"] = Json::array();
  if (!row.Text(8).empty()) {
    run["artifacts"].push_back({{"location", {{"uri", UriPath(source)}}},
                                {"length", row.Number(9)},
                                {"roles", Json::array({"analysisTarget"})},
                                {"hashes", {{"sha-256", row.Text(8)}}}});
  }
  run["columnKind"] = "unicodeCodePoints";
  Json properties = {{"name", row.Text(1)}};
  PutText(properties, "version", row.Text(3));
  PutText(properties, "purl", row.Text(10));
  PutText(properties, "revision", revision);
  PutText(properties, "describe", row.Text(6));
  if (row.Number(14) + row.Number(15) + row.Number(16) > 0) {
    properties["changes"] = {
        {"modified", row.Number(14)}, {"missing", row.Number(15)}, {"untracked", row.Number(16)}};
  }
  run["properties"] = std::move(properties);
  return run;
}

// The head is a complete object; its last brace is removed, and the results follow.
void WriteRun(const Database& census, const SqlStatement& row, bool suppress, const Sink& sink) {
  const RunRules rules = RulesOfRun(census, row.Number(0));
  std::string head = ToLine(RunOf(census, row, rules));
  // `head` is an object with at least the member `tool`, so a comma may follow.
  head.pop_back();
  sink(head + ",\"results\":[");
  SqlStatement ask = census.Ask("SELECT json FROM variable WHERE project = ? ORDER BY name, id");
  ask.Bind(row.Number(0));
  std::map<std::string, int> seen;
  bool first = true;
  while (ask.Step()) {
    const Json variable = ParsedJson(ask.Text(0));
    if (!variable.contains("risks") || !variable.contains("sites")) continue;
    for (const Json& risk : variable["risks"]) {
      sink(first ? "\n" : ",\n");
      sink(ToLine(RiskResult(variable, risk, rules, suppress, seen)));
      first = false;
    }
  }
  sink("]}");
}

// A run for each project, so viewers can list them separately.
void WriteAuditSarif(const AuditResult& audit, const Sink& sink) {
  const Database& census = audit.census;
  sink(fmt::format("{{\"$schema\":\"{}\",\"version\":\"2.1.0\",\"runs\":[", kSarifSchema));
  const bool suppress = census.CountOf("SELECT count(*) FROM allow_entry") > 0;
  SqlStatement ask = census.Ask(
      "SELECT id, name, source, version, revision, tag, describe, repository, sha256, size, purl, "
      "date, settings, error, modified, missing, untracked FROM project ORDER BY id");
  for (bool first = true; ask.Step(); first = false) {
    sink(first ? "\n" : ",\n");
    WriteRun(census, ask, suppress, sink);
  }
  sink("]}\n");
}

}  // namespace

extern constexpr AuditFormat kAuditSarifFormat = {
    .rank = 40,
    .name = "sarif",
    .write = WriteAuditSarif,
};

}  // namespace flagcensus
