// flagcensus audit: one project after the other into a census, and reports from that
//
//   audit app.tar.gz --format sarif --html out.html --db census.sqlite
//   ─→ FindAuditProjects ─→ AuditEach ─→ census ─→ SARIF on standard output, page, database
#include "analyzer/audit/audit.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <memory>

#include "analyzer/audit/compare.h"
#include "analyzer/audit/database.h"
#include "analyzer/audit/json.h"
#include "analyzer/audit/reports.h"
#include "analyzer/audit/risk_rows.h"
#include "analyzer/base/date.h"
#include "analyzer/base/system_message.h"
#include "analyzer/base/text.h"
#include "analyzer/commands/command.h"
#include "analyzer/config/audit_options.h"
#include "analyzer/pipeline/audit_files.h"
#include "analyzer/pipeline/audit_inputs.h"
#include "analyzer/pipeline/audit_projects.h"
#include "analyzer/pipeline/audit_provenance.h"
#include "analyzer/pipeline/print.h"
#include "analyzer/report/formats.h"

namespace flagcensus {
namespace {

// The exit status for risks that --fail-on names.
constexpr int kGateClosed = 1;

// A table has no place for what was read and what was not: it is reported on standard error.
// One line for each line of the summary: "app: read: 12 Python files".
void ReportSummaries(const Database& census) {
  SqlStatement ask = census.Ask("SELECT name, json FROM project ORDER BY id");
  while (ask.Step()) {
    for (const std::string& line : SummaryOf(ask.Text(1))) {
      ReportUser(std::string(ask.Text(0)) + ": " + line);
    }
  }
}

// A format with pieces that are safe is written as it is made; others are collected or broken up. A
// reader that ends early, such as `head`, closes the pipe: EPIPE is not a failure of the audit.
int PrintAudit(const Database& census, const VersionChanges* compared, const AuditRequest& request,
               int status) {
  std::signal(SIGPIPE, SIG_IGN);  // the write error reports it
  const AuditFormat& format = FormatOf(AuditFormats(), request.format);
  const AuditResult audit{census, compared, request.all};
  if (format.pieces == Pieces::kWhole) {
    std::string text;
    format.write(audit, [&](std::string_view piece) { text += piece; });
    return WriteOutput(text, status);
  }
  bool whole = true;
  const auto sink = [&](std::string_view text) {
    if (whole) whole = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  };
  const auto row = [&](std::string_view text) { sink(BreakCommands(text, "\\x23")); };
  format.write(audit, format.pieces == Pieces::kRows ? Sink(row) : Sink(sink));
  if (format.reading_apart) ReportSummaries(census);
  whole = whole && std::fflush(stdout) == 0;
  if (whole || errno == EPIPE) return status;
  return Fail("the output cannot be written: " + SystemMessage(errno));
}

// The risks and severities that --fail-on names.
// --fail-on high,command-run ─→ {risks: {"command-run"}, severities: {"high"}}
struct Gate {
  std::vector<std::string> risks;
  std::vector<std::string> severities;
};

// `text`: comma-separated ids of risks and severities; a severity includes the higher ones.
//
//   "medium"              ─→ severities {high, medium}
//   "high,command-run"    ─→ severities {high}, risks {command-run}
//   "hgih"                ─→ an error that lists the severities and the risks
Result<Gate> ParseGate(std::string_view text) {
  Gate out;
  for (const std::string_view part : Split(text, ',')) {
    const std::string_view name = Trim(part);
    const auto& rows = RiskRows();
    if (name == "high" || name == "medium" || name == "low") {
      out.severities.emplace_back("high");
      if (name != "high") out.severities.emplace_back("medium");
      if (name == "low") out.severities.emplace_back("low");
    } else if (std::any_of(rows.begin(), rows.end(),
                           [&](const RiskRow& row) { return row.id == name; })) {
      out.risks.emplace_back(name);
    } else {
      std::string ids;
      for (const RiskRow& row : rows) ids += (ids.empty() ? "" : ", ") + row.id;
      return Error{"--fail-on: '" + EscapeControl(name) +
                   "' is neither a severity (high, medium, low) nor a risk; the risks are " + ids};
    }
  }
  return out;
}

// The number of risks in the census that the gate names and no allow list accepts. If two versions
// are compared, only the newer one counts: the older one is in use already.
// An empty list makes "IN ()", which SQLite accepts and which matches nothing.
int64_t CountGated(const Database& census, const Gate& gate, bool compared) {
  std::string list;
  for (const std::string& id : gate.risks) list += (list.empty() ? "'" : ", '") + id + "'";
  std::string severities;
  for (const std::string& one : gate.severities) {
    severities += (severities.empty() ? "'" : ", '") + one + "'";
  }
  // The ids were checked by ParseGate, so they need no escaping in the query.
  return census.CountOf(
      "SELECT count(*) FROM variable_risk JOIN variable ON variable.id = variable_risk.variable "
      "JOIN risk ON risk.id = variable_risk.risk WHERE accepted_by IS NULL AND (risk.id IN (" +
      list + ") OR risk.severity IN (" + severities + "))" +
      (compared ? " AND variable.project = 1" : ""));
}

// The exit status of the gate. Reports the number of risks if there are any.
// The count is also the message, so a failed run says why it failed.
int StatusOfGate(const Database& census, const Gate& gate, const AuditOptions& audit) {
  const int64_t found = audit.fail_on ? CountGated(census, gate, audit.compare) : 0;
  if (found == 0) return 0;
  ReportUser(Count(static_cast<uint64_t>(found), "risk", "risks") +
             " not accepted by an allow list but matched by --fail-on: " + *audit.fail_on);
  return kGateClosed;
}

// Reports entries of the allow lists that accept nothing: expired ones, and those without a risk.
// "allow.toml:3: unused allow entry, which matches no risk: variable APP_OLD"
void ReportUnusedEntries(const Database& census, const std::vector<AllowEntry>& allowed) {
  // Rows are in the order of the entries.
  SqlStatement ask = census.Ask("SELECT accepted FROM allow_entry ORDER BY rowid");
  for (const AllowEntry& entry : allowed) {
    const bool used = ask.Step() && ask.Number(0) > 0;
    if (used) continue;
    ReportUser(entry.Where() + ": " +
               (entry.expired ? "allow entry expired after " + entry.until
                              : "unused allow entry, which matches no risk") +
               ": " + entry.shown);
  }
}

// `audit` reads no configuration: it would accept what the audited project wants.
//
// Everything that applies is on the command line, and is stored with the result.
class AuditRun : public CommandRun {
 public:
  void AddOptions(CommandApp& command) override {
    AddAudit(command, request_);
    const std::vector<std::string> formats = NamesOf(AuditFormats());
    request_.format = formats.front();
    CLI::Option* const format = command.add_option("--format", request_.format, "Output format");
    command.OneOf(format, formats)->type_name("FORMAT")->capture_default_str();
  }

  std::optional<std::string> Finish(const CommandApp& parsed) override {
    request_.project.third_party = true;
    if (auto wrong = TakeAuditInputs(request_)) return wrong;
    request_.audit.settings = ResultSettings(parsed);
    return std::nullopt;
  }

  int Run(const Arguments& arguments) override;

 private:
  AuditRequest request_;
};

// Everything that can be wrong with the options is checked before the first project is read.
int AuditRun::Run(const Arguments&) {
  AuditOptions& audit = request_.audit;
  Gate gate;
  if (audit.fail_on) {
    Result<Gate> parsed = ParseGate(*audit.fail_on);
    if (!parsed.ok()) return Fail(parsed.error().message);
    gate = std::move(parsed).value();
  }
  const Result<std::string> date = SourceDate();
  if (!date.ok()) return Fail(date.error().message);
  audit.date = date.value();
  // With SOURCE_DATE_EPOCH, the date of the audit does not depend on the clock.
  const std::string today =
      audit.date.empty() ? Today() : audit.date.substr(0, audit.date.find('T'));
  const Result<std::vector<AllowEntry>> allowed = ReadAllowLists(audit.allow, today);
  if (!allowed.ok()) return Fail(allowed.error().message);
  if (const auto why = CannotWriteAudit(audit)) return Fail(*why);
  if (FormatOf(AuditFormats(), request_.format).only_compares && !audit.compare) {
    return Fail("--format " + request_.format + ": only available with audit --compare");
  }
  Result<std::unique_ptr<Database>> made = Database::Make(audit.database);
  if (!made.ok()) return Fail(made.error().message);
  Database& census = *made.value();
  const std::vector<AuditProjectAt> projects = FindAuditProjects(request_);
  // One input may contain several projects: a folder of repositories, for example.
  if (audit.compare && projects.size() != 2) {
    return Fail("--compare: each input must be one project; " + std::to_string(projects.size()) +
                " were found, name the directories of the two versions");
  }
  // A project that could not be read makes the status 2, and the others are reported.
  int status = AuditEach(projects, request_, allowed.value(), census) ? 0 : kFailed;
  census.AddAllowList(allowed.value());
  ReportUnusedEntries(census, allowed.value());
  std::unique_ptr<VersionChanges> changes;
  if (audit.compare) changes = CompareVersions(census);
  const VersionChanges* const compared = changes.get();
  if (!WritePage(census, compared, audit.html)) status = kFailed;
  status = std::max(status, StatusOfGate(census, gate, audit));
  status = PrintAudit(census, compared, request_, status);
  return KeepCensus(census, audit.database, status);
}

}  // namespace

extern const Command kAudit;
const Command kAudit = {
    "audit",
    "Report how the environment influences programs, given as directories, archives or revisions",
    "  flagcensus audit .                               this project\n"
    "  flagcensus audit requests-2.31.0.tar.gz --html report.html\n"
    "  flagcensus audit repositories/ --db census.sqlite\n"
    "  flagcensus audit --compare app@v1.2 app@v1.3     what an update changes\n"
    "  flagcensus audit app-1.2.tgz --allow accepted.toml --fail-on high\n",
    "0 success, 1 a risk matches --fail-on, 2 an input could not be read.", MakeRun<AuditRun>};

}  // namespace flagcensus
