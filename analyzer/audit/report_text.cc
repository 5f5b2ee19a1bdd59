// census ─→ text for a terminal: some lines for each project, the most important first
//
//   app 1.2  archive app-1.2.tar.gz
//     read: 12 Python files
//     12 files, 40 accesses (38 resolved), 21 variables: 15 documented, ...
//     drift (each finding by itself, without settings or a baseline): default-mismatch 1
//     risks
//       high      1  ...
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "analyzer/audit/json.h"
#include "analyzer/audit/reports.h"
#include "analyzer/base/shorten.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// Limits that keep a project on one screen. What is cut is counted, with the option that lists it.
constexpr int kMaxRisks = 20;        // of a project, unless all are requested
constexpr int kMaxSkippedShown = 5;  // the same
constexpr int kMaxUnknown = 10;      // the same
// A LIMIT in SQL, larger than any census.
constexpr int kAllOfThem = 1 << 30;
constexpr size_t kLongestDefault = 60;  // bytes of a default in the list of variables
constexpr size_t kMaxGiven = 10;  // values that files set, unless all are requested

std::string Printable(std::string_view text) { return EscapeControl(text); }

// The number that a query with one parameter, the project, returns.
int64_t NumberOf(const Database& census, std::string_view sql, int64_t project) {
  SqlStatement ask = census.Ask(sql);
  ask.Bind(project);
  return ask.Step() ? ask.Number(0) : 0;
}

// First the number of risks by kind, then the most serious ones with their places.
//
//   high      1  <title> (command-run)
//   high   APP_CMD  command-run  app.py:3  its value is passed to subprocess.run at app.py:3
void WriteRisks(const Database& census, int64_t project, bool all, const Sink& sink) {
  // Risks of low severity (writes, reads at import) are many: only their numbers are listed.
  constexpr std::string_view kFrom =
      "FROM variable_risk JOIN variable ON variable.id = variable_risk.variable JOIN risk ON "
      "risk.id = variable_risk.risk WHERE variable.project = ? AND accepted_by IS NULL";
  SqlStatement counts = census.Ask(fmt::format(
      "SELECT risk.severity, risk.id, risk.title, count(*) {} GROUP BY risk.id ORDER BY "
      "CASE risk.severity WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END, risk.rowid",
      kFrom));
  counts.Bind(project);
  // The table of counts is followed by the list; a project without risks has neither.
  bool any = false;
  while (counts.Step()) {
    if (!any) sink("  risks\n");
    any = true;
    sink(fmt::format("    {:6} {:4}  {} ({})\n", counts.Text(0), counts.Number(3), counts.Text(2),
                     counts.Text(1)));
  }
  if (!any) return;
  SqlStatement ask = census.Ask(fmt::format(
      "SELECT risk.severity, risk.id, variable.name, file, line, detail, confidence {} AND "
      "(?2 OR risk.severity <> 'low') ORDER BY CASE risk.severity WHEN 'high' THEN 0 WHEN "
      "'medium' THEN 1 ELSE 2 END, risk.rowid, variable.name, variable_risk.rowid LIMIT {}",
      kFrom, all ? kAllOfThem : kMaxRisks));
  ask.Bind(project).Bind(all ? 1 : 0);
  bool first = true;
  while (ask.Step()) {
    if (first) sink("\n");
    first = false;
    const std::string detail(ask.Text(5));
    const bool sure = ask.Text(6) == "high";
    sink(fmt::format("    {:6} {}  {}  {}:{}{}{}\n", ask.Text(0), Printable(ask.Text(2)),
                     ask.Text(1), Printable(ask.Text(3)), ask.Number(4),
                     detail.empty() ? "" : "  " + Printable(detail),
                     sure ? "" : fmt::format("  ({} confidence)", ask.Text(6))));
  }
  const int64_t total = NumberOf(
      census, fmt::format("SELECT count(*) {} AND risk.severity <> 'low'", kFrom), project);
  if (!all && total > kMaxRisks) {
    sink(fmt::format("    and {} more: --all, or another --format\n", total - kMaxRisks));
  }
}

// A list with a title, cut after `most` rows.
// `sql` has two parameters, the project and the number of rows, and two columns: the place, a text.
void WriteList(const Database& census, std::string_view title, std::string_view sql,
               int64_t project, int64_t count, int most, const Sink& sink) {
  if (count == 0) return;
  sink(fmt::format("  {}\n", title));
  SqlStatement ask = census.Ask(sql);
  ask.Bind(project).Bind(most);
  while (ask.Step()) {
    const std::string place = Printable(ask.Text(0));
    sink(fmt::format("    {}{}{}\n", place, place.empty() ? "" : "  ", Printable(ask.Text(1))));
  }
  if (count > most) sink(fmt::format("    and {} more: --all\n", count - most));
}

// The text at `key` of a JSON object; "" if there is none.
std::string TextAt(const Json& object, const char* key) {
  const auto at = object.find(key);
  return at == object.end() || !at->is_string() ? std::string() : at->get<std::string>();
}

// A line for each value that files of the project set a variable to, except those of tests and
// vendored code.
//
//   APP_PORT, {"given":[{"words":"8080","by":"web","file":"compose.yaml","line":7,...}]}
//   ─→ "APP_PORT  8080  web  compose.yaml:7"
std::vector<std::string> GivenLines(std::string_view name, std::string_view variable) {
  std::vector<std::string> out;
  // The stored text may come from an earlier version without this member.
  const Json json = Json::parse(variable, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("given")) return out;
  for (const Json& one : json["given"]) {
    if (!one.is_object() || TextAt(one, "how") == "commented") continue;
    const std::string scope = TextAt(one, "scope");
    if (scope == "test" || scope == "vendored") continue;
    out.push_back(fmt::format("{}  {}  {}  {}:{}", name, TextAt(one, "words"), TextAt(one, "by"),
                              TextAt(one, "file"), one.value("line", 0)));
  }
  return out;
}

// The files that set variables that the code accesses: deployments, samples, CI files.
void WriteGiven(const Database& census, int64_t project, bool all, const Sink& sink) {
  std::vector<std::string> lines;
  size_t variables = 0;
  SqlStatement ask =
      census.Ask("SELECT name, json FROM variable WHERE project = ? ORDER BY name, id");
  ask.Bind(project);
  while (ask.Step()) {
    const std::vector<std::string> more = GivenLines(ask.Text(0), ask.Text(1));
    variables += more.empty() ? 0 : 1;
    lines.insert(lines.end(), more.begin(), more.end());
  }
  if (lines.empty()) return;
  sink(fmt::format("  set by files of the project: {}\n",
                   Count(variables, "variable", "variables")));
  const size_t shown = all ? lines.size() : std::min(lines.size(), kMaxGiven);
  for (size_t i = 0; i < shown; ++i) sink(fmt::format("    {}\n", Printable(lines[i])));
  if (lines.size() > shown) {
    sink(fmt::format("    and {} more: --all, or another --format\n", lines.size() - shown));
  }
}

// A line for each variable: what the project does to it, its defaults, whether it is documented.
// "APP_PORT  2 reads, 1 write; default 80; documented"
void WriteVariables(const Database& census, int64_t project, const Sink& sink) {
  SqlStatement ask = census.Ask(
      "SELECT id, name, reads, writes, documented FROM variable WHERE "
      "project = ? ORDER BY name, id");
  ask.Bind(project);
  for (bool first = true; ask.Step(); first = false) {
    if (first) sink("  variables\n");
    std::vector<std::string> defaults;
    SqlStatement values = census.Ask(
        "SELECT kind, value FROM default_value WHERE variable = ? "
        "AND kind <> 'none' ORDER BY rowid");
    values.Bind(ask.Number(0));
    bool required = false;
    while (values.Step()) {
      const std::string_view kind = values.Text(0), value = values.Text(1);
      required = required || kind == "required";
      if (kind == "dynamic") defaults.push_back("computed");
      if (kind != "literal") continue;
      defaults.push_back(value.empty() ? "\"\"" : Shorten(value, kLongestDefault));
    }
    std::string uses;
    for (const auto& [column, one, many] :
         {std::tuple(2, "read", "reads"), std::tuple(3, "write", "writes")}) {
      if (ask.Number(column) == 0) continue;
      const auto count = static_cast<uint64_t>(ask.Number(column));
      uses += (uses.empty() ? "" : ", ") + Count(count, one, many);
    }
    if (!defaults.empty()) {
      uses += (uses.empty() ? "" : "; ") +
              std::string(defaults.size() > 1 ? "defaults " : "default ") + Join(defaults, ", ");
    }
    if (required) uses += std::string(uses.empty() ? "" : "; ") + "required";
    const std::string_view state = ask.Text(4);
    sink(fmt::format("    {}  {}{}{}\n", Printable(ask.Text(1)), Printable(uses),
                     uses.empty() ? "" : "; ",
                     state == "described" ? "documented"
                     : state == "named"   ? "only mentioned"
                                          : "undocumented"));
  }
}

// Lines about what was read and what was not.
void WriteSummary(std::string_view project, const Sink& sink) {
  for (const std::string& line : SummaryOf(project)) sink(fmt::format("  {}\n", Printable(line)));
}

// The number of findings by rule, and of those that are only information. `check` counts findings
// of one cause once, and omits what the configuration accepts.
// "drift (...): default-mismatch 1, undocumented 4, and 12 info"
void WriteDrift(const Database& census, int64_t project, const Sink& sink) {
  SqlStatement drift = census.Ask(
      "SELECT rule, count(*) FROM finding WHERE project = ? AND severity <> 'info' GROUP BY rule "
      "ORDER BY 2 DESC, 1");
  drift.Bind(project);
  std::string line;
  while (drift.Step()) {
    line += (line.empty() ? "" : ", ") + fmt::format("{} {}", drift.Text(0), drift.Number(1));
  }
  const int64_t more = NumberOf(
      census, "SELECT count(*) FROM finding WHERE project = ? AND severity = 'info'", project);
  if (line.empty() && more == 0) return;
  sink(fmt::format("  drift (each finding by itself, without settings or a baseline): {}{}\n",
                   line.empty() ? "none" : line,
                   more > 0 ? fmt::format(", and {} info", more) : ""));
}

// "tag v1.2", or "v1.1-4-gabc0123"; "" if no tag is near.
std::string TagText(std::string_view tag, std::string_view describe) {
  return tag.empty() ? Printable(describe) : "tag " + Printable(tag);
}

// {"--hidden":["true"]} ─→ "--hidden true".
std::string SettingsText(std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  std::string out;
  if (!json.is_object()) return out;
  for (const auto& [option, values] : json.items()) {
    for (const Json& value : values) {
      if (!value.is_string()) continue;
      const std::string one = value.get<std::string>();
      out += (out.empty() ? "" : " ") + option + (one == "true" ? "" : " " + one);
    }
  }
  return Printable(out);
}

// Where the project comes from, one line for each fact that is known.
void WriteProvenance(const Database& census, int64_t project, const Sink& sink) {
  SqlStatement ask = census.Ask(
      "SELECT tag, describe, repository, modified, missing, untracked, sha256, size, purl, date, "
      "settings FROM project WHERE id = ?");
  ask.Bind(project);
  if (!ask.Step()) return;
  const std::string tag = TagText(ask.Text(0), ask.Text(1));
  const std::string remote = Printable(ask.Text(2));
  if (!tag.empty() || !remote.empty()) {
    sink(fmt::format("  {}{}{}\n", remote, remote.empty() || tag.empty() ? "" : ", ", tag));
  }
  if (ask.Number(3) + ask.Number(4) + ask.Number(5) > 0) {
    sink(fmt::format("  differs from its commit: {} modified, {} missing, {} untracked\n",
                     Count(static_cast<uint64_t>(ask.Number(3)), "file", "files"), ask.Number(4),
                     ask.Number(5)));
  }
  if (!ask.Text(6).empty()) {
    sink(fmt::format("  sha256:{}, {}\n", ask.Text(6),
                     Count(static_cast<uint64_t>(ask.Number(7)), "byte", "bytes")));
  }
  if (!ask.Text(8).empty()) sink(fmt::format("  {}\n", Printable(ask.Text(8))));
  if (!ask.Text(9).empty()) sink(fmt::format("  dated {}\n", ask.Text(9)));
  if (const std::string settings = SettingsText(ask.Text(10)); !settings.empty()) {
    sink("  with " + settings + "\n");
  }
}

// The order is that of the reader's questions: what is it, what was read, what is wrong.
void WriteProject(const Database& census, const SqlStatement& row, bool all, const Sink& sink) {
  const int64_t id = row.Number(0);
  const std::string revision(row.Text(4)), version(row.Text(10));
  sink(fmt::format("{}{}  {} {}{}\n", Printable(row.Text(1)),
                   version.empty() ? "" : " " + Printable(version), row.Text(3),
                   Printable(row.Text(2)), revision.empty() ? "" : " at " + Printable(revision)));
  WriteProvenance(census, id, sink);
  const auto of_state = [&](std::string_view state) {
    return NumberOf(census,
                    fmt::format("SELECT count(*) FROM variable WHERE project = ? AND documented = "
                                "'{}'",
                                state),
                    id);
  };
  WriteSummary(row.Text(9), sink);
  const bool any = row.Number(6) > 0;
  sink(fmt::format("  {}, {}{}, {}: {} documented, {} only mentioned, {} undocumented{}\n",
                   Count(static_cast<uint64_t>(row.Number(5)), "file", "files"),
                   Count(static_cast<uint64_t>(row.Number(6)), "access", "accesses"),
                   any ? fmt::format(" ({} resolved)", row.Number(7)) : "",
                   Count(static_cast<uint64_t>(row.Number(8)), "variable", "variables"),
                   of_state("described"), of_state("named"), of_state("no"),
                   !all && row.Number(8) > 0 ? " (--all lists them)" : ""));
  WriteDrift(census, id, sink);
  if (all) WriteVariables(census, id, sink);
  WriteGiven(census, id, all, sink);
  WriteRisks(census, id, all, sink);
  WriteList(
      census, "accepted",
      "SELECT variable.name || '  ' || risk, accepted_by || ': ' || accepted_reason FROM "
      "variable_risk JOIN variable ON variable.id = variable_risk.variable WHERE project = ? AND "
      "accepted_by IS NOT NULL ORDER BY variable.name, variable_risk.rowid LIMIT ?",
      id,
      NumberOf(census,
               "SELECT count(*) FROM variable_risk JOIN variable ON variable.id = "
               "variable_risk.variable WHERE project = ? AND accepted_by IS NOT NULL",
               id),
      all ? kAllOfThem : kMaxRisks, sink);
  WriteList(
      census, "unknown names",
      "SELECT file || ':' || line, expression FROM unresolved WHERE project = ? AND scope = "
      "'src' ORDER BY rowid LIMIT ?",
      id,
      NumberOf(census, "SELECT count(*) FROM unresolved WHERE project = ? AND scope = 'src'", id),
      all ? kAllOfThem : kMaxUnknown, sink);
  WriteList(census, "skipped",
            "SELECT file, reason FROM skipped WHERE project = ? ORDER BY rowid LIMIT ?", id,
            NumberOf(census, "SELECT count(*) FROM skipped WHERE project = ?", id),
            all ? kAllOfThem : kMaxSkippedShown, sink);
}

// A comparison of two versions has a separate form.
void WriteAuditText(const AuditResult& audit, const Sink& sink) {
  if (audit.compared != nullptr) return WriteCompareText(*audit.compared, audit.all, sink);
  const Database& census = audit.census;
  SqlStatement ask = census.Ask(
      "SELECT id, name, source, kind, revision, files, accesses, resolved, variables, json, "
      "version "
      "FROM project ORDER BY id");
  for (bool first = true; ask.Step(); first = false) {
    if (!first) sink("\n");
    WriteProject(census, ask, audit.all, sink);
  }
  // Totals are only of interest for several projects.
  const int64_t projects = census.CountOf("SELECT count(*) FROM project");
  // Names are fewer than variables: a variable of two projects is one name.
  if (projects < 2) return;
  sink(fmt::format("\n{}, {} accesses, {} variables of {} names\n",
                   Count(static_cast<uint64_t>(projects), "project", "projects"),
                   census.CountOf("SELECT total(accesses) FROM project"),
                   census.CountOf("SELECT count(*) FROM variable"),
                   census.CountOf("SELECT count(DISTINCT name) FROM variable")));
}

}  // namespace

extern constexpr AuditFormat kAuditTextFormat = {
    .rank = 10,
    .name = "text",
    .write = WriteAuditText,
    .pieces = Pieces::kWhole,
};

}  // namespace flagcensus
