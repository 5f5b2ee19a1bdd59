// two censuses ─→ one: the other's projects and variables are numbered after the existing ones
//
//   census: projects 0, 1; variables 1 to 9     other: project 0, variables 1 to 4
//   ─→ project 2, variables 10 to 13
//
// Columns are named one by one: a census with other columns fails instead of shifting values.
#include "analyzer/audit/database.h"

namespace flagcensus {

void Database::Merge(const std::string& path) {
  SqlStatement attach = Ask("ATTACH DATABASE ? AS other");
  attach.Bind(path).Run();
  // Projects are numbered from 0 and variables from 1, which the two queries take into account.
  const int64_t projects = CountOf("SELECT coalesce(max(id) + 1, 0) FROM project");
  const int64_t variables = CountOf("SELECT coalesce(max(id), 0) FROM variable");
  const std::string project = std::to_string(projects), variable = std::to_string(variables);
  Execute("BEGIN");
  Execute("INSERT INTO project SELECT id + " + project +
          ", name, source, kind, revision, files, bytes, accesses, resolved, variables, version, "
          "named_by, purl, tag, describe, modified, missing, untracked, repository, sha256, size, "
          "audited_with, date, settings, error, json FROM other.project ORDER BY id");
  Execute("INSERT INTO variable SELECT id + " + variable + ", project + " + project +
          ", name, documented, owner, types, languages, scopes, packages, aliases, reads, writes, "
          "json FROM other.variable");
  Execute("INSERT INTO default_value SELECT variable + " + variable +
          ", kind, value, count FROM other.default_value");
  Execute("INSERT INTO site SELECT variable + " + variable +
          ", file, line, op, default_kind, default_value, type, via, scope, language, value, "
          "at_import FROM other.site");
  Execute("INSERT INTO document SELECT variable + " + variable +
          ", file, line, how, default_kind, default_value FROM other.document");
  // Both censuses have the table of risks of their version: a risk that both have keeps the first
  // text.
  Execute("INSERT OR IGNORE INTO risk SELECT id, title, severity, reason FROM other.risk");
  Execute("INSERT INTO variable_risk SELECT variable + " + variable +
          ", risk, file, line, confidence, detail, accepted_by, accepted_reason FROM "
          "other.variable_risk");
  Execute(
      "INSERT INTO allow_entry SELECT place, accepts, reason, until, expired, accepted FROM "
      "other.allow_entry ORDER BY rowid");
  Execute("INSERT INTO finding SELECT project + " + project +
          ", rule, name, severity, confidence, message, json FROM other.finding");
  Execute("INSERT INTO unresolved SELECT project + " + project +
          ", file, line, op, expression, scope, json FROM other.unresolved");
  Execute("INSERT INTO skipped SELECT project + " + project + ", file, reason FROM other.skipped");
  Execute("COMMIT");
  Execute("DETACH DATABASE other");
}

}  // namespace flagcensus
