// options ─→ key ─→ a stored answer, its stamps compared; a run's answer ─→ stored
#include "analyzer/cache/answer.h"

#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "analyzer/base/date.h"
#include "analyzer/base/system_message.h"
#include "analyzer/cache/folder.h"
#include "analyzer/config/command_app.h"
#include "analyzer/tree/inside.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

constexpr int64_t kSecond = 1'000'000'000;

// The clock that the file system uses for timestamps. Another clock could be ahead of it.
int64_t Now() {
  timespec now = {};
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  return static_cast<int64_t>(now.tv_sec) * kSecond + now.tv_nsec;
}

// The identity and the state of a file, as a part of the key.
void AddStamp(std::string& key, const char* path) {
  const Stamp stamp = LookAt(AT_FDCWD, path, LookHow::kTarget);
  for (const uint64_t number :
       {stamp.device, stamp.inode, stamp.size, static_cast<uint64_t>(stamp.modified),
        static_cast<uint64_t>(stamp.changed)}) {
    AddKeyPart(key, std::to_string(number));
  }
}

// Every part is preceded by its length, so two lists of parts never give one key.
CacheKey MakeKey(const ProjectOptions& project, const CacheInputs& inputs) {
  std::string key;
  AddKeyPart(key, FLAGCENSUS_VERSION);
  // Messages of the system are in the language of the locale.
  const char* locale = std::setlocale(LC_ALL, nullptr);
  AddKeyPart(key, locale == nullptr ? "" : locale);
  AddKeyPart(key, SystemMessage(EACCES));
  AddProgram(key);
  const char* libraries = std::getenv("LD_LIBRARY_PATH");  // where a worker searches for libclang
  AddKeyPart(key, libraries == nullptr ? "" : libraries);
  bool names = false;  // after "--" no argument is an option
  for (int i = 1; i < inputs.argc; ++i) {
    const std::string_view word = inputs.argv[i];
    names = names || word == "--";
    if (names || word != "--stats") AddKeyPart(key, word);
  }
  AddKeyPart(key, "");
  for (const std::string& page : project.pages.catalog)
    AddKeyPart(key, page);  // globs by the files that they match at this time
  AddKeyPart(key, "");
  for (const std::string& page : project.pages.also) AddKeyPart(key, page);
  std::error_code error;
  AddKeyPart(key, std::filesystem::current_path(error).string());
  AddKeyPart(key, std::to_string(geteuid()) + " " + std::to_string(getegid()));
  AddKeyPart(key, inputs.output.colour ? "colour" : "");
  AddKeyPart(key, inputs.output.links ? "links" : "");
  AddKeyPart(key, std::to_string(inputs.output.width));
  if (inputs.by_day) AddKeyPart(key, Today());
  return KeyOf(key);
}

// Whether a later run may use the answer: only one about folders as they are, printed in full.
bool IsKept(const ProjectOptions& project) {
  if (project.messages.verbose || !project.overlays.empty()) return false;
  return std::all_of(project.paths.begin(), project.paths.end(), [](const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_directory(path, ignored);
  });
}

// Whether the folder is below a path that is read, so writing to it would change the answer.
bool LiesInPaths(const std::string& folder, const ProjectOptions& options) {
  return std::any_of(options.paths.begin(), options.paths.end(),
                     [&](const std::string& path) { return LiesBelow(folder, path); });
}

std::string CacheFolderOf(const CacheOptions& options) {
  return options.folder.empty() ? UsersCacheFolder() : AbsolutePath(options.folder);
}

// The folder of a path, without '/' at its end.
std::string_view FolderOf(const LookupPath& one) {
  return std::string_view(one.path).substr(0, one.path.rfind('/'));
}

// The index of the first path after `first` that is in another folder.
size_t EndOfFolder(const std::vector<LookupPath>& paths, size_t first) {
  const std::string_view folder = FolderOf(paths[first]);
  size_t end = first + 1;
  while (end < paths.size() && FolderOf(paths[end]) == folder) ++end;
  return end;
}

}  // namespace

bool AreUnchanged(const std::vector<LookupPath>& paths) {
  // Opening the folder costs less than it saves from about six lookups on.
  constexpr size_t kMany = 6;
  bool same = true;
  // Paths are sorted, so those of one folder are adjacent.
  for (size_t first = 0, end = 0; same && first < paths.size(); first = end) {
    end = EndOfFolder(paths, first);
    const std::string folder(FolderOf(paths[first]));
    const int file = end - first < kMany || folder.empty()
                         ? -1
                         : open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    for (size_t i = first; same && i < end; ++i) {
      const char* path = paths[i].path.c_str();
      const Stamp now = file < 0 ? LookAt(AT_FDCWD, path, paths[i].look)
                                 : LookAt(file, path + folder.size() + 1, paths[i].look);
      same = now == paths[i].stamp;
    }
    if (file >= 0) close(file);
  }
  return same;
}

namespace {

// Whether a later change could leave the stamp unchanged: file systems have timestamps of limited
// resolution, so a file may change twice within one. (git calls such an entry racy.)
bool IsYoung(const LookupPath& one, int64_t youngest, int64_t now) {
  if (one.look == LookHow::kKind || one.stamp.mode == 0) return false;
  if (one.stamp.changed >= youngest) return true;
  // A time in the future was set explicitly; a later change will set another.
  return one.stamp.modified >= youngest && one.stamp.modified <= now;
}

}  // namespace

void AddKeyPart(std::string& key, std::string_view part) {
  key += std::to_string(part.size());
  key += ':';
  key += part;
}

void AddProgram(std::string& key) { AddStamp(key, "/proc/self/exe"); }

std::vector<LookupPath> LoadedLibraries() {
  std::vector<LookupPath> out;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* data) {
        if (info->dlpi_name != nullptr && *info->dlpi_name == '/') {
          static_cast<std::vector<LookupPath>*>(data)->push_back(
              {info->dlpi_name, LookHow::kTarget,
               LookAt(AT_FDCWD, info->dlpi_name, LookHow::kTarget)});
        }
        return 0;
      },
      &out);
  return out;
}

void AddCache(CommandApp& command, CacheOptions& options) {
  auto* folder = command
                     .add_option("--cache", options.folder,
                                 "Path to the cache directory (default: $XDG_CACHE_HOME/flagcensus "
                                 "or ~/.cache/flagcensus)")
                     ->type_name("DIR");
  command.add_flag("--no-cache", options.disabled, "Do not read or write the cache")
      ->excludes(folder);
  // For tests, which do not wait until the stamps of files are old enough.
  command.add_option("--cache-settle", options.settle)->group("");
}

std::string OpenCacheFolder(const CacheOptions& options, const ProjectOptions& project) {
  if (options.disabled) return "";
  std::string out = CacheFolderOf(options);
  if (out.empty() || (options.folder.empty() && LiesInPaths(out, project))) return "";
  return PrepareCacheFolder(out) ? out : "";
}

std::optional<Cache> OpenCache(const CacheOptions& options, const ProjectOptions& project,
                               const CacheInputs& inputs) {
  if (!IsKept(project)) return std::nullopt;
  Cache out;
  out.folder = OpenCacheFolder(options, project);
  if (out.folder.empty()) return std::nullopt;
  out.key = MakeKey(project, inputs);
  out.youngest = Now() - static_cast<int64_t>(options.settle * static_cast<double>(kSecond));
  return out;
}

// Found by its key; valid if each dependency is unchanged.
std::optional<Answer> FindAnswer(const Cache& cache) {
  const std::string name = AnswerFileOf(cache.key);
  const std::optional<std::string> bytes = ReadCacheFile(cache.folder, name);
  if (!bytes) return std::nullopt;
  std::optional<KeptAnswer> kept = ReadKeptAnswer(cache.key, *bytes);
  if (!kept) return std::nullopt;
  if (!AreUnchanged(kept->dependencies)) return std::nullopt;
  TouchCacheFile(cache.folder, name);
  return std::move(kept->answer);
}

// Libraries are dependencies, too: a new libclang may answer differently.
void KeepAnswer(const Cache& cache, const Answer& answer, DependencyTracker& dependencies) {
  KeptAnswer kept;
  dependencies.Note(LoadedLibraries());
  // One uncertain dependency is enough to store nothing: a wrong answer costs more than a slow one.
  const bool sure = dependencies.Take(&kept.dependencies);
  if (!sure || answer.status > 1) return;
  const int64_t now = Now();
  const bool young =
      std::any_of(kept.dependencies.begin(), kept.dependencies.end(),
                  [&](const LookupPath& one) { return IsYoung(one, cache.youngest, now); });
  if (young) return;
  kept.answer = answer;
  WriteCacheFile(cache.folder, AnswerFileOf(cache.key), WriteKeptAnswer(cache.key, kept));
}

std::optional<std::string> DescribeCache(const CacheOptions& options, bool clean) {
  const std::string folder = CacheFolderOf(options);
  if (folder.empty()) return std::nullopt;
  const CacheContent content = clean ? CleanCacheFolder(folder) : ContentOf(folder);
  const std::string entries =
      std::to_string(content.files) + (content.files == 1 ? " entry" : " entries");
  const std::string size = std::to_string((content.bytes + 1023) / 1024) + " KiB";
  if (clean) return folder + ": " + entries + " removed, " + size + "\n";
  return folder + ": " + entries + ", " + size + " of at most " +
         std::to_string(kMaxCacheBytes >> 20) + " MiB\n";
}

}  // namespace flagcensus
