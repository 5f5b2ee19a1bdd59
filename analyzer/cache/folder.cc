// the user's cache ─→ a folder with this program's files, of which the least recently used are
// removed
#include "analyzer/cache/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

#include "analyzer/tree/write_file.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEndings[] = {".answer", ".steps"};
constexpr size_t kDigits = 32;
// A dot and six letters, after the name of a file that is being written.
constexpr size_t kBeside = 7;
constexpr mode_t kOthersWrite = S_IWGRP | S_IWOTH;

bool IsOwn(const struct stat& status) {
  return status.st_uid == geteuid() && (status.st_mode & kOthersWrite) == 0;
}

// Whether root would create the folder among the files of another user, who could not use it then:
// sudo keeps HOME.
bool IsInAnothersHome(const std::string& folder) {
  struct stat status = {};
  fs::path at = fs::path(folder).parent_path();
  while (at.has_relative_path() && lstat(at.c_str(), &status) != 0) at = at.parent_path();
  return geteuid() == 0 && lstat(at.c_str(), &status) == 0 && status.st_uid != 0;
}

// Whether a file's name has the form of this program's names: "0123….answer", or with six letters
// after it, if a run was killed while it wrote.
bool IsCacheName(std::string_view name) {
  if (name.size() < kDigits) return false;
  const bool digits =
      name.substr(0, kDigits).find_first_not_of("0123456789abcdef") == std::string_view::npos;
  name.remove_prefix(kDigits);
  return digits && std::any_of(std::begin(kEndings), std::end(kEndings), [&](std::string_view one) {
           return name == one || (name.size() == one.size() + kBeside && name.starts_with(one) &&
                                  name[one.size()] == '.');
         });
}

struct CachedFile {
  std::string name;
  uint64_t bytes = 0;
  timespec used = {};
};

// The cache's files, the least recently used first.
std::vector<CachedFile> FilesIn(const std::string& folder) {
  std::vector<CachedFile> out;
  DIR* stream = opendir(folder.c_str());
  if (stream == nullptr) return out;
  while (const dirent* entry = readdir(stream)) {
    struct stat status = {};
    if (!IsCacheName(entry->d_name)) continue;
    if (fstatat(dirfd(stream), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (!S_ISREG(status.st_mode)) continue;
    out.push_back({entry->d_name, static_cast<uint64_t>(status.st_size), status.st_mtim});
  }
  closedir(stream);
  std::sort(out.begin(), out.end(), [](const CachedFile& a, const CachedFile& b) {
    return std::pair(a.used.tv_sec, a.used.tv_nsec) < std::pair(b.used.tv_sec, b.used.tv_nsec);
  });
  return out;
}

// Removes the least recently used files until at most `most` bytes remain.
void Bound(const std::string& folder, uint64_t most) {
  const std::vector<CachedFile> files = FilesIn(folder);
  uint64_t total = 0;
  for (const CachedFile& file : files) total += file.bytes;
  for (const CachedFile& file : files) {
    if (total <= most) return;
    if (unlink((folder + "/" + file.name).c_str()) == 0) total -= file.bytes;
  }
}

std::optional<std::string> ReadAll(int file, uint64_t size) {
  std::string out(size, '\0');
  size_t got = 0;
  while (got < size) {
    const ssize_t n = read(file, out.data() + got, size - got);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return std::nullopt;
    got += static_cast<size_t>(n);
  }
  return out;
}

}  // namespace

std::string UsersCacheFolder() {
  const char* caches = std::getenv("XDG_CACHE_HOME");
  if (caches != nullptr && *caches == '/') return std::string(caches) + "/flagcensus";
  // The XDG Base Directory Specification requires that a relative path is ignored.
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? std::string(home) + "/.cache/flagcensus" : "";
}

// An existing folder is used only if it is a directory of this user that others cannot write to.
bool PrepareCacheFolder(const std::string& folder) {
  struct stat status = {};
  if (lstat(folder.c_str(), &status) != 0) {
    if (IsInAnothersHome(folder)) return false;
    std::error_code ignored;
    fs::create_directories(fs::path(folder).parent_path(), ignored);
    if (mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) return false;
    if (lstat(folder.c_str(), &status) != 0) return false;
  }
  return S_ISDIR(status.st_mode) && IsOwn(status);
}

std::optional<std::string> ReadCacheFile(const std::string& folder, const std::string& name) {
  const std::string path = folder + "/" + name;
  // No links, and no wait for a writer if the name is a FIFO.
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  if (file < 0) return std::nullopt;
  struct stat status = {};
  std::optional<std::string> out;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && IsOwn(status) &&
      static_cast<uint64_t>(status.st_size) <= kMaxCacheBytes) {
    out = ReadAll(file, static_cast<uint64_t>(status.st_size));
  }
  close(file);
  return out;
}

void TouchCacheFile(const std::string& folder, const std::string& name) {
  const std::string path = folder + "/" + name;
  utimensat(AT_FDCWD, path.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
}

void WriteCacheFile(const std::string& folder, const std::string& name, std::string_view bytes,
                    uint64_t most) {
  if (bytes.size() > most) return;
  const std::string path = folder + "/" + name;
  std::string beside = path + ".XXXXXX";
  const int file = mkostemp(beside.data(), O_CLOEXEC);
  if (file < 0) return;
  const bool written = WriteAll(file, bytes) == 0;
  const bool closed = close(file) == 0;
  // The rename replaces the old file in one step.
  if (!written || !closed || rename(beside.c_str(), path.c_str()) != 0) unlink(beside.c_str());
  Bound(folder, most);
}

CacheContent ContentOf(const std::string& folder) {
  CacheContent out;
  for (const CachedFile& file : FilesIn(folder)) {
    ++out.files;
    out.bytes += file.bytes;
  }
  return out;
}

CacheContent CleanCacheFolder(const std::string& folder) {
  CacheContent out;
  for (const CachedFile& file : FilesIn(folder)) {
    if (unlink((folder + "/" + file.name).c_str()) != 0) continue;
    ++out.files;
    out.bytes += file.bytes;
  }
  return out;
}

}  // namespace flagcensus
