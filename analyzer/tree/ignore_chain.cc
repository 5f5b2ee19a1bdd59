// folder ─→ the ignore files that apply in it
//
//   RulesAbove("/repo/a/b/") with /repo/.git   ─→ /repo/a/.gitignore ─→ /repo/.gitignore ─→ exclude
//   RulesAbove("/repo/") with /repo/.git       ─→ nothing: the walk itself reads its files
//
// A repository's own rules end where another repository begins, as for git. A .gitignore that is a
// symbolic link is not read, as in git since 2.32: in a hostile tree it can point anywhere.
#include "analyzer/tree/ignore_chain.h"

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <system_error>

#include "analyzer/base/text.h"
#include "analyzer/tree/inside.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

// Every rule may be tried on every path, so a hostile file must not contain a million of them.
constexpr size_t kMaxIgnoreBytes = size_t{512} << 10;

IgnorePtr AddFile(IgnorePtr above, const std::string& path, const std::string& shown, size_t base,
                  std::vector<Diagnostic>* diagnostics) {
  constexpr uint64_t kMaxBytes = uint64_t{256} << 20;
  std::string text, error;
  if (!ReadBytes(path, kMaxBytes, &text, &error)) {
    diagnostics->push_back({"unreadable-file", {shown, 0, 0}, error});
    return above;
  }
  if (text.size() > kMaxIgnoreBytes) {
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

bool HasGit(const std::string& folder) {
  struct stat status = {};
  return lstat((folder + ".git").c_str(), &status) == 0;
}

// "a/b/c/" ─→ "a/b/"; "" ─→ "".
std::string ParentFolder(const std::string& folder) {
  const size_t slash = folder.size() < 2 ? std::string::npos : folder.rfind('/', folder.size() - 2);
  return slash == std::string::npos ? "" : folder.substr(0, slash + 1);
}

}  // namespace

std::string IgnoredBy(const IgnorePtr& chain, std::string_view absolute, bool is_folder) {
  for (const IgnoreChain* level = chain.get(); level != nullptr; level = level->above.get()) {
    const IgnoreRule* rule = level->file.Match(absolute.substr(level->base), is_folder);
    if (rule == nullptr) continue;
    // A negated rule re-includes the path, also against all files above.
    if (rule->negated) return "";
    return "ignored by " + level->shown + ":" + std::to_string(rule->line);
  }
  return "";
}

IgnorePtr AddGitignore(IgnorePtr above, const std::string& folder, const std::string& shown,
                       std::vector<Diagnostic>* diagnostics) {
  const std::string path = folder + ".gitignore";
  if (!IsRegularFile(path)) return above;
  return AddFile(std::move(above), path, shown + ".gitignore", folder.size(), diagnostics);
}

IgnoreState RepositoryRules(const std::string& folder, const std::string& shown,
                            std::vector<Diagnostic>* diagnostics) {
  const GitFolders git = FindGitFolders(folder, shown, diagnostics);
  IgnoreState out;
  if (git.own.empty()) return out;
  out.repository = std::make_shared<const Repository>(folder, shown, git);
  // A hostile repository could make info/exclude a link to another file of the machine.
  if (IsRegularFile(git.common + "info/exclude") &&
      LiesBelow(git.common + "info/exclude", git.common)) {
    out.rules = AddFile(nullptr, git.common + "info/exclude", shown + ".git/info/exclude",
                        folder.size(), diagnostics);
  }
  return out;
}

IgnoreState RulesAbove(const std::string& folder, const std::string& shown,
                       std::vector<Diagnostic>* diagnostics) {
  if (HasGit(folder)) return {};
  std::vector<std::string> above;  // from the nearest up to the repository's root
  std::vector<std::string> names;
  std::string upwards = shown;
  for (std::string at = ParentFolder(folder);; at = ParentFolder(at)) {
    if (at.empty()) return {};
    // The shown path goes up by name as long as it has one, then by "../".
    upwards = upwards.empty() || upwards.ends_with("../") ? "../" + upwards : ParentFolder(upwards);
    above.push_back(at);
    names.push_back(upwards);
    if (HasGit(at)) break;
  }
  IgnoreState state = RepositoryRules(above.back(), names.back(), diagnostics);
  for (size_t i = above.size(); i-- > 0;) {
    state.rules = AddGitignore(std::move(state.rules), above[i], names[i], diagnostics);
  }
  return state;
}

}  // namespace flagcensus
