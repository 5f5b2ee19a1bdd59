// flagcensus merge: the databases of several audits ─→ one
#include <exception>
#include <filesystem>
#include <memory>
#include <system_error>

#include "analyzer/audit/database.h"
#include "analyzer/commands/command.h"
#include "analyzer/config/audit_options.h"
#include "analyzer/pipeline/audit_files.h"
#include "analyzer/pipeline/print.h"

namespace flagcensus {
namespace {

// Reads databases only; the projects need not be present.
//
//   merge a.sqlite b.sqlite -o all.sqlite    ─→ the projects of a, then those of b
class MergeRun : public CommandRun {
 public:
  void AddOptions(CommandApp& command) override { AddMerge(command, audit_); }
  std::optional<std::string> Finish(const CommandApp&) override { return std::nullopt; }

  int Run(const Arguments&) override {
    // The output is checked first; then each input is opened, so its schema is checked.
    if (const auto why = CannotWriteAudit(audit_)) return Fail(*why);
    Result<std::unique_ptr<Database>> made = Database::Make(audit_.database);
    if (!made.ok()) return Fail(made.error().message);
    for (const std::string& input : audit_.inputs) {
      std::error_code none;  // set if one of the two does not exist
      if (std::filesystem::equivalent(input, audit_.database, none)) {
        return Fail(input + ": is the output file: name only the other databases");
      }
      const Result<std::unique_ptr<Database>> other = Database::Open(input);
      if (!other.ok()) return Fail(other.error().message);
      try {
        made.value()->Merge(input);
      } catch (const std::exception& error) {
        return Fail(input + ": " + error.what());
      }
    }
    // No comparison of versions: a merged census may have any number of projects.
    const bool page = WritePage(*made.value(), nullptr, audit_.html);
    return KeepCensus(*made.value(), audit_.database, page ? 0 : kFailed);
  }

 private:
  AuditOptions audit_;
};

}  // namespace

extern const Command kMerge;
const Command kMerge = {
    "merge", "Merge the databases of several audits",
    "  flagcensus merge a.sqlite b.sqlite -o all.sqlite\n"
    "  sqlite3 all.sqlite \"SELECT DISTINCT project.name FROM project JOIN variable\n"
    "    ON variable.project = project.id WHERE variable.name = 'HTTPS_PROXY'\"\n",
    "0 success, 2 an input could not be read.", MakeRun<MergeRun>};

}  // namespace flagcensus
