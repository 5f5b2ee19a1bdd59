// inputs of an audit ─→ one project after the other into a census ─→ its reports
#include "analyzer/audit/audit.h"

#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <system_error>

#include "analyzer/audit/compare.h"
#include "analyzer/audit/database.h"
#include "analyzer/audit/reports.h"
#include "analyzer/base/system_message.h"
#include "analyzer/base/text.h"
#include "analyzer/config/audit_options.h"
#include "analyzer/pipeline/audit_inputs.h"
#include "analyzer/pipeline/audit_projects.h"
#include "analyzer/pipeline/pipeline.h"
#include "analyzer/pipeline/progress.h"
#include "analyzer/tree/output_file.h"

namespace flagcensus {
namespace {

constexpr int kAuditFailed = 2;

// Writes the page where one is asked for; false where it cannot be.
bool WritePage(const Database& census, const VersionChanges* compared, const std::string& path) {
  if (path.empty()) return true;
  const auto file = OutputFile::Open(path, IsOwnAuditPage);
  std::optional<std::string> wrong;
  if (file.ok()) {
    WriteAuditHtml(census, compared, [&](std::string_view text) { file.value()->Write(text); });
    wrong = file.value()->Keep();
  } else {
    wrong = file.error().message;
  }
  if (wrong) TellUser(path + ": cannot be written: " + *wrong);
  return !wrong;
}

int Print(const Database& census, const VersionChanges* compared, const Options& options,
          int status) {
  std::signal(SIGPIPE, SIG_IGN);  // it is told by the error
  bool whole = true;
  const auto sink = [&](std::string_view text) {
    if (whole) whole = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  };
  // Rows of JSON are broken up where they are made; those of CSV here.
  const auto row = [&](std::string_view text) { sink(BreakCommands(text, "\\x23")); };
  if (options.format == "json") {
    WriteAuditJson(census, compared, sink);
  } else if (options.format == "csv") {
    WriteAuditCsv(census, row);
  } else {
    std::string text;
    WriteAuditText(census, compared, options.all, [&](std::string_view piece) { text += piece; });
    return WriteOutput(text, status);
  }
  whole = whole && std::fflush(stdout) == 0;
  if (whole || errno == EPIPE) return status;
  return CannotRun("the output cannot be written: " + SystemMessage(errno));
}

// What is wrong with the files that are asked for, as far as that is known before they are written.
std::optional<std::string> CannotWriteAudit(const AuditOptions& audit) {
  namespace fs = std::filesystem;
  if (audit.html.empty()) return std::nullopt;
  if (DescriptorOf(audit.html)) {
    return "--html " + audit.html + ": the page needs a file of its own; name one";
  }
  if (fs::path(audit.html).lexically_normal() == fs::path(audit.database).lexically_normal()) {
    return "the page and the database both go to " + audit.html + ": give each a file of its own";
  }
  const auto why = WhyNotReplaced(audit.html, IsOwnAuditPage);
  return why ? std::optional(audit.html + ": cannot be written: " + *why) : std::nullopt;
}

int KeepCensus(Database& census, const std::string& path, int status) {
  if (const std::string wrong = census.Keep(); !wrong.empty()) {
    return CannotRun(path + ": cannot be written: " + wrong);
  }
  return status;
}

}  // namespace

int AuditInputs(const Options& options) {
  const AuditOptions& audit = *options.audit;
  if (const auto why = CannotWriteAudit(audit)) return CannotRun(*why);
  Result<std::unique_ptr<Database>> made = Database::Make(audit.database);
  if (!made.ok()) return CannotRun(made.error().message);
  Database& census = *made.value();
  const std::vector<AuditProjectAt> projects = FindAuditProjects(audit.inputs, options);
  if (audit.compare && projects.size() != 2) {
    return CannotRun("--compare: each input must be one project; " +
                     std::to_string(projects.size()) +
                     " were found, name the folders of the two that are meant");
  }
  int status = AuditEach(projects, options, census) ? 0 : kAuditFailed;
  VersionChanges changes;
  if (audit.compare) changes = CompareVersions(census);
  const VersionChanges* const compared = audit.compare ? &changes : nullptr;
  if (!WritePage(census, compared, audit.html)) status = kAuditFailed;
  status = Print(census, compared, options, status);
  return KeepCensus(census, audit.database, status);
}

int MergeCensuses(const Options& options) {
  const AuditOptions& audit = *options.audit;
  if (const auto why = CannotWriteAudit(audit)) return CannotRun(*why);
  Result<std::unique_ptr<Database>> made = Database::Make(audit.database);
  if (!made.ok()) return CannotRun(made.error().message);
  for (const std::string& input : audit.inputs) {
    std::error_code none;  // one of the two is not there
    if (std::filesystem::equivalent(input, audit.database, none)) {
      return CannotRun(input + ": is what is written: name the others alone");
    }
    const Result<std::unique_ptr<Database>> other = Database::Open(input);
    if (!other.ok()) return CannotRun(other.error().message);
    try {
      made.value()->Merge(input);
    } catch (const std::exception& error) {
      return CannotRun(input + ": " + error.what());
    }
  }
  const bool page = WritePage(*made.value(), nullptr, audit.html);
  return KeepCensus(*made.value(), audit.database, page ? 0 : kAuditFailed);
}

}  // namespace flagcensus
