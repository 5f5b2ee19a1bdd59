// `check --format json`: one document (docs/schema/check.schema.json).
//
//   {"schema":2,"tool":{...},"summary":{...},"diagnostics":[...],"findings":[{"rule":...},...]}
//
// `--format jsonl`: the same as lines, each an object with its kind in "what": the summary, then
// diagnostics, then findings (docs/schema/check-line.schema.json).
#include <fmt/format.h>

#include "analyzer/base/text.h"
#include "analyzer/report/formats.h"
#include "analyzer/report/json.h"

namespace flagcensus {

// Optional keys are omitted, others are null, as described in the schema.
// {"rule":"default-mismatch","name":"APP_PORT","severity":"warning",...,"code":[...],"doc":[...]} |
Json ToJson(const Finding& finding) {
  Json out;
  out["rule"] = finding.rule;
  // A finding about several variables has "names" and a null "name", so readers of "name" do
  // not miss it.
  if (finding.names.empty()) {
    out["name"] = JsonText(std::string_view(finding.name), {});
  } else {
    out["name"] = nullptr;
    for (const std::string& name : finding.names) {
      out["names"].push_back(JsonText(std::string_view(name), {}));
    }
  }
  out["severity"] = ToString(finding.severity);
  out["confidence"] = ToString(finding.confidence);
  out["message"] = JsonText(std::string_view(WholeMessage(finding)), finding.name);
  out["documented"] = JsonText(finding.documented, finding.name);
  out["actual"] = JsonText(finding.actual, finding.name);
  out["suggestion"] = JsonText(finding.suggestion, finding.name);
  out["fingerprint"] = finding.fingerprint;
  if (finding.acknowledged) out["acknowledged"] = true;
  if (!finding.reason.empty()) out["reason"] = finding.reason;
  if (!finding.score.empty()) out["score"] = ScoreOf(finding);
  if (!finding.explained.rule.empty()) {
    out["explained_by"] = finding.explained.rule;
    out["explained_name"] = JsonText(std::string_view(finding.explained.name), {});
  }
  out["code"] = JsonPlaces(finding.code);
  out["doc"] = JsonPlaces(finding.doc);
  return out;
}

// {"kind":"syntax-error","file":"a.py","line":3,"message":"..."} |
Json ToJson(const Diagnostic& diagnostic) {
  Json out;
  out["kind"] = diagnostic.kind;
  out.update(JsonPlace(diagnostic.place));
  out["message"] = JsonText(std::string_view(diagnostic.message), {});
  return out;
}

// {"name":"SLURM_JOB_ID","kind":"third-party","reason":"...","places":[...]} |
Json ToJson(const InventoryRow& row) {
  Json out;
  out["name"] = JsonText(std::string_view(row.name), {});
  out["kind"] = row.kind;
  out["reason"] = JsonText(std::string_view(row.reason), row.name);
  out["places"] = JsonPlaces(row.places);
  return out;
}

namespace {

// Raised with each incompatible change of the format; IsOwn recognises all up to this one.
constexpr int kSchema = 2;

// The counts, the inventory and the coverage of the run.
// Before the findings, so a reader of lines knows the totals first.
Json SummaryOf(const CheckReport& report) {
  std::map<std::string, uint64_t> counts;
  for (const Finding& finding : report.findings) ++counts[finding.rule];
  Json pages = Json::array();
  for (const std::string& page : report.pages) pages.push_back(ToValidUtf8(page));
  Json out = {
      {"files", report.files}, {"accesses", report.accesses}, {"unresolved", report.unresolved},
      {"flags", report.flags}, {"entries", report.entries},   {"pages", std::move(pages)},
      {"findings", counts}};
  out["inventory"] = Json::array();
  for (const InventoryRow& row : report.inventory) out["inventory"].push_back(ToJson(row));
  const Accepted& accepted = report.accepted;
  out["accepted"] = {{"comments", accepted.by_comment},
                     {"configuration", accepted.by_configuration},
                     {"baseline", accepted.by_baseline},
                     {"before", accepted.before}};
  out["coverage"] = ToJson(report.coverage);
  if (report.clang) {
    out["clang"] = {{"confirmed", report.clang->confirmed},
                    {"evaluated", report.clang->evaluated},
                    {"added", report.clang->added},
                    {"inactive", report.clang->inactive},
                    {"failed", report.clang->failed}};
  }
  return out;
}

// The beginning of both formats.
Json HeadOf(const CheckReport& report) {
  Json out;
  out["schema"] = kSchema;
  out["tool"] = {{"name", "flagcensus"}, {"version", FLAGCENSUS_VERSION}};
  out["summary"] = SummaryOf(report);
  return out;
}

// On one line: programs read it, and a tool such as jq formats it for humans.
std::string WriteCheckJson(const CheckReport& report, const PrintOptions&) {
  Json out = HeadOf(report);
  out["diagnostics"] = Json::array();
  for (const Diagnostic& diagnostic : report.diagnostics) {
    out["diagnostics"].push_back(ToJson(diagnostic));
  }
  out["findings"] = Json::array();
  for (const Finding& finding : report.findings) out["findings"].push_back(ToJson(finding));
  return ToLine(out) + "\n";
}

// One object on each line, so a reader needs no memory for the whole.
std::string WriteCheckJsonl(const CheckReport& report, const PrintOptions&) {
  std::string out;
  const auto line = [&](std::string_view what, const Json& fields) {
    Json one = {{"what", what}};
    one.update(fields);
    out += ToLine(one) + "\n";
  };
  line("summary", HeadOf(report));
  for (const Diagnostic& diagnostic : report.diagnostics) line("diagnostic", ToJson(diagnostic));
  for (const Finding& finding : report.findings) line("finding", ToJson(finding));
  return out;
}

// Also for reports of earlier versions.
// So a report can replace an older one, while any other file is not overwritten.
bool BeginsReport(std::string_view head, std::string_view opening) {
  for (int schema = 1; schema <= kSchema; ++schema) {
    if (head.starts_with(
            fmt::format(R"({}"schema":{},"tool":{{"name":"flagcensus",)", opening, schema))) {
      return true;
    }
  }
  return false;
}

bool IsOwnJson(std::string_view head) { return BeginsReport(head, "{"); }

bool IsOwnJsonl(std::string_view head) { return BeginsReport(head, R"({"what":"summary",)"); }

}  // namespace

extern constexpr CheckFormat kCheckJsonFormat = {
    .rank = 30,
    .name = "json",
    .machine = true,
    .write = WriteCheckJson,
    .is_own = IsOwnJson,
};

extern constexpr CheckFormat kCheckJsonlFormat = {
    .rank = 40,
    .name = "jsonl",
    .machine = true,
    .write = WriteCheckJsonl,
    .is_own = IsOwnJsonl,
};

}  // namespace flagcensus
