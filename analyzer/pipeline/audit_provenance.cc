// project ─→ what it is, and what it was read from
//
// Nothing here reads the clock: the same input gives the same bytes. SOURCE_DATE_EPOCH is that of
// reproducible-builds.org.
#include "analyzer/pipeline/audit_provenance.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>

#include "analyzer/archive/digest.h"
#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"
#include "analyzer/project/identity.h"
#include "analyzer/tree/git_repository.h"

namespace flagcensus {
namespace {

// The last part of a URL or path, without ".git": "app" of "https://host/group/app.git". "" if it
// has characters that would need quoting as a project's name.
std::string LastPart(std::string_view url) {
  while (url.ends_with('/')) url.remove_suffix(1);
  url = url.substr(url.find_last_of("/:") + 1);
  if (url.size() > 4 && url.ends_with(".git")) url.remove_suffix(4);
  const bool usable = url != "." && url != ".." && std::all_of(url.begin(), url.end(), [](char c) {
                        return IsIdentifierByte(c) || c == '-' || c == '.' || c == '+';
                      });
  return usable ? std::string(url) : "";
}

// The package URL of `remote`, for github.com only: "pkg:github/group/app@v1.2". Others give "".
std::string PurlOfRemote(const AuditedSource& about) {
  constexpr std::string_view kForge = "github.com/";
  const size_t at = about.remote.find(kForge);
  if (at == std::string::npos || about.revision.empty()) return "";
  const std::string_view path = std::string_view(about.remote).substr(at + kForge.size());
  const std::vector<std::string_view> parts = Split(path, '/');
  if (parts.size() < 2 || about.remote.substr(0, at).find("://") + 3 != at) return "";
  ProjectIdentity identity;
  identity.type = "github";
  identity.group = parts[0];
  identity.base = LastPart(parts[1]);
  identity.version = about.tag.empty() ? about.revision : about.tag;
  return PackageUrl(identity);
}

void ReportUnknown(std::string what, const std::string& why, AuditTree& read) {
  read.tree.diagnostics.push_back({"provenance", {}, std::move(what) + ": " + why});
}

// The files that differ from the commit, which the audit's report has to mention: a finding in a
// changed file is not one of the commit.
void TakeChanges(const AuditProjectAt& project, const RunBudget& budget, AuditTree& read,
                 AuditedSource& about) {
  const auto repository = GitRepository::OpenForRevisions(project.path);
  if (!repository.ok()) {
    return ReportUnknown("the revision is unknown", repository.error().message, read);
  }
  if (about.revision.empty()) return;  // a checkout without a commit
  std::vector<std::string> audited;
  for (const SourceFile& file : read.tree.files) audited.emplace_back(file.PathBelow());
  const auto changes = repository.value()->ChangesSince(about.revision, audited,
                                                        [&] { return budget.RefusalReason(); });
  if (!changes.ok()) {
    return ReportUnknown("cannot determine whether the checkout has changes",
                         changes.error().message, read);
  }
  about.changes = {changes.value().modified, changes.value().missing, changes.value().untracked};
}

}  // namespace

std::string PublicUrl(std::string_view url) {
  constexpr size_t kMost = 2048;
  // Characters outside of this set would need escaping in a URL; a value that has them is not one.
  const bool printable = std::all_of(url.begin(), url.end(), [](char c) {
    return c > 0x20 && c < 0x7f &&
           std::string_view("\"<>\\^`{|}").find(c) == std::string_view::npos;
  });
  if (url.empty() || url.size() > kMost || !printable) return "";
  const size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) {
    // The short form of ssh: user@host:path. A colon after a slash belongs to a path; a host of one
    // letter is a drive of Windows.
    const size_t colon = url.find(':');
    if (colon == std::string_view::npos || url.find('/') < colon) return "";
    const std::string_view host = url.substr(0, colon);
    const std::string_view path = url.substr(colon + 1);
    if (host.size() < 2 || path.empty()) return "";
    const std::string bare(host.substr(host.find('@') + 1));
    return "ssh://" + bare + (path.starts_with('/') ? "" : "/") + std::string(path);
  }
  const std::string name = ToLower(url.substr(0, scheme));
  // Other schemes (file, ext::) are local or run commands, and say nothing about the origin.
  if (name != "https" && name != "http" && name != "ssh" && name != "git") return "";
  std::string_view rest = url.substr(scheme + 3);
  const std::string_view host = rest.substr(0, rest.find('/'));
  if (const size_t user = host.rfind('@'); user != std::string_view::npos) {
    rest.remove_prefix(user + 1);
  }
  // A query may contain a token as well, and the path may, in the form of one.
  return MaskSecrets(name + "://" + std::string(rest.substr(0, rest.find_first_of("?#"))), "");
}

Result<std::string> SourceDate() {
  const char* const text = std::getenv("SOURCE_DATE_EPOCH");
  if (text == nullptr || *text == '\0') return std::string();
  const std::string_view digits(text);
  constexpr int64_t kLast = 253402300799;  // the last second of the year 9999
  int64_t seconds = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seconds);
  if (error != std::errc() || end != digits.data() + digits.size() || seconds < 0 ||
      seconds > kLast) {
    return Error{"SOURCE_DATE_EPOCH is not a number of seconds: '" + EscapeControl(digits) + "'"};
  }
  const std::chrono::sys_seconds at{std::chrono::seconds(seconds)};
  const auto day = std::chrono::floor<std::chrono::days>(at);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(at - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count());
}

Result<bool> TakeOrigin(const AuditProjectAt& project, const RunBudget& budget,
                        AuditedSource& about) {
  // The version in an archive's name is only used if no manifest states one.
  if (about.kind == "archive") {
    const auto digest = DigestFile(project.path, [&] { return budget.RefusalReason(); });
    if (!digest.ok()) return digest.error();
    about.sha256 = digest.value().sha256;
    about.size = digest.value().size;
    about.version = ProjectVersionOf(about.source);
    return true;
  }
  if (about.revision.empty()) return true;
  const auto repository = GitRepository::OpenForRevisions(project.path);
  if (!repository.ok()) return true;  // reported when the project is read
  const GitRepository::CommitNames names = repository.value()->NamesOf(about.revision);
  about.tag = names.tag;
  about.describe = names.describe;
  const std::string remote = repository.value()->OriginUrl();
  about.remote = PublicUrl(remote);
  if (const std::string name = LastPart(remote); !name.empty()) {
    about.name = name;
    about.named_by = "remote";
  }
  return true;
}

void TakeIdentity(const AuditProjectAt& project, const RunBudget& budget, AuditTree& read,
                  AuditedSource& about) {
  if (project.checkout) TakeChanges(project, budget, read, about);
  const std::string archive = about.kind == "archive" ? about.source : "";
  // Broken manifests are also reported when the project's names are read.
  std::vector<Diagnostic> broken;
  const ProjectIdentity identity = FindIdentity(read.tree, read.packaged, archive, &broken);
  for (Diagnostic& one : broken) read.tree.diagnostics.push_back(std::move(one));
  if (identity.name.empty()) {
    about.purl = PurlOfRemote(about);
    return;
  }
  about.name = identity.name;
  about.named_by = "manifest";
  about.manifest = identity.place;
  if (!identity.version.empty()) about.version = identity.version;
  about.purl = PackageUrl(identity);
  if (about.purl.empty()) about.purl = PurlOfRemote(about);
}

}  // namespace flagcensus
