// folder ─→ the ignore files that hold in it
//
// A repository's own rules end where another repository begins, as for git. A .gitignore that is a
// symbolic link is not read, as git does since 2.32: in a hostile tree it can point anywhere.
#include "analyzer/project/ignore_chain.h"

#include <sys/stat.h>

#include <filesystem>
#include <system_error>

#include "analyzer/base/text.h"
#include "analyzer/project/inside.h"
#include "analyzer/project/tree.h"

namespace flagcensus {
namespace {

// Every rule is tried on every path, so a hostile file must not bring a million of them.
constexpr size_t kMostBytes = size_t{512} << 10;

bool IsRegular(const std::string& path) {
  struct stat status = {};
  return lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

IgnorePtr AddFile(IgnorePtr above, const std::string& path, const std::string& shown, size_t base,
                  std::vector<Diagnostic>* diagnostics) {
  std::string text, error;
  bool binary = false;
  if (!ReadWhole(path, &text, &binary, &error)) {
    diagnostics->push_back({"unreadable-file", {shown, 0, 0}, "cannot be read: " + error});
    return above;
  }
  if (text.size() > kMostBytes) {
    diagnostics->push_back(
        {"file-too-large", {shown, 0, 0}, "is larger than 512 KiB, so its rules are not used"});
    return above;
  }
  auto level = std::make_shared<IgnoreChain>();
  level->above = std::move(above);
  level->file = ParseIgnoreFile(text);
  level->base = base;
  level->shown = shown;
  return level;
}

// The first line of a regular file that starts with `prefix`, without it; "" where there is none.
std::string ReadLine(const std::string& file, std::string_view prefix) {
  std::string text, error;
  bool binary = false;
  if (!IsRegular(file) || !ReadWhole(file, &text, &binary, &error)) return "";
  for (const std::string_view line : Split(text, '\n')) {
    const std::string_view trimmed = Trim(line);
    if (!trimmed.starts_with(prefix)) continue;
    const std::string_view rest = Trim(trimmed.substr(prefix.size()));
    return rest.find('\0') == std::string_view::npos ? std::string(rest) : "";
  }
  return "";
}

// `path`, seen from the folder `base`, as a folder.
std::string From(const std::string& base, const std::string& path) {
  return (path.front() == '/' ? path : base + path) + "/";
}

bool IsSame(const std::string& a, const std::string& b) {
  std::error_code error;
  return std::filesystem::equivalent(a, b, error) && !error;
}

// The folder of a repository that its worktrees share, from `folder`'s `.git`; "" where it is none,
// or one outside that does not know this folder: a tree that is handed around must not be able to
// name the rules of any repository that happens to lie on this machine.
std::string CommonGitFolder(const std::string& folder) {
  struct stat status = {};
  const std::string git = folder + ".git";
  if (lstat(git.c_str(), &status) != 0) return "";
  if (S_ISDIR(status.st_mode)) return git + "/";
  // A worktree or submodule: "gitdir: PATH", where PATH may name the shared folder in "commondir".
  const std::string path = ReadLine(git, "gitdir: ");
  if (path.empty()) return "";
  const std::string own = From(folder, path);
  const std::string common_path = ReadLine(own + "commondir", "");
  const std::string common = common_path.empty() ? own : From(own, common_path);
  if (LiesBelow(own, folder)) return LiesBelow(common, folder) ? common : "";
  // Of a worktree, "gitdir" names its .git; of a submodule, the configuration names its folder.
  if (const std::string back = ReadLine(own + "gitdir", ""); !back.empty()) {
    return IsSame(back.front() == '/' ? back : own + back, git) ? common : "";
  }
  const std::string work = ReadLine(own + "config", "worktree = ");
  return !work.empty() && common_path.empty() && IsSame(From(own, work), folder) ? own : "";
}

bool HasGit(const std::string& folder) {
  struct stat status = {};
  return lstat((folder + ".git").c_str(), &status) == 0;
}

// "a/b/c/" ─→ "a/b/"; "" stays.
std::string ParentFolder(const std::string& folder) {
  const size_t slash = folder.size() < 2 ? std::string::npos : folder.rfind('/', folder.size() - 2);
  return slash == std::string::npos ? "" : folder.substr(0, slash + 1);
}

}  // namespace

std::string IgnoredBy(const IgnorePtr& chain, std::string_view absolute, bool is_folder) {
  for (const IgnoreChain* level = chain.get(); level != nullptr; level = level->above.get()) {
    const IgnoreRule* rule = level->file.Match(absolute.substr(level->base), is_folder);
    if (rule == nullptr) continue;
    if (rule->negated) return "";
    return "ignored by " + level->shown + ":" + std::to_string(rule->line);
  }
  return "";
}

IgnorePtr AddGitignore(IgnorePtr above, const std::string& folder, const std::string& shown,
                       std::vector<Diagnostic>* diagnostics) {
  const std::string path = folder + ".gitignore";
  if (!IsRegular(path)) return above;
  return AddFile(std::move(above), path, shown + ".gitignore", folder.size(), diagnostics);
}

IgnorePtr RepositoryRules(const std::string& folder, const std::string& shown,
                          std::vector<Diagnostic>* diagnostics) {
  const std::string git = CommonGitFolder(folder);
  const std::string exclude = git + "info/exclude";
  if (git.empty() || !IsRegular(exclude) || !LiesBelow(exclude, git)) return nullptr;
  return AddFile(nullptr, exclude, shown + ".git/info/exclude", folder.size(), diagnostics);
}

IgnorePtr RulesAbove(const std::string& folder, const std::string& shown,
                     std::vector<Diagnostic>* diagnostics) {
  if (HasGit(folder)) return nullptr;
  std::vector<std::string> above;  // from the nearest up to the repository's root
  std::vector<std::string> names;
  std::string upwards = shown;
  for (std::string at = ParentFolder(folder);; at = ParentFolder(at)) {
    if (at.empty()) return nullptr;
    upwards = upwards.empty() || upwards.ends_with("../") ? "../" + upwards : ParentFolder(upwards);
    above.push_back(at);
    names.push_back(upwards);
    if (HasGit(at)) break;
  }
  IgnorePtr chain = RepositoryRules(above.back(), names.back(), diagnostics);
  for (size_t i = above.size(); i-- > 0;) {
    chain = AddGitignore(std::move(chain), above[i], names[i], diagnostics);
  }
  return chain;
}

}  // namespace flagcensus
