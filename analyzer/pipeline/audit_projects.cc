// projects ─→ each read and compared ─→ its rows in the census
#include "analyzer/pipeline/audit_projects.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <memory>
#include <system_error>

#include "analyzer/base/child.h"
#include "analyzer/base/failure.h"
#include "analyzer/base/text.h"
#include "analyzer/config/audit_options.h"
#include "analyzer/pipeline/audit_provenance.h"
#include "analyzer/pipeline/compare.h"
#include "analyzer/pipeline/print.h"
#include "analyzer/tree/git_repository.h"

namespace flagcensus {
namespace {

// Status of a child process that recorded the failure of its project in its census.
constexpr int kPartFailed = 3;

std::vector<Diagnostic> DiagnosticsOf(const Tree& tree, const Comparison& of) {
  std::vector<Diagnostic> out = tree.diagnostics;
  for (const std::vector<Diagnostic>* more : {&of.census.diagnostics, &of.catalog.diagnostics,
                                              &of.ownership.diagnostics, &of.diagnostics}) {
    out.insert(out.end(), more->begin(), more->end());
  }
  return out;
}

// The description of the project with what the run itself adds.
AuditedSource AboutRun(const AuditProjectAt& project, const AuditRequest& request) {
  AuditedSource out = project.about;
  out.date = request.audit.date;
  out.settings = request.audit.settings;
  return out;
}

// Adds one project to the census. Returns what went wrong, or "". `about`: describes the project,
// and receives what is found out about it.
std::string AddProject(const AuditProjectAt& project, const AuditRequest& request,
                       const std::vector<AllowEntry>& allowed, AuditedSource& about,
                       Database& census) {
  if (!project.wrong.empty()) return project.wrong;
  RunBudget budget(request.project.limits.seconds, request.project.limits.memory);
  // Provenance first: its name and hash do not depend on whether the project can be read.
  if (const Result<bool> origin = TakeOrigin(project, budget, about); !origin.ok()) {
    return origin.error().message;
  }
  Result<AuditTree> read = ReadAuditTree(project, request, budget);
  if (!read.ok()) return read.error().message;
  const Tree& tree = read.value().tree;
  const bool any = std::any_of(tree.files.begin(), tree.files.end(),
                               [](const SourceFile& file) { return IsSource(file.kind); });
  // A folder that contains checkouts and no other source is not a project.
  if (project.rest && !any && project.cut.empty()) return {};
  TakeIdentity(project, budget, read.value(), about);
  // Only facts of the project count: no configuration, no grouping, no baseline.
  Config none;
  none.source.root = AbsolutePath(read.value().options.root);
  FindingOptions each;
  each.grouped = false;
  each.no_baseline = true;
  Result<Comparison> compared = Compare(tree, read.value().options, none, budget, each);
  if (!compared.ok()) return compared.error().message;
  Comparison& of = compared.value();
  // Binaries of a project without sources are reported, since it may be a binary release.
  if (of.coverage.sources == 0) of.coverage.binaries += read.value().binaries;
  ProjectAudit audit =
      AuditProject({about, tree, of.census, of.catalog.entries, of.catalog.pages, of.flags,
                    of.ownership, of.findings, of.inventory, of.coverage, DiagnosticsOf(tree, of),
                    request.project.jobs, read.value().binaries});
  AcceptRisks(allowed, audit);
  census.Add(audit);
  return {};
}

// The same for every exception: the failure of one project is reported, and the next one is read.
bool TryProject(const AuditProjectAt& project, const AuditRequest& request,
                const std::vector<AllowEntry>& allowed, Database& census) {
  std::string wrong;
  AuditedSource about = AboutRun(project, request);
  try {
    wrong = AddProject(project, request, allowed, about, census);
  } catch (const std::exception& error) {
    wrong = "could not be audited: " + FailureText(error);
  }
  if (wrong.empty()) return true;
  ReportUser(project.about.source + ": " + wrong);
  census.Add(FailedAudit(about, wrong));
  return false;
}

// Reports that the process that audited the project ended early. The other projects go on.
bool ReportCrash(const AuditProjectAt& project, const AuditRequest& request, const std::string& how,
                 Database& census) {
  const std::string wrong = "could not be audited: " + how;
  ReportUser(project.about.source + ": " + wrong);
  census.Add(FailedAudit(AboutRun(project, request), wrong));
  return false;
}

// Audits one of several projects in its own process, which writes a census that is then merged. A
// bug of this program or a lack of memory ends only that process.
bool TryApart(const AuditProjectAt& project, const AuditRequest& request,
              const std::vector<AllowEntry>& allowed, const std::string& part, Database& census) {
  const ChildEnd end = RunInChild([&] {
    Result<std::unique_ptr<Database>> made = Database::Make(part);
    if (!made.ok()) return Fail(made.error().message);
    const bool whole = TryProject(project, request, allowed, *made.value());
    if (const std::string wrong = made.value()->Keep(); !wrong.empty()) {
      return Fail(part + ": cannot be written: " + wrong);
    }
    return whole ? 0 : kPartFailed;
  });
  if (!end.wrong.empty()) {
    return ReportCrash(project, request, (end.started ? "its process ended: " : "") + end.wrong,
                       census);
  }
  if (end.status != 0 && end.status != kPartFailed) {
    return ReportCrash(project, request, "its process ended: status " + std::to_string(end.status),
                       census);
  }
  try {
    census.Merge(part);
  } catch (const std::exception& error) {
    return ReportCrash(project, request, std::string("its output cannot be read: ") + error.what(),
                       census);
  }
  return end.status == 0;
}

}  // namespace

bool AuditEach(const std::vector<AuditProjectAt>& projects, const AuditRequest& request,
               const std::vector<AllowEntry>& allowed, Database& census) {
  if (projects.size() == 1) return TryProject(projects[0], request, allowed, census);
  // If no temporary folder can be made, all projects are audited in this process.
  const Result<std::unique_ptr<TemporaryFolder>> folder = TemporaryFolder::Make();
  bool whole = true;
  for (const AuditProjectAt& project : projects) {
    // The merged part is removed before the next one is written to the same path.
    const std::string part = folder.ok() ? folder.value()->path() + "/part.sqlite" : "";
    whole = (part.empty() ? TryProject(project, request, allowed, census)
                          : TryApart(project, request, allowed, part, census)) &&
            whole;
    std::error_code ignored;
    if (!part.empty()) std::filesystem::remove(part, ignored);
  }
  return whole;
}

}  // namespace flagcensus
