// Folder ─→ its entries ─→ files, folders that remain to be walked, and skipped paths with the
// reason.
//
// Threads share one stack of folders. The type of an entry comes from readdir if the file system
// provides it, and a file costs one fstatat for its size. Each thread collects its own results, and
// WalkTree sorts once. So neither the number of threads nor their timing affects the result.
//
//   app/main.py        ─→  a file
//   app/net/           ─→  a folder that remains to be walked
//   app/link -> ../b   ─→  skipped: a symbolic link
//   node_modules/      ─→  skipped: a vendored directory
#include "analyzer/project/walk.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <iterator>
#include <mutex>

#include "analyzer/base/parallel.h"
#include "analyzer/base/system_message.h"
#include "analyzer/project/scope_rules.h"
#include "analyzer/tree/open_below.h"

namespace flagcensus {
namespace {

struct Entry {
  std::string name;
  unsigned char type = DT_UNKNOWN;
};

// The folders that are still to be read, shared by the threads.
struct Queue {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<Folder> folders;
  size_t unfinished = 0;  // waiting or being read; at 0 no more can be found
};

struct Walker {
  const WalkRules& rules;
  size_t argument_length = 0;  // of the argument within `shown`
  std::string real;            // the argument without symbolic links, with '/' at its end
  std::shared_ptr<const OpenDirectory> top;  // the argument
  Tree* tree = nullptr;                      // the results of this thread
  std::vector<Folder> found;                 // folders in the folder that is being read
  std::vector<LookupPath> dependencies;
};

// Each skipped path is listed with its reason, so a user can see why a file was not read.
void Skip(const Walker& walker, std::string shown, std::string reason) {
  walker.tree->skipped.push_back({std::move(shown), std::move(reason)});
}

// A folder without permission is a diagnostic, and the walk continues beside it.
void CannotRead(const Walker& walker, const Folder& folder, int code) {
  const std::string shown = folder.shown.empty() ? "./" : folder.shown;
  walker.tree->diagnostics.push_back(
      {"unreadable-folder", {shown, 0, 0}, "cannot be read: " + SystemMessage(code)});
}

// Reads the names in `folder`; false, with a diagnostic, if that fails.
bool ReadEntries(DIR* stream, const Folder& folder, Walker& walker, std::vector<Entry>* entries) {
  while (true) {
    errno = 0;
    const dirent* entry = readdir(stream);
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    entries->push_back({std::string(name), entry->d_type});
  }
  if (errno == 0) return true;
  CannotRead(walker, folder, errno);
  return false;
}

// Linear: it is called for three names per folder, which costs less than a set of all names.
bool Has(const std::vector<Entry>& entries, std::string_view name) {
  for (const Entry& entry : entries) {
    if (entry.name == name) return true;
  }
  return false;
}

// `absolute` in the form that `rules` match: relative to their base, or whole if it is elsewhere.
std::string_view RelativeTo(const GlobRules& rules, std::string_view absolute) {
  if (absolute.starts_with(rules.base)) absolute.remove_prefix(rules.base.size());
  return absolute;
}

// The files with which a project configures this program name variables but do not document them.
bool IsOwnFile(std::string_view name) {
  return name == "flagcensus.toml" || name == ".flagcensus.toml" ||
         name == "flagcensus-baseline.json";
}

// The reason to skip an entry because of its name or the user's rules; "" if there is none.
//
//   exclude = ["build/"]      build/x.py  ─→  "excluded by 'build/'", for the folder
//   a folder ".cache"                     ─→  "hidden directory", unless --hidden is set
//   a file "flagcensus.toml"              ─→  "a flagcensus file"
//
// Hidden files are not skipped: ".env.example" documents variables.
std::string ReasonToSkip(const Walker& walker, std::string_view name, std::string_view absolute,
                         bool is_folder) {
  const WalkOptions& options = walker.rules.options;
  for (const GlobRules& exclude : walker.rules.exclude) {
    const std::string_view path = RelativeTo(exclude, absolute);
    // The last rule that matches decides; a negated one includes the entry.
    for (auto rule = exclude.rules.rbegin(); rule != exclude.rules.rend(); ++rule) {
      if (!RuleMatches(rule->first, path, is_folder)) continue;
      if (rule->first.negated) break;
      return "excluded by '" + rule->second + "'";
    }
  }
  const ScopeRules& rules = walker.rules.parts;
  if (is_folder && !options.hidden && name.front() == '.' && !rules.hidden_folders.Has(name)) {
    return "hidden directory";
  }
  if (is_folder && rules.cache_folders.Has(name)) return "cache directory";
  if (!is_folder && IsOwnFile(name)) return "a flagcensus file";
  const std::vector<std::string>& outputs = options.outputs;
  if (!is_folder && std::find(outputs.begin(), outputs.end(), absolute) != outputs.end()) {
    return "written by this run";
  }
  if (is_folder && !options.vendored && rules.IsSkipped(name)) return "vendored directory";
  return "";
}

// The reason to skip an entry of `folder` because of an ignore file; "" if there is none.
// `*committed`: there is one, but the index contains the entry or something below it. Outside of a
// repository nothing is ignored: the files of an export or a package were committed or generated on
// purpose.
std::string ReasonToIgnore(const Walker& walker, const IgnoreState& state, const Folder& folder,
                           std::string_view absolute, bool is_folder, bool* committed) {
  *committed = false;
  const Repository* repository = state.repository.get();
  if (repository == nullptr) return {};
  std::string reason = IgnoredBy(state.rules, absolute, is_folder);
  // Nothing in an ignored folder can be included again, by the rules of .gitignore.
  if (reason.empty()) reason = folder.ignored;
  if (reason.empty()) return reason;
  const Tracked tracked = repository->HasIndex()
                              ? repository->Tracks(absolute, is_folder, &walker.tree->diagnostics)
                              : Tracked::kUnknown;
  *committed = tracked == Tracked::kYes;
  if (tracked == Tracked::kUnknown) walker.tree->ignored_unasked = true;
  return reason;
}

// Links are never followed, only reported.
// A link within the tree would list its target twice; a link out of the tree, or in a circle, would
// make the walk read files that are not the user's project, or never end.
void NoteLink(const Walker& walker, const std::string& absolute, std::string shown) {
  char* target = realpath(absolute.c_str(), nullptr);
  if (target == nullptr) {
    Skip(walker, std::move(shown),
         errno == ELOOP ? "circular symbolic link" : "broken symbolic link");
    return;
  }
  // With '/' at the end, so "/srv/app2" is not inside "/srv/app".
  const bool inside = (std::string(target) + "/").starts_with(walker.real);
  std::free(target);
  Skip(walker, std::move(shown),
       inside ? "symbolic link inside the tree: its target is read under its own path"
              : "symbolic link out of the tree");
}

// A file that is not too large, with its kind: by the name, or by the first line if it has no
// ending.
void TakeFile(const Walker& walker, int folder, const std::string& name, std::string absolute,
              std::string shown, uint64_t size) {
  const uint64_t limit = walker.rules.options.max_file_bytes;
  if (size > limit) {
    const FileKind kind = FileKindOf(shown, walker.rules.options.languages);
    // A large file of data is skipped quietly, a large source is a diagnostic.
    if (!IsSource(kind)) {
      return Skip(walker, std::move(shown), TooLarge(limit));
    }
    walker.tree->diagnostics.push_back(
        {"file-too-large", {std::move(shown), 0, 0}, "skipped: " + TooLarge(limit)});
    return;
  }
  const size_t below = shown.size() - walker.argument_length;
  SourceFile file =
      DescribeFile(std::move(absolute), std::move(shown), below, size, walker.rules.options);
  if (file.kind == FileKind::kOther && HasNoEnding(name)) {
    file.kind = KindOfScript(folder, name.c_str(), walker.rules.options);
  }
  file.below_of = walker.top;
  walker.tree->files.push_back(std::move(file));
}

void TakeEntry(Walker& walker, int fd, const Folder& folder, const IgnoreState& ignore,
               const Entry& entry) {
  // The repository's own data. A submodule has a file of that name.
  if (entry.name == ".git") return;
  struct stat status = {};
  unsigned char type = entry.type;
  // A folder or a link needs no size; for a file it is required.
  const bool known = type == DT_DIR || type == DT_LNK;
  if (!known && fstatat(fd, entry.name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    const int code = errno;
    if (code == ENOENT) return;  // it was removed after the folder was read
    walker.tree->diagnostics.push_back({"unreadable-file",
                                        {folder.shown + entry.name, 0, 0},
                                        "cannot be read: " + SystemMessage(code)});
    return;
  }
  if (!known) type = static_cast<unsigned char>(IFTODT(status.st_mode));
  std::string absolute = folder.absolute + entry.name;
  std::string shown = folder.shown + entry.name;
  const bool is_folder = type == DT_DIR;
  bool committed = false;
  std::string ignored;
  std::string reason = ReasonToSkip(walker, entry.name, absolute, is_folder);
  if (reason.empty() && walker.rules.options.respect_gitignore) {
    ignored = ReasonToIgnore(walker, ignore, folder, absolute, is_folder, &committed);
    if (!committed) reason = ignored;
  }
  // A file is tracked with the stamp that fstatat already read.
  if (walker.rules.dependencies != nullptr && type == DT_REG && reason.empty()) {
    walker.dependencies.push_back({absolute, LookHow::kSelf, StampOf(status)});
  }
  if (!reason.empty()) {
    return Skip(walker, is_folder ? shown + "/" : std::move(shown), std::move(reason));
  }
  if (type == DT_LNK) return NoteLink(walker, absolute, std::move(shown));
  if (is_folder) {
    walker.found.push_back({absolute + "/", shown + "/", ignore, std::move(ignored)});
  } else if (type == DT_REG) {
    TakeFile(walker, fd, entry.name, std::move(absolute), std::move(shown),
             static_cast<uint64_t>(status.st_size));
  } else {
    Skip(walker, std::move(shown), "neither a file nor a directory");
  }
}

// A folder that became a link after it was listed is opened only if it stays within the tree.
// So a process that changes the tree during the walk cannot make it read a folder elsewhere.
DIR* OpenStream(const Walker& walker, const Folder& folder) {
  const int fd = walker.top->OpenFile(folder.absolute, O_DIRECTORY);
  DIR* const stream = fd < 0 ? nullptr : fdopendir(fd);
  if (stream == nullptr && fd >= 0) close(fd);
  return stream;
}

void ReadFolder(Folder folder, Walker& walker) {
  DependencyTracker* dependencies = walker.rules.dependencies;
  if (dependencies != nullptr) {
    const Stamp stamp = LookAt(AT_FDCWD, folder.absolute.c_str(), LookHow::kTarget);
    const size_t slash = folder.absolute.size() > 1 ? 1 : 0;  // at its end
    walker.dependencies.push_back(
        {folder.absolute.substr(0, folder.absolute.size() - slash), LookHow::kTarget, stamp});
  }
  DIR* stream = OpenStream(walker, folder);
  if (stream == nullptr) {
    CannotRead(walker, folder, errno);
    return;
  }
  std::vector<Entry> entries;
  const bool top = folder.shown.size() == walker.argument_length;
  if (ReadEntries(stream, folder, walker, &entries) || !entries.empty()) {
    const WalkOptions& options = walker.rules.options;
    // The marker of a Python virtual environment, which may have any name.
    if (!top && !options.vendored && Has(entries, "pyvenv.cfg")) {
      Skip(walker, folder.shown, "virtual environment");
      entries.clear();
    }
    IgnoreState ignore = std::move(folder.ignore);
    if (dependencies != nullptr && Has(entries, ".git"))
      NoteRepository(folder.absolute, *dependencies);
    if (dependencies != nullptr && Has(entries, ".gitignore")) {
      dependencies->Note(folder.absolute + ".gitignore");
    }
    if (options.respect_gitignore) {
      std::vector<Diagnostic>* diagnostics = &walker.tree->diagnostics;
      if (Has(entries, ".git")) {
        ignore = RepositoryRules(folder.absolute, folder.shown, diagnostics);
        folder.ignored.clear();  // the rules above end here: the folder is a submodule
      }
      if (Has(entries, ".gitignore")) {
        ignore.rules =
            AddGitignore(std::move(ignore.rules), folder.absolute, folder.shown, diagnostics);
      }
    }
    for (const Entry& entry : entries) TakeEntry(walker, dirfd(stream), folder, ignore, entry);
  }
  closedir(stream);
}

// Reads folders until no folder is waiting or being read by any thread. The last of the stack is
// next, which keeps the stack small.
void Work(Queue& queue, Walker& walker) {
  std::unique_lock lock(queue.mutex);
  while (true) {
    queue.changed.wait(lock, [&] { return !queue.folders.empty() || queue.unfinished == 0; });
    if (queue.folders.empty()) return;
    Folder folder = std::move(queue.folders.back());
    queue.folders.pop_back();
    lock.unlock();
    ReadFolder(std::move(folder), walker);
    lock.lock();
    queue.unfinished += walker.found.size();
    std::move(walker.found.begin(), walker.found.end(), std::back_inserter(queue.folders));
    walker.found.clear();
    // One new folder needs one thread; the end of the walk needs all of them.
    if (--queue.unfinished == 0 || queue.folders.size() > 1)
      queue.changed.notify_all();
    else if (!queue.folders.empty())
      queue.changed.notify_one();
  }
}

}  // namespace

FileKind KindOfScript(int folder, const char* name, const WalkOptions& options) {
  // Neither a link nor a device is opened: a FIFO would block.
  // A FIFO opens without a writer because of O_NONBLOCK, and its read returns nothing.
  const int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0) return FileKind::kOther;
  // Enough for a line "#!/usr/bin/env -S python3 -u".
  char start[128];
  const ssize_t got = read(fd, start, sizeof start);
  close(fd);
  return KindOfFirstLine({start, static_cast<size_t>(got < 0 ? 0 : got)}, options.languages);
}

// 5 << 20 ─→ "larger than 5 MiB"; 1000 ─→ "larger than 1000 bytes"
std::string TooLarge(uint64_t limit) {
  const bool whole = limit % (1 << 20) == 0;
  return "larger than " +
         (whole ? std::to_string(limit >> 20) + " MiB" : std::to_string(limit) + " bytes");
}

// "configure", "tool.in" ─→ true; "a.py", ".profile" ─→ false
bool HasNoEnding(std::string_view name) {
  if (name.ends_with(".in")) name.remove_suffix(3);
  return name.find('.') == std::string_view::npos;
}

SourceFile DescribeFile(std::string absolute, std::string shown, size_t below, uint64_t size,
                        const WalkOptions& options) {
  SourceFile file;
  file.kind = FileKindOf(shown, options.languages);
  file.below = below;
  file.path = std::move(shown);
  file.absolute = std::move(absolute);
  file.size = size;
  return file;
}

void ApplyScopeGlobs(const WalkRules& rules, Tree* tree) {
  for (SourceFile& file : tree->files) {
    for (size_t i = 0; i < rules.scopes.rules.size(); ++i) {
      // The first rule of the configuration that covers the file decides.
      if (!RuleCovers(rules.scopes.rules[i].first, RelativeTo(rules.scopes, file.absolute)))
        continue;
      file.scope = rules.scope_of_rule[i];
      break;
    }
  }
}

void WalkFolder(Folder top, const WalkRules& rules, unsigned threads, Tree* tree) {
  std::string real = top.absolute;
  if (char* resolved = realpath(top.absolute.c_str(), nullptr); resolved != nullptr) {
    real = resolved;
    if (!real.ends_with('/')) real += '/';
    std::free(resolved);
  }
  const size_t argument_length = top.shown.size();
  const std::shared_ptr<const OpenDirectory> opened = OpenDirectory::Open(top.absolute);
  // The argument was removed, or cannot be opened.
  if (opened == nullptr) {
    Walker walker{rules, argument_length, real, nullptr, tree, {}, {}};
    return CannotRead(walker, top, errno);
  }
  Queue queue;
  queue.folders.push_back(std::move(top));
  queue.unfinished = 1;
  std::vector<Tree> parts(threads);
  ParallelFor(threads, threads, [&](size_t index, unsigned) {
    Walker walker{rules, argument_length, real, opened, &parts[index], {}, {}};
    Work(queue, walker);
    DependencyTracker* dependencies = rules.dependencies;
    if (dependencies != nullptr) dependencies->Note(std::move(walker.dependencies));
  });
  for (Tree& part : parts) {
    tree->ignored_unasked = tree->ignored_unasked || part.ignored_unasked;
    std::move(part.files.begin(), part.files.end(), std::back_inserter(tree->files));
    std::move(part.skipped.begin(), part.skipped.end(), std::back_inserter(tree->skipped));
    std::move(part.diagnostics.begin(), part.diagnostics.end(),
              std::back_inserter(tree->diagnostics));
  }
}

}  // namespace flagcensus
