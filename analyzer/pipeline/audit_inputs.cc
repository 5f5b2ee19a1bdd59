// folders, archives, repositories ─→ projects ─→ the tree of each
//
//   /srv/app         a folder with the checkouts a and b below it  ─→  app without a and b; a; b
//   lib-1.2.tar.gz                                                 ─→  one project, in memory
//   repo.git@v3      a bare repository                             ─→  the files of revision v3
//   /srv/missing                                                   ─→  a project with the reason
#include "analyzer/pipeline/audit_inputs.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

#include "analyzer/archive/archive.h"
#include "analyzer/base/text.h"
#include "analyzer/config/audit_options.h"
#include "analyzer/pipeline/load.h"
#include "analyzer/project/memory_tree.h"
#include "analyzer/project/scope_rules.h"
#include "analyzer/tree/git_repository.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

// Levels of folders in the search for checkouts; deeper ones belong to the project above.
// Real trees have fewer than 20. The bound ends the search in a tree that is deep on purpose.
constexpr int kDeepestSearch = 32;
constexpr size_t kMaxFound = 100000;  // checkouts below one folder

bool IsFolder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool IsRegularFile(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

bool Exists(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// A bare repository, by its content: without a work tree it has these three at its top.
bool IsBare(const fs::path& folder) {
  return Exists(folder / "HEAD") && IsFolder(folder / "objects") && IsFolder(folder / "refs") &&
         !Exists(folder / ".git");
}

// The checkouts and bare repositories below `folder`, relative to the first folder of the search.
// Hidden folders, and those that the walk skips as vendored or generated, are not searched: a
// checkout in node_modules is a dependency. A bare repository is not searched further. `cut`: the
// first folder that a limit excludes.
void FindBelow(const fs::path& folder, const std::string& above, int depth, bool vendored,
               std::vector<std::string>& out, std::vector<Diagnostic>& cut) {
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    // A link could lead to a folder above, and a checkout that it leads to is found at its own
    // place.
    if (at->is_symlink(ignored) || !at->is_directory(ignored)) continue;
    std::string name = at->path().filename().string();
    if (name.starts_with('.')) continue;
    if (!vendored && BuiltInScopeRules().IsSkipped(name)) continue;
    names.push_back(std::move(name));
  }
  if (names.empty()) return;
  const auto note = [&](const std::string& why) {
    if (!cut.empty()) return;
    cut.push_back({"limit",
                   {above.substr(0, above.rfind('/')), 0, 0},
                   why + ": not searched for checkouts, whose files count as the project's"});
  };
  if (depth > kDeepestSearch)
    return note("more than " + std::to_string(kDeepestSearch) + " levels deep");
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    if (out.size() >= kMaxFound)
      return note("more than " + std::to_string(kMaxFound) + " checkouts below one directory");
    const fs::path inner = folder / name;
    const bool bare = IsBare(inner);
    if (bare || Exists(inner / ".git")) out.push_back(above + name);
    if (!bare) FindBelow(inner, above + name + "/", depth + 1, vendored, out, cut);
  }
}

// "." ─→ the name of the current folder
std::string BaseOf(const std::string& path) {
  return fs::path(AbsolutePath(path)).filename().string();
}

// An input that cannot be audited is kept as a project with the reason, so the report has it.
AuditProjectAt Failed(const std::string& input, std::string why) {
  AuditProjectAt out;
  out.about = {input, input, "folder", ""};
  out.about.named_by = "folder";
  out.wrong = std::move(why);
  return out;
}

// The full hash of the audited commit; "" if git does not report one.
std::string HashOf(const std::string& path, const std::string& revision) {
  const auto repository = GitRepository::OpenForRevisions(path);
  if (!repository.ok()) return "";
  const Result<std::string> hash = repository.value()->CommitOf(revision);
  return hash.ok() ? hash.value() : "";
}

// A bare repository's name usually ends in ".git", which is not part of the project's name.
AuditProjectAt AtRevision(const std::string& path, const std::string& revision,
                          const std::string& source) {
  AuditProjectAt out;
  const std::string hash = HashOf(path, revision);
  std::string name = BaseOf(path);
  if (name.size() > 4 && name.ends_with(".git")) name.resize(name.size() - 4);
  out.about = {std::move(name), source, "revision", hash.empty() ? revision : hash};
  out.about.named_by = "folder";
  out.path = path;
  return out;
}

// A folder with checkouts below it: each is a project without those inside it. The folder itself is
// a project as well, without all of them; if it is not a checkout, it only counts with own sources.
void AddFolder(const std::string& input, bool vendored, std::vector<AuditProjectAt>& out) {
  std::vector<std::string> below;
  AuditProjectAt top;
  FindBelow(input, "", 0, vendored, below, top.cut);
  const bool checkout = Exists(fs::path(input) / ".git");
  top.about = {BaseOf(input), input, "folder", checkout ? HashOf(input, "HEAD") : ""};
  top.about.named_by = "folder";
  top.path = input;
  top.checkout = checkout;
  top.without = below;
  top.rest = !below.empty() && !checkout;
  out.push_back(std::move(top));
  for (const std::string& folder : below) {
    const std::string path = (fs::path(input) / folder).string();
    if (IsBare(path)) {
      out.push_back(AtRevision(path, "HEAD", path));
      continue;
    }
    AuditProjectAt one;
    one.about = {folder, path, "folder", HashOf(path, "HEAD")};
    one.about.named_by = "folder";
    one.path = path;
    one.checkout = true;
    for (const std::string& other : below) {
      if (other.starts_with(folder + "/")) one.without.push_back(other.substr(folder.size() + 1));
    }
    out.push_back(std::move(one));
  }
}

// A path as a line of .gitignore that matches only this folder.
// "a/b*c" ─→ "/a/b\*c/"
std::string IgnoreLineFor(const std::string& folder) {
  std::string out = "/";
  for (const char c : folder) {
    if (std::string_view("*?[\\").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out + "/";
}

// The options that also apply to files in memory.
WalkOptions WalkOptionsOf(const ProjectOptions& options) {
  WalkOptions out;
  out.hidden = options.selection.hidden;
  out.vendored = options.selection.vendored;
  out.max_file_bytes = options.limits.file_bytes;
  out.exclude_here = options.selection.exclude;
  out.jobs = options.jobs;
  out.languages = options.languages;
  return out;
}

// Reads the files of a revision into memory, as those of an archive. A limit ends the reading, and
// the reason is listed as an omitted file, so a partial audit does not look like a whole one.
Result<MemoryFolder> ReadRevisionFiles(const AuditProjectAt& project, const WalkOptions& walk,
                                       const ArchiveLimits& limits, const RunBudget& budget) {
  const auto repository = GitRepository::OpenForRevisions(project.path);
  if (!repository.ok()) return repository.error();
  MemoryFolder out;
  // What was not read, with the reasons, for the report's coverage.
  OmittedList omitted;
  size_t count = 0;
  const auto take = [&](std::string path, uint64_t size, std::string_view bytes) {
    std::string over = budget.RefusalReason();
    // The limits end the reading, and the conditions below only skip a file.
    if (++count > limits.max_files) {
      over = "the revision has more than " + std::to_string(limits.max_files) +
             " files (--max-members): the remaining files were not read";
    } else if (out.bytes + bytes.size() > limits.max_kept) {
      over = "the revision's text is larger than " + std::to_string(limits.max_kept) +
             " bytes (--max-memory): the remaining files were not read";
    }
    if (!over.empty()) {
      omitted.Add("", std::move(over));
      return false;
    }
    // Checked by name and size first; only then does the content count.
    std::string why = WhyNotInTree(path, walk);
    if (why.empty() && size > limits.max_file_bytes) {
      why = "larger than " + std::to_string(limits.max_file_bytes) + " bytes";
    }
    if (!why.empty()) {
      omitted.Add(std::move(path), std::move(why));
    } else if (IsBinary(bytes)) {
      ++out.binaries;
    } else {
      out.bytes += bytes.size();
      out.files.push_back({std::move(path), std::make_shared<const std::string>(bytes)});
    }
    return true;
  };
  const Result<bool> read =
      repository.value()->ReadRevision(project.about.revision, limits.max_file_bytes, take);
  if (!read.ok()) return read.error();
  out.omitted = omitted.Take();
  return out;
}

}  // namespace

std::vector<AuditProjectAt> FindAuditProjects(const AuditRequest& request) {
  std::vector<AuditProjectAt> out;
  for (const std::string& input : request.audit.inputs) {
    // A folder or file with an '@' in its name takes precedence over a revision: "lib@v3" is
    // searched as a path first, and then as revision v3 of the repository lib.
    const size_t at = input.rfind('@');
    if (IsFolder(input)) {
      if (IsBare(input)) {
        out.push_back(AtRevision(input, "HEAD", input));
      } else {
        AddFolder(input, request.project.selection.vendored, out);
      }
    } else if (Exists(input) && !IsRegularFile(input)) {
      out.push_back(Failed(input, "neither a file nor a directory"));
    } else if (Exists(input)) {
      AuditProjectAt one;
      one.about = {ProjectNameOf(input), BaseOf(input), "archive", ""};
      one.about.named_by = "archive";
      one.path = input;
      out.push_back(std::move(one));
    } else if (at != std::string::npos && at > 0 && IsFolder(input.substr(0, at))) {
      out.push_back(AtRevision(input.substr(0, at), input.substr(at + 1), input));
    } else {
      out.push_back(Failed(input, "no such file or directory"));
    }
  }
  return out;
}

Result<AuditTree> ReadAuditTree(const AuditProjectAt& project, const AuditRequest& request,
                                const RunBudget& budget) {
  // Configuration, languages and compiler are the same for all kinds of input.
  AuditTree out;
  out.options = request.project;
  // The configuration of an audited project accepts what its authors like.
  out.options.config.off = true;
  out.options.languages = AllAskedLanguages();  // an audit reads every language
  // Files of an archive are not on disk, and all inputs are read in the same way.
  out.options.clang.used = false;
  // A folder is walked like a project, without the checkouts inside it.
  if (project.about.kind == "folder") {
    out.options.root = project.path;
    out.options.paths = {project.path};
    for (const std::string& folder : project.without) {
      out.options.selection.exclude.push_back(IgnoreLineFor(folder));
    }
    Config none;
    none.source.root = AbsolutePath(project.path);
    out.tree = WalkProject(out.options, none);
    out.tree.diagnostics.insert(out.tree.diagnostics.end(), project.cut.begin(), project.cut.end());
    return out;
  }
  // Archives and revisions are read into memory, and the tree is made of their files.
  const WalkOptions walk = WalkOptionsOf(out.options);
  const ArchiveLimits& limits = request.audit.limits;
  const auto why_not = [&](std::string_view path) { return WhyNotInTree(path, walk); };
  Result<MemoryFolder> folder =
      project.about.kind == "revision"
          ? ReadRevisionFiles(project, walk, limits, budget)
          : ReadArchive(project.path, limits, why_not, [&] { return budget.RefusalReason(); });
  if (!folder.ok()) return folder.error();
  const std::string root = AbsolutePath(project.path) + "/" + project.about.name;
  out.options.root = root;
  out.options.paths = {root};
  out.binaries = folder.value().binaries;
  out.packaged = std::move(folder.value().packaged);
  out.tree = TreeInMemory(std::move(folder).value(), root, walk);
  return out;
}

}  // namespace flagcensus
