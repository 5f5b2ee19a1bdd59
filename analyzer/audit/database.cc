#include "analyzer/audit/database.h"

#include <fmt/format.h>

#include <stdexcept>

#include "analyzer/audit/json.h"
#include "analyzer/audit/sqlite_library.h"
#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"

namespace flagcensus {
namespace {

// The first table identifies a census (IsOwnCensus), so it must stay first.
//
// Facts by which a report selects or sorts are columns. Everything else about a row is in its
// column `json`, which the reports for programs print unchanged: a new member needs no new column.
constexpr const char* kTables = R"(
CREATE TABLE census (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE project (id INTEGER PRIMARY KEY, name TEXT NOT NULL, source TEXT NOT NULL,
  kind TEXT NOT NULL, revision TEXT, files INTEGER NOT NULL, bytes INTEGER NOT NULL,
  accesses INTEGER NOT NULL, resolved INTEGER NOT NULL, variables INTEGER NOT NULL,
  version TEXT, named_by TEXT, purl TEXT, tag TEXT, describe TEXT, modified INTEGER, missing INTEGER,
  untracked INTEGER, repository TEXT, sha256 TEXT, size INTEGER, audited_with TEXT NOT NULL,
  date TEXT, settings TEXT NOT NULL, error TEXT, json TEXT NOT NULL);
CREATE TABLE variable (id INTEGER PRIMARY KEY, project INTEGER NOT NULL REFERENCES project(id),
  name TEXT NOT NULL, documented TEXT NOT NULL, owner TEXT, types TEXT NOT NULL,
  languages TEXT NOT NULL, scopes TEXT NOT NULL, packages TEXT NOT NULL, aliases TEXT NOT NULL,
  reads INTEGER NOT NULL, writes INTEGER NOT NULL, json TEXT NOT NULL);
CREATE TABLE default_value (variable INTEGER NOT NULL REFERENCES variable(id), kind TEXT NOT NULL,
  value TEXT, count INTEGER NOT NULL);
CREATE TABLE site (variable INTEGER NOT NULL REFERENCES variable(id), file TEXT NOT NULL,
  line INTEGER NOT NULL, op TEXT NOT NULL, default_kind TEXT NOT NULL, default_value TEXT,
  type TEXT NOT NULL, via TEXT NOT NULL, scope TEXT NOT NULL, language TEXT NOT NULL, value TEXT,
  at_import INTEGER NOT NULL);
CREATE TABLE document (variable INTEGER NOT NULL REFERENCES variable(id), file TEXT NOT NULL,
  line INTEGER NOT NULL, how TEXT NOT NULL, default_kind TEXT NOT NULL, default_value TEXT);
CREATE TABLE risk (id TEXT PRIMARY KEY, title TEXT NOT NULL, severity TEXT NOT NULL,
  reason TEXT NOT NULL);
CREATE TABLE variable_risk (variable INTEGER NOT NULL REFERENCES variable(id),
  risk TEXT NOT NULL REFERENCES risk(id), file TEXT, line INTEGER, confidence TEXT NOT NULL,
  detail TEXT, accepted_by TEXT, accepted_reason TEXT);
CREATE TABLE allow_entry (place TEXT NOT NULL, accepts TEXT NOT NULL, reason TEXT NOT NULL,
  until TEXT, expired INTEGER NOT NULL, accepted INTEGER NOT NULL);
CREATE TABLE finding (project INTEGER NOT NULL REFERENCES project(id), rule TEXT NOT NULL,
  name TEXT, severity TEXT NOT NULL, confidence TEXT NOT NULL, message TEXT NOT NULL,
  json TEXT NOT NULL);
CREATE TABLE unresolved (project INTEGER NOT NULL REFERENCES project(id), file TEXT NOT NULL,
  line INTEGER NOT NULL, op TEXT NOT NULL, expression TEXT NOT NULL, scope TEXT NOT NULL,
  json TEXT NOT NULL);
CREATE TABLE skipped (project INTEGER NOT NULL REFERENCES project(id), file TEXT NOT NULL,
  reason TEXT NOT NULL);
CREATE INDEX variable_name ON variable(name, project);
CREATE INDEX variable_project ON variable(project);
CREATE INDEX site_variable ON site(variable);
CREATE INDEX default_variable ON default_value(variable);
CREATE INDEX document_variable ON document(variable);
CREATE INDEX risk_variable ON variable_risk(variable);
CREATE INDEX risk_id ON variable_risk(risk);
CREATE INDEX finding_project ON finding(project);
)";

[[noreturn]] void Fail(sqlite3* database) {
  throw std::runtime_error(std::string("the census cannot be written or read: ") +
                           sqlite3_errmsg(database));
}

// A census from another machine may be hostile. It contains only tables and indexes: views,
// triggers and functions in the schema are disabled.
void Distrust(sqlite3* database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
}

// Every text goes through this: the census is as free of credentials as the reports.
// `name`: the variable that the text is about, or "": under a secret's name more is masked.
std::string Clean(std::string_view text, std::string_view name) {
  return ToValidUtf8(MaskSecrets(text, name));
}

// NULL for a value that is not known.
void BindText(SqlStatement& to, const std::optional<std::string>& text, std::string_view name) {
  if (text) {
    to.Bind(Clean(*text, name));
  } else {
    to.BindNull();
  }
}

// NULL for "".
void BindOrNull(SqlStatement& to, const std::string& text) {
  BindText(to, text.empty() ? std::nullopt : std::optional(text), "");
}

// A list as one column, with a space on each side, so LIKE '% c %' finds a word: " python c ".
// {"c", "python"} ─→ " c python ". A word with a space in it cannot be found; no language, type or
// scope has one.
std::string Words(const std::vector<std::string>& words) {
  return words.empty() ? "" : " " + Join(words, " ") + " ";
}

}  // namespace

// Text of the tree never becomes a part of `sql`: it is bound to parameters.
SqlStatement::SqlStatement(sqlite3* database, std::string_view sql) : database_(database) {
  if (sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &statement_,
                         nullptr) != SQLITE_OK) {
    Fail(database);
  }
}
SqlStatement::SqlStatement(SqlStatement&& other) noexcept
    : database_(other.database_), statement_(other.statement_), next_(other.next_) {
  other.statement_ = nullptr;
}
SqlStatement::~SqlStatement() { sqlite3_finalize(statement_); }

// An empty view may have a null pointer, which SQLite would bind as NULL.
SqlStatement& SqlStatement::Bind(std::string_view text) {
  sqlite3_bind_text64(statement_, next_++, text.empty() ? "" : text.data(), text.size(),
                      SQLITE_TRANSIENT, SQLITE_UTF8);
  return *this;
}
SqlStatement& SqlStatement::Bind(int64_t number) {
  sqlite3_bind_int64(statement_, next_++, number);
  return *this;
}
SqlStatement& SqlStatement::BindNull() {
  sqlite3_bind_null(statement_, next_++);
  return *this;
}

// Anything but a row or the end is an error, such as a full disk or a damaged page.
bool SqlStatement::Step() {
  const int status = sqlite3_step(statement_);
  if (status == SQLITE_ROW) return true;
  if (status != SQLITE_DONE) Fail(database_);
  return false;
}
void SqlStatement::Reset() {
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
  next_ = 1;
}
void SqlStatement::Run() {
  while (Step()) continue;
  Reset();
}

std::string_view SqlStatement::Text(int column) const {
  const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  if (text == nullptr) return {};
  return {text, static_cast<size_t>(sqlite3_column_bytes(statement_, column))};
}
int64_t SqlStatement::Number(int column) const { return sqlite3_column_int64(statement_, column); }

// SQLite writes the text of the first CREATE TABLE into the first page.
// Other databases begin with the same 16 bytes. A census of another schema has the same first
// table, so it is recognised and may be replaced.
bool IsOwnCensus(std::string_view head) {
  if (!head.starts_with(std::string_view("SQLite format 3\0", 16))) return false;
  const std::string_view table = std::string_view(kTables).substr(1);
  return head.find(table.substr(0, table.find(';'))) != std::string_view::npos;
}

// An empty name makes a temporary database, which SQLite removes when it is closed.
Result<std::unique_ptr<Database>> Database::Make(const std::string& path) {
  std::unique_ptr<OutputFile> file;
  if (!path.empty()) {
    // SQLite writes to positions in the file, which a pipe does not have.
    if (DescriptorOf(path))
      return Error{path + ": cannot be written: a database must be a regular file"};
    auto opened = OutputFile::Open(path, IsOwnCensus);
    if (!opened.ok()) return Error{path + ": cannot be written: " + opened.error().message};
    file = std::move(opened).value();
  }
  sqlite3* database = nullptr;
  const int status = sqlite3_open_v2(file ? file->beside().c_str() : "", &database,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  if (status != SQLITE_OK) {
    const std::string why = sqlite3_errmsg(database);
    sqlite3_close(database);
    return Error{path + ": cannot be written: " + why};
  }
  std::unique_ptr<Database> out(new Database(database, std::move(file)));
  Distrust(database);
  // Until Keep() the file has no name, and an incomplete one is useless: it need not reach the
  // disk.
  try {
    out->Execute(
        "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384;");
    out->Execute(kTables);
    SqlStatement about(database, "INSERT INTO census VALUES (?, ?)");
    about.Bind("schema").Bind(std::to_string(kCensusSchema)).Run();
    about.Bind("tool").Bind("flagcensus").Run();
    about.Bind("version").Bind(FLAGCENSUS_VERSION).Run();
    SqlStatement risk(database, "INSERT INTO risk VALUES (?, ?, ?, ?)");
    for (const RiskRow& row : RiskRows()) {
      risk.Bind(row.id).Bind(row.title).Bind(RiskSeverity(row)).Bind(row.reason).Run();
    }
  } catch (const std::runtime_error& error) {
    return Error{path + ": " + error.what()};
  }
  return out;
}

// SQLite reads a file only at the first query, so a file of a different kind is detected there.
Result<std::unique_ptr<Database>> Database::Open(const std::string& path) {
  sqlite3* database = nullptr;
  const int status = sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READONLY, nullptr);
  std::unique_ptr<Database> out(new Database(database, nullptr));
  if (status != SQLITE_OK) return Error{path + ": cannot be read: " + sqlite3_errmsg(database)};
  Distrust(database);
  std::string schema;
  try {
    SqlStatement ask = out->Ask("SELECT value FROM census WHERE key = 'schema'");
    if (ask.Step()) schema = ask.Text(0);
  } catch (const std::runtime_error&) {
    return Error{path + ": not a flagcensus census"};
  }
  // The columns differ between schemas; a query would fail later, or be wrong.
  if (schema != std::to_string(kCensusSchema)) {
    return Error{fmt::format("{}: is a census of schema {}, and this program reads schema {}", path,
                             EscapeControl(schema), kCensusSchema)};
  }
  return out;
}

Database::~Database() { sqlite3_close(database_); }

// A temporary census has no name to receive.
std::string Database::Keep() {
  if (file_ == nullptr) return {};
  // Closed before the rename, so the file is complete.
  if (sqlite3_close(database_) != SQLITE_OK) return "it is still being read";
  database_ = nullptr;
  return file_->Keep().value_or("");
}

void Database::Execute(const std::string& sql) const {
  if (sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) Fail(database_);
}

SqlStatement Database::Ask(std::string_view sql) const { return {database_, sql}; }

int64_t Database::CountOf(std::string_view sql) const {
  SqlStatement ask = Ask(sql);
  return ask.Step() ? ask.Number(0) : 0;
}

// One transaction for each project: faster than one for each row, and a failure leaves no half of
// it.
int64_t Database::Add(const ProjectAudit& project) {
  Execute("BEGIN");
  try {
    const int64_t id = AddRows(project);
    Execute("COMMIT");
    return id;
  } catch (...) {  // the next project must find the census unchanged
    sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
    throw;
  }
}

// ?1 is the entry's place, by which variable_risk refers to it; the row counts its own uses.
void Database::AddAllowList(const std::vector<AllowEntry>& entries) {
  SqlStatement row =
      Ask("INSERT INTO allow_entry SELECT ?1, ?2, ?3, ?4, ?5, count(*) FROM variable_risk WHERE "
          "accepted_by = ?1");
  for (const AllowEntry& entry : entries) {
    row.Bind(Clean(entry.Where(), "")).Bind(Clean(entry.shown, "")).Bind(Clean(entry.reason, ""));
    BindOrNull(row, entry.until);
    row.Bind(entry.expired ? 1 : 0).Run();
  }
}

// Projects are numbered from 0 in the order in which they are added.
//
// The parameters are in the order of the columns of `project` in kTables; one that is missing would
// shift all values after it.
int64_t Database::AddRows(const ProjectAudit& project) {
  const int64_t id = CountOf("SELECT count(*) FROM project");
  const AuditedSource& source = project.source;
  SqlStatement row = Ask(
      "INSERT INTO project VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
      "?, ?, ?, ?, ?)");
  row.Bind(id).Bind(Clean(project.source.name, "")).Bind(Clean(project.source.source, ""));
  row.Bind(source.kind);
  BindOrNull(row, source.revision);
  for (const uint64_t number : {project.files, project.bytes, project.accesses, project.resolved,
                                static_cast<uint64_t>(project.variables.size())}) {
    row.Bind(static_cast<int64_t>(number));
  }
  for (const std::string* text :
       {&source.version, &source.named_by, &source.purl, &source.tag, &source.describe}) {
    BindOrNull(row, *text);
  }
  if (source.changes) {
    for (const uint64_t number :
         {source.changes->modified, source.changes->missing, source.changes->untracked}) {
      row.Bind(static_cast<int64_t>(number));
    }
  } else {
    row.BindNull().BindNull().BindNull();
  }
  BindOrNull(row, source.remote);
  BindOrNull(row, source.sha256);
  if (source.sha256.empty()) {
    row.BindNull();
  } else {
    row.Bind(static_cast<int64_t>(source.size));
  }
  row.Bind(FLAGCENSUS_VERSION);
  BindOrNull(row, source.date);
  row.Bind(SettingsJson(source));
  BindOrNull(row, project.error);
  row.Bind(ProjectJson(project)).Run();
  for (const AuditVariable& variable : project.variables) AddVariable(id, variable);
  AddParts(id, project);
  return id;
}

// Parts of a project that belong to no variable: findings, accesses with unknown names, skipped
// paths.
void Database::AddParts(int64_t project, const ProjectAudit& audit) {
  SqlStatement finding = Ask("INSERT INTO finding VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (const Finding* one : audit.findings) {
    finding.Bind(project).Bind(one->rule);
    if (one->name.empty()) {
      finding.BindNull();
    } else {
      finding.Bind(Clean(one->name, ""));
    }
    finding.Bind(ToString(one->severity)).Bind(ToString(one->confidence));
    finding.Bind(Clean(WholeMessage(*one), one->name)).Bind(FindingJson(*one)).Run();
  }
  SqlStatement unresolved = Ask("INSERT INTO unresolved VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (const Access* one : audit.unresolved) {
    unresolved.Bind(project).Bind(Clean(one->place.file, "")).Bind(one->place.line);
    unresolved.Bind(ToString(one->op)).Bind(Clean(one->evidence.name_expression, ""));
    unresolved.Bind(ToString(one->scope)).Bind(UnresolvedJson(*one)).Run();
  }
  SqlStatement skipped = Ask("INSERT INTO skipped VALUES (?, ?, ?)");
  for (const auto& [file, reason] : audit.skipped) {
    skipped.Bind(project).Bind(Clean(file, "")).Bind(Clean(reason, "")).Run();
  }
}

// A variable with its defaults, sites, documents and risks, each in its table.
//
//   APP_PORT, read twice with the default 80, described on docs/env.md:9
//   ─→ variable 1 row, default_value 1 row with count 2, site 2 rows, document 1 row
void Database::AddVariable(int64_t project, const AuditVariable& variable) {
  const std::string& name = variable.name();
  int64_t reads = 0, writes = 0;
  for (const auto& [op, count] : variable.ops) {
    (op == "read" || op == "test" ? reads : writes) += count;
  }
  SqlStatement row = Ask("INSERT INTO variable VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  row.Bind(project).Bind(Clean(name, "")).Bind(ToString(variable.documented));
  if (variable.owner.empty()) {
    row.BindNull();
  } else {
    row.Bind(variable.owner);
  }
  row.Bind(Words(variable.types)).Bind(Words(variable.languages)).Bind(Words(variable.scopes));
  row.Bind(Clean(Join(variable.packages, "\n"), "")).Bind(Clean(Words(variable.aliases), ""));
  row.Bind(reads).Bind(writes).Bind(VariableJson(variable)).Run();
  const int64_t id = sqlite3_last_insert_rowid(database_);

  SqlStatement value = Ask("INSERT INTO default_value VALUES (?, ?, ?, ?)");
  for (const AuditDefault& one : variable.defaults) {
    const bool valued = one.kind == DefaultKind::kLiteral || one.kind == DefaultKind::kDynamic;
    value.Bind(id).Bind(ToString(one.kind));
    BindText(value, valued ? std::optional(one.value) : std::nullopt, name);
    value.Bind(one.count).Run();
  }
  SqlStatement site = Ask("INSERT INTO site VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const AuditSite& one : variable.sites) {
    const Access& access = *one.access;
    site.Bind(id).Bind(Clean(access.place.file, "")).Bind(access.place.line);
    site.Bind(ToString(access.op)).Bind(ToString(access.default_kind));
    BindText(site, access.default_text, name);
    site.Bind(ToString(access.type)).Bind(Clean(access.via, name)).Bind(ToString(access.scope));
    site.Bind(ToString(access.language));
    BindText(site, access.value, name);
    site.Bind(one.at_import ? 1 : 0).Run();
  }
  SqlStatement document = Ask("INSERT INTO document VALUES (?, ?, ?, ?, ?, ?)");
  for (const AuditDocument& one : variable.documents) {
    document.Bind(id).Bind(Clean(one.place.file, "")).Bind(one.place.line);
    if (one.entry != nullptr) {
      document.Bind(ToString(one.entry->how)).Bind(ToString(one.entry->default_kind));
      BindText(document, one.entry->default_text, name);
    } else {
      document.Bind(one.passage->described ? "described" : "named");
      document.Bind(ToString(one.passage->default_kind));
      BindText(document, one.passage->default_text, name);
    }
    document.Run();
  }
  SqlStatement risk = Ask("INSERT INTO variable_risk VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  for (const AuditRisk& one : variable.risks) {
    risk.Bind(id).Bind(one.id);
    if (one.site < 0) {
      risk.BindNull().BindNull();
    } else {
      const Place& place = variable.sites[static_cast<size_t>(one.site)].access->place;
      risk.Bind(Clean(place.file, "")).Bind(place.line);
    }
    risk.Bind(ToString(one.confidence)).Bind(Clean(one.detail, name));
    BindOrNull(risk, one.accepted_by);
    BindOrNull(risk, one.accepted_reason);
    risk.Run();
  }
}

}  // namespace flagcensus
