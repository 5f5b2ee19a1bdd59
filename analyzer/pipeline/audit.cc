// inputs of an audit ─→ one project after the other into a census ─→ its reports
#include "analyzer/audit/audit.h"

#include <unistd.h>

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
#include "analyzer/pipeline/pipeline.h"
#include "analyzer/pipeline/progress.h"

namespace flagcensus {
namespace {

constexpr int kAuditFailed = 2;

std::vector<Diagnostic> DiagnosticsOf(const Tree& tree, const Comparison& of) {
  std::vector<Diagnostic> out = tree.diagnostics;
  for (const std::vector<Diagnostic>* more : {&of.census.diagnostics, &of.catalog.diagnostics,
                                              &of.ownership.diagnostics, &of.diagnostics}) {
    out.insert(out.end(), more->begin(), more->end());
  }
  return out;
}

// What went wrong with the project; "" where it was added.
std::string AddProject(const AuditProjectAt& project, const Options& options, Database& census) {
  if (!project.wrong.empty()) return project.wrong;
  RunBudget budget(options.max_seconds, options.max_memory);
  Result<AuditTree> read = ReadAuditTree(project, options, budget);
  if (!read.ok()) return read.error().message;
  const Tree& tree = read.value().tree;
  const bool any = std::any_of(tree.files.begin(), tree.files.end(),
                               [](const SourceFile& file) { return IsSource(file.kind); });
  if (project.rest && !any) return {};
  Config none;
  none.root = AbsolutePath(read.value().options.root);
  const Result<Comparison> compared = Compare(tree, read.value().options, none, budget);
  if (!compared.ok()) return compared.error().message;
  const Comparison& of = compared.value();
  census.Add(
      AuditProject({project.about, tree, of.census, of.catalog.entries, of.catalog.pages, of.flags,
                    of.ownership, of.findings, DiagnosticsOf(tree, of), options.jobs}));
  return {};
}

// The same, whatever happens: one project's mistake is told, and the next one is read.
bool TryProject(const AuditProjectAt& project, const Options& options, Database& census) {
  std::string wrong;
  try {
    wrong = AddProject(project, options, census);
  } catch (const std::exception& error) {
    wrong = std::string("could not be audited: ") + error.what();
  }
  if (wrong.empty()) return true;
  TellUser(project.about.source + ": " + wrong);
  census.Add(FailedAudit(project.about, wrong));
  return false;
}

// A file that is written piece by piece and takes its name where all of it was.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path)
      : path_(path), part_(path + "." + std::to_string(getpid()) + ".part") {
    file_ = std::fopen(part_.c_str(), "wb");
  }
  ~OutputFile() {
    if (file_ != nullptr) std::fclose(file_);
    std::error_code ignored;
    if (!part_.empty()) std::filesystem::remove(part_, ignored);
  }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void Write(std::string_view text) {
    if (file_ != nullptr) std::fwrite(text.data(), 1, text.size(), file_);
  }
  // What went wrong; "" where nothing did.
  std::string Keep() {
    if (file_ == nullptr) return SystemMessage(errno);
    const bool whole = std::ferror(file_) == 0 && std::fflush(file_) == 0;
    std::fclose(file_);
    file_ = nullptr;
    if (!whole || std::rename(part_.c_str(), path_.c_str()) != 0) return SystemMessage(errno);
    part_.clear();
    return {};
  }

 private:
  std::string path_, part_;
  std::FILE* file_ = nullptr;
};

// Writes the page where one is asked for; false where it cannot be.
bool WritePage(const Database& census, const VersionChanges* compared, const std::string& path) {
  if (path.empty()) return true;
  OutputFile file(path);
  WriteAuditHtml(census, compared, [&](std::string_view text) { file.Write(text); });
  const std::string wrong = file.Keep();
  if (!wrong.empty()) TellUser(path + ": cannot be written: " + wrong);
  return wrong.empty();
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

int KeepCensus(Database& census, const std::string& path, int status) {
  if (const std::string wrong = census.Keep(); !wrong.empty()) {
    return CannotRun(path + ": cannot be written: " + wrong);
  }
  return status;
}

}  // namespace

int AuditInputs(const Options& options) {
  const AuditOptions& audit = *options.audit;
  Result<std::unique_ptr<Database>> made = Database::Make(audit.database);
  if (!made.ok()) return CannotRun(made.error().message);
  Database& census = *made.value();
  const std::vector<AuditProjectAt> projects = FindAuditProjects(audit.inputs, options);
  if (audit.compare && projects.size() != 2) {
    return CannotRun("--compare: each input must be one project; " +
                     std::to_string(projects.size()) +
                     " were found, name the folders of the two that are meant");
  }
  int status = 0;
  for (const AuditProjectAt& project : projects) {
    if (!TryProject(project, options, census)) status = kAuditFailed;
  }
  VersionChanges changes;
  if (audit.compare) changes = CompareVersions(census);
  const VersionChanges* const compared = audit.compare ? &changes : nullptr;
  if (!WritePage(census, compared, audit.html)) status = kAuditFailed;
  status = Print(census, compared, options, status);
  return KeepCensus(census, audit.database, status);
}

int MergeCensuses(const Options& options) {
  const AuditOptions& audit = *options.audit;
  Result<std::unique_ptr<Database>> made = Database::Make(audit.database);
  if (!made.ok()) return CannotRun(made.error().message);
  for (const std::string& input : audit.inputs) {
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
