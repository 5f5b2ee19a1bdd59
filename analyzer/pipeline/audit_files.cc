// a census ─→ its page, its database
#include "analyzer/pipeline/audit_files.h"

#include <filesystem>
#include <string_view>

#include "analyzer/audit/reports.h"
#include "analyzer/pipeline/print.h"
#include "analyzer/tree/output_file.h"

namespace flagcensus {

// The two outputs would overwrite each other, and a descriptor such as /dev/stdout cannot receive a
// page that is written beside other output.
std::optional<std::string> CannotWriteAudit(const AuditOptions& audit) {
  namespace fs = std::filesystem;
  if (audit.html.empty()) return std::nullopt;
  if (DescriptorOf(audit.html)) {
    return "--html " + audit.html + ": the page needs a file of its own; name one";
  }
  if (fs::path(audit.html).lexically_normal() == fs::path(audit.database).lexically_normal()) {
    return "the page and the database both go to " + audit.html + ": give each its own file";
  }
  const auto why = WhyNotReplaced(audit.html, IsOwnAuditPage);
  return why ? std::optional(audit.html + ": cannot be written: " + *why) : std::nullopt;
}

bool WritePage(const Database& census, const VersionChanges* compared, const std::string& path) {
  if (path.empty()) return true;
  const auto file = OutputFile::Open(path, IsOwnAuditPage);
  std::optional<std::string> wrong;
  if (file.ok()) {
    WriteAuditHtml({census, compared, false},
                   [&](std::string_view text) { file.value()->Write(text); });
    wrong = file.value()->Keep();
  } else {
    wrong = file.error().message;
  }
  if (wrong) ReportUser(path + ": cannot be written: " + *wrong);
  return !wrong;
}

int KeepCensus(Database& census, const std::string& path, int status) {
  if (const std::string wrong = census.Keep(); !wrong.empty()) {
    return Fail(path + ": cannot be written: " + wrong);
  }
  return status;
}

}  // namespace flagcensus
