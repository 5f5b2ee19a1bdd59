// the directories of a repository ─→ what in them leads outside
//
//   .git/objects/info/alternates: /home/me/private/.git/objects
//                         ─→ "takes objects from another repository", unless that one is safe
//   .git/refs -> /etc     ─→ "leads out of the repository, to /etc"
//   .git/refs/x, a FIFO   ─→ "is neither a file nor a directory"
//
// libgit2 follows what git follows: links, "commondir", "objects/info/alternates" (and theirs), and
// includes of the configuration. An attacker who packs a tree with its `.git` into an archive can
// write all of these, and make objects of another repository of the machine appear as the tree's
// own.
#include "analyzer/tree/git_trust.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/tree/inside.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

// Maximum for a configuration and for alternates; larger ones are refused.
constexpr uint64_t kMaxBytes = uint64_t{1} << 20;
// Entries of all directories together. A repository with more is refused, so a hostile one
// cannot occupy the run.
constexpr size_t kMaxEntries = 10'000'000;
constexpr int kDeepest = 64;  // directories in each other
constexpr int kMaxAlternates = 64;

struct Inspection {
  const GitTrust& trust;
  std::vector<std::string> within;
  std::set<std::pair<dev_t, ino_t>> seen;  // directories, which links can reach again
  size_t entries = 0;
};

bool LiesWithin(const Inspection& inspection, const std::string& real) {
  return std::any_of(inspection.within.begin(), inspection.within.end(),
                     [&](const std::string& one) { return (real + "/").starts_with(one); });
}

std::string LeadsOut(const std::string& path, const std::string& where) {
  return EscapeControl(path) + " leads out of the repository, to " + EscapeControl(where);
}

std::string Inspect(Inspection& inspection, const std::string& directory, int depth);

// Why the entry at `path` must not be opened; "" if it may. `descend`: a directory is inspected
// too.
std::string InspectEntry(Inspection& inspection, const std::string& path, unsigned char type,
                         bool descend, int depth) {
  struct stat status = {};
  // Some file systems do not report the type of an entry.
  if (type == DT_UNKNOWN) {
    if (lstat(path.c_str(), &status) != 0) return "";
    type = static_cast<unsigned char>(IFTODT(status.st_mode));
  }
  if (type == DT_LNK) {
    char* resolved = realpath(path.c_str(), nullptr);
    if (resolved == nullptr) return "";  // libgit2 cannot follow it either
    const std::string real = resolved;
    std::free(resolved);
    if (!LiesWithin(inspection, real)) return LeadsOut(path, real);
    if (stat(real.c_str(), &status) != 0) return "";
    type = static_cast<unsigned char>(IFTODT(status.st_mode));
  }
  if (type == DT_DIR) return descend ? Inspect(inspection, path + "/", depth + 1) : "";
  if (type == DT_REG) return "";
  return EscapeControl(path) + " is neither a file nor a directory";
}

// All entries of `directory` (with a trailing '/').
std::string Inspect(Inspection& inspection, const std::string& directory, int depth) {
  struct stat status = {};
  if (depth > kDeepest) return EscapeControl(directory) + " is nested too deeply";
  if (stat(directory.c_str(), &status) != 0) return "";
  if (!inspection.seen.insert({status.st_dev, status.st_ino}).second) return "";
  DIR* stream = opendir(directory.c_str());
  if (stream == nullptr) return "";
  std::string wrong;
  while (const dirent* entry = readdir(stream)) {
    const std::string name = entry->d_name;
    if (name == "." || name == "..") continue;
    if (++inspection.entries > kMaxEntries) wrong = "the repository has too many files";
    if (wrong.empty()) {
      wrong = InspectEntry(inspection, directory + name, entry->d_type, true, depth);
    }
    if (!wrong.empty()) break;
  }
  closedir(stream);
  return wrong;
}

// The files of a repository, and those of its directories from which objects and references are
// read. The others are hooks, worktrees, submodules and data of other programs.
std::string InspectRepository(Inspection& inspection, const std::string& git) {
  DIR* stream = opendir(git.c_str());
  if (stream == nullptr) return "";
  std::string wrong;
  while (const dirent* entry = readdir(stream)) {
    const std::string name = entry->d_name;
    if (name == "." || name == "..") continue;
    const bool read = name == "objects" || name == "refs" || name == "info" || name == "logs";
    if (entry->d_type == DT_DIR && !read) continue;
    // A link to a directory that libgit2 does not read may lead anywhere, as hooks often do.
    if (entry->d_type == DT_LNK && name == "hooks") continue;
    wrong = InspectEntry(inspection, git + name, entry->d_type, read, 0);
    if (!wrong.empty()) break;
  }
  closedir(stream);
  return wrong;
}

// The alternates that `objects` (with a trailing '/') names, and theirs.
std::string InspectAlternates(Inspection& inspection, const std::string& objects, int* count) {
  std::string text, error;
  if (!ReadBytes(objects + "info/alternates", kMaxBytes, &text, &error)) {
    return IsRegularFile(objects + "info/alternates")
               ? EscapeControl(objects) + "info/alternates " + error
               : "";
  }
  for (const std::string_view line : Split(text, '\n')) {
    if (line.empty() || line.front() == '#') continue;
    if (++*count > kMaxAlternates) return "the repository has too many alternates";
    const std::string named(line.substr(0, line.find('\0')));
    const std::string real = RealDirectory(named.front() == '/' ? named : objects + named);
    // An alternate that does not exist is ignored by git, too.
    if (real.empty()) continue;
    // Outside: accepted if the user's own configuration lists it, the directory above it, or the
    // checkout of that, as safe. git itself checks only the repository that it opens.
    if (!LiesWithin(inspection, real)) {
      const std::string above = RealDirectory(real + "..");
      const std::string checkout = above.ends_with("/.git/") ? RealDirectory(above + "..") : above;
      const auto& is_safe = inspection.trust.is_safe;
      if (!is_safe(real) && !is_safe(above) && !is_safe(checkout)) {
        const std::string shown = EscapeControl(checkout.substr(0, checkout.size() - 1));
        return EscapeControl(objects) + "info/alternates takes objects from another repository, " +
               shown + ": 'git config --global --add safe.directory " + shown +
               "' allows reading them";
      }
      inspection.within.push_back(real);
    }
    std::string wrong = Inspect(inspection, real, 0);
    if (wrong.empty()) wrong = InspectAlternates(inspection, real, count);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

// Whether a configuration includes other files. The text is searched and not parsed, so
// `[include "x"]` in a comment counts as well: the repository is refused, which is safe.
bool IncludesFiles(const std::string& config) {
  std::string text, error;
  if (!ReadBytes(config, kMaxBytes, &text, &error)) return IsRegularFile(config);
  return ToLower(ReplaceAll(text, " ", "")).find("[include") != std::string::npos;
}

}  // namespace

// git's own test, without the content of HEAD. A worktree has "commondir" instead of objects.
bool IsGitDirectory(const std::string& directory) {
  struct stat status = {};
  if (lstat((directory + "HEAD").c_str(), &status) != 0) return false;
  if (lstat((directory + "commondir").c_str(), &status) == 0) return true;
  const auto has = [&](const char* name) { return !RealDirectory(directory + name).empty(); };
  return has("objects") && has("refs");
}

std::string ReasonNotToOpen(const std::string& own, const std::string& common,
                            const GitTrust& trust) {
  Inspection inspection{trust, trust.within, {}, 0};
  for (const std::string& git : {own, common}) {
    if (!LiesWithin(inspection, git)) return LeadsOut(own, git);
    if (std::string wrong = InspectRepository(inspection, git); !wrong.empty()) return wrong;
    for (const char* name : {"config", "config.worktree"}) {
      if (trust.foreign && IncludesFiles(git + name)) {
        return EscapeControl(git) + name + " includes other files, which are not read";
      }
    }
  }
  int alternates = 0;
  const std::string objects = RealDirectory(common + "objects");
  return InspectAlternates(inspection, objects, &alternates);
}

}  // namespace flagcensus
