// The census: a SQLite database that takes one project at a time and gives every report.
//
// Each project is one transaction, so that what is held in memory is one project. The tables are
// described in docs/audit.md; kCensusSchema changes with them.
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

// Whether a file that begins with `head` is a census, of whatever schema.
bool IsOwnCensus(std::string_view head);

// A statement that is run again and again.
class Statement {
 public:
  Statement(sqlite3* database, std::string_view sql);
  ~Statement();
  Statement(Statement&& other) noexcept;
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  // Puts values into the parameters, in their order; text that is empty stays text.
  Statement& Bind(std::string_view text);
  Statement& Bind(int64_t number);
  Statement& BindNull();
  // The next row; false where there is none. Throws std::runtime_error where SQLite cannot.
  bool Step();
  // Runs it to its end and makes it ready for the next values.
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
  // A new census in a file beside `path`, which takes its name by Keep(); "": one that goes with
  // this.
  static Result<std::unique_ptr<Database>> Make(const std::string& path);
  // One that is there, to be read only. An error where it is none, or of another schema.
  static Result<std::unique_ptr<Database>> Open(const std::string& path);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Adds the allow list by which risks were accepted; after all projects, to count what each entry
  // accepts.
  void AddAllowList(const std::vector<AllowEntry>& entries);
  // Adds a project; its number.
  int64_t Add(const ProjectAudit& project);
  // Adds all projects of another census, with numbers of their own.
  void Merge(const std::string& path);
  // Gives the file its name; what went wrong, "" where nothing did.
  std::string Keep();

  Statement Ask(std::string_view sql) const;
  int64_t CountOf(std::string_view sql) const;

 private:
  Database(sqlite3* database, std::unique_ptr<OutputFile> file)
      : database_(database), file_(std::move(file)) {}
  void Execute(const std::string& sql) const;
  int64_t AddRows(const ProjectAudit& project);
  void AddVariable(int64_t project, const AuditVariable& variable);
  void AddParts(int64_t project, const ProjectAudit& audit);

  sqlite3* database_;
  std::unique_ptr<OutputFile> file_;  // null: nothing is kept
};

}  // namespace flagcensus
