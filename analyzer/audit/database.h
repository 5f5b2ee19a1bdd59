// The census: a SQLite database that stores one project at a time and is the source of all reports.
//
//   auto census = Database::Make("out.sqlite");
//   census.value()->Add(project);      // once for each project
//   census.value()->Keep();            // the file gets its name
//
// Each project is one transaction, so only one project is in memory. The tables are described in
// docs/audit.md; kCensusSchema changes with them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/audit/allow_list.h"
#include "analyzer/audit/audit.h"
#include "analyzer/base/result.h"
#include "analyzer/tree/output_file.h"

struct sqlite3;
struct sqlite3_stmt;

namespace flagcensus {

inline constexpr int kCensusSchema = 2;

// Whether a file that begins with `head` is a census, of any schema.
bool IsOwnCensus(std::string_view head);

// A prepared statement for repeated use. Binding begins with the first parameter after each Run:
//
//   SqlStatement row(database, "INSERT INTO census VALUES (?, ?)");
//   row.Bind("schema").Bind("2").Run();
class SqlStatement {
 public:
  SqlStatement(sqlite3* database, std::string_view sql);
  ~SqlStatement();
  SqlStatement(SqlStatement&& other) noexcept;
  SqlStatement(const SqlStatement&) = delete;
  SqlStatement& operator=(const SqlStatement&) = delete;

  // Binds values to the parameters, in order; empty text is bound as text, not NULL.
  SqlStatement& Bind(std::string_view text);
  SqlStatement& Bind(int64_t number);
  SqlStatement& BindNull();
  // Advances to the next row; returns false if there is none. Throws std::runtime_error if SQLite
  // fails.
  bool Step();
  // Runs it to completion and resets it for the next values.
  void Run();
  void Reset();

  std::string_view Text(int column) const;
  int64_t Number(int column) const;

 private:
  sqlite3* database_;
  sqlite3_stmt* statement_ = nullptr;
  int next_ = 1;
};

class Database {
 public:
  // Creates a census in a file next to `path`, which Keep() renames to `path`. "": a temporary
  // census, which is removed with this object.
  static Result<std::unique_ptr<Database>> Make(const std::string& path);
  // Opens an existing census, read-only. Fails if it is not one, or has another schema.
  static Result<std::unique_ptr<Database>> Open(const std::string& path);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Adds the allow list that accepted risks. To be called after all projects, to count what each
  // entry accepts.
  void AddAllowList(const std::vector<AllowEntry>& entries);
  // Adds a project; returns its number.
  int64_t Add(const ProjectAudit& project);
  // Adds all projects of another census under new numbers.
  void Merge(const std::string& path);
  // Renames the file to its final name. Returns what went wrong, "" on success.
  std::string Keep();

  SqlStatement Ask(std::string_view sql) const;
  int64_t CountOf(std::string_view sql) const;

 private:
  Database(sqlite3* database, std::unique_ptr<OutputFile> file)
      : database_(database), file_(std::move(file)) {}
  void Execute(const std::string& sql) const;
  int64_t AddRows(const ProjectAudit& project);
  void AddVariable(int64_t project, const AuditVariable& variable);
  void AddParts(int64_t project, const ProjectAudit& audit);

  sqlite3* database_;
  std::unique_ptr<OutputFile> file_;  // null: temporary
};

}  // namespace flagcensus
