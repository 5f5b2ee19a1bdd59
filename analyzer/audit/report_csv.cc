// census ─→ CSV: a row for each variable of each project, control characters as escapes
//
//   project,name,documented,documents,types,defaults,...
//   app,APP_PORT,described,docs/env.md:9,int,80; 8080,...
//
// New columns are appended, so readers by position continue to work.
#include "analyzer/audit/reports.h"
#include "analyzer/base/text.h"
#include "analyzer/report/csv.h"

namespace flagcensus {
namespace {

// The rows of the statement for one variable, as "a; b"; with two columns as "a:b; c:d".
std::string ListOf(SqlStatement& ask, int64_t variable) {
  std::vector<std::string> out;
  ask.Bind(variable);
  while (ask.Step()) {
    std::string one(ask.Text(0));
    if (const std::string_view second = ask.Text(1); !second.empty())
      one.append(":").append(second);
    out.push_back(std::move(one));
  }
  ask.Reset();
  return Join(out, "; ");
}

// " python c " ─→ "python c"
std::string Trimmed(std::string_view words) { return std::string(Trim(words)); }

// Control characters would break rows; CsvRow quotes the rest.
std::string Row(std::vector<std::string> cells) {
  for (std::string& cell : cells) cell = EscapeControl(cell);
  return CsvRow(std::move(cells));
}

void WriteAuditCsv(const AuditResult& audit, const Sink& sink) {
  const Database& census = audit.census;
  sink(Row({"project",  "name",    "documented", "documents", "types",    "defaults",
            "reads",    "writes",  "languages",  "scopes",    "packages", "aliases",
            "owner",    "risks",   "first_site", "accepted",  "version",  "source",
            "revision", "tag",     "changes",    "sha256",    "size",     "audited_with",
            "date",     "settings"}));
  // Values of literals and expressions; for other kinds the word: "required", "none".
  SqlStatement defaults = census.Ask(
      "SELECT CASE kind WHEN 'literal' THEN value WHEN 'dynamic' THEN value ELSE kind END, NULL "
      "FROM default_value WHERE variable = ? ORDER BY count DESC, 1");
  // Only the columns of `ListOf` differ between the following statements: all have one parameter.
  SqlStatement documents =
      census.Ask("SELECT file, line FROM document WHERE variable = ? ORDER BY rowid");
  SqlStatement risks =
      census.Ask("SELECT risk, NULL FROM variable_risk WHERE variable = ? ORDER BY rowid");
  // The space makes "risk: reason" of the two columns.
  SqlStatement accepted = census.Ask(
      "SELECT risk, ' ' || accepted_reason FROM variable_risk WHERE variable = ? AND accepted_by "
      "IS "
      "NOT NULL ORDER BY rowid");
  SqlStatement site =
      census.Ask("SELECT file, line FROM site WHERE variable = ? ORDER BY rowid LIMIT 1");
  SqlStatement ask = census.Ask(
      "SELECT variable.id, project.name, variable.name, documented, types, reads, writes, "
      "languages, scopes, packages, aliases, owner, version, source, revision, tag, CASE WHEN "
      "modified IS NULL THEN NULL ELSE modified + missing + untracked END, sha256, size, "
      "audited_with, date, CASE settings WHEN '{}' THEN NULL ELSE settings END FROM variable JOIN "
      "project ON "
      "project.id = variable.project ORDER BY variable.name, project, variable.id");
  while (ask.Step()) {
    const int64_t id = ask.Number(0);
    sink(Row({std::string(ask.Text(1)),
              std::string(ask.Text(2)),
              std::string(ask.Text(3)),
              ListOf(documents, id),
              Trimmed(ask.Text(4)),
              ListOf(defaults, id),
              std::to_string(ask.Number(5)),
              std::to_string(ask.Number(6)),
              Trimmed(ask.Text(7)),
              Trimmed(ask.Text(8)),
              ReplaceAll(ask.Text(9), "\n", "; "),
              Trimmed(ask.Text(10)),
              std::string(ask.Text(11)),
              ListOf(risks, id),
              ListOf(site, id),
              ListOf(accepted, id),
              std::string(ask.Text(12)),
              std::string(ask.Text(13)),
              std::string(ask.Text(14)),
              std::string(ask.Text(15)),
              std::string(ask.Text(16)),
              std::string(ask.Text(17)),
              std::string(ask.Text(18)),
              std::string(ask.Text(19)),
              std::string(ask.Text(20)),
              std::string(ask.Text(21))}));
  }
}

}  // namespace

extern constexpr AuditFormat kAuditCsvFormat = {
    .rank = 30,
    .name = "csv",
    .write = WriteAuditCsv,
    .pieces = Pieces::kRows,
    .reading_apart = true,
};

}  // namespace flagcensus
