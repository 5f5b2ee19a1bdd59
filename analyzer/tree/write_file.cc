#include "analyzer/tree/write_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "analyzer/base/system_message.h"

namespace flagcensus {

// Writes a page completely or not at all:
//
//   docs/env.md ─→ docs/env.md.a1B2c3 (written, synced) ─→ renamed to docs/env.md
//
// WriteNew uses link(2), which fails if the name exists, in place of rename(2).
int WriteAll(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return written == 0 ? ENOSPC : errno;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return 0;
}

namespace {

// Forces the data to the disk, so a crash after the rename does not leave an empty page.
// EINVAL: the file system cannot.
int Settle(int file) { return fsync(file) == 0 || errno == EINVAL ? 0 : errno; }

// Writes `text` to a file next to `target`, to which `take_name` then gives its name. Returns 0 or
// the number of the error. `mode`: its permissions; -1 for those of any new file.
template <typename TakeName>
int WriteBeside(const std::string& target, std::string_view text, int mode, TakeName take_name) {
  std::string beside = target + ".XXXXXX";
  const int file = mkstemp(beside.data());
  if (file < 0) return errno;
  int error = WriteAll(file, text);
  if (error == 0) error = Settle(file);
  // umask can only be read by setting it.
  const mode_t mask = umask(0);
  umask(mask);
  constexpr mode_t kUsual = 0666;
  const mode_t wanted = mode < 0 ? kUsual & ~mask : static_cast<mode_t>(mode);
  if (fchmod(file, wanted) != 0 && error == 0) error = errno;
  if (close(file) != 0 && error == 0) error = errno;
  if (error == 0 && take_name(beside.c_str(), target.c_str()) != 0) error = errno;
  unlink(beside.c_str());  // fails if it was renamed: the name does not exist any more
  return error;
}

std::optional<std::string> Why(int error) {
  if (error == 0) return std::nullopt;
  return SystemMessage(error);
}

}  // namespace

std::optional<std::string> WriteWhole(const std::string& path, std::string_view text) {
  std::error_code ignored;
  // A link is followed to the file that it leads to, so rename(2) does not replace the link.
  std::string target = std::filesystem::canonical(path, ignored).string();
  if (ignored) target = path;
  struct stat old = {};
  const bool there = stat(target.c_str(), &old) == 0;
  if (there && !S_ISREG(old.st_mode)) return "not a regular file";
  // rename(2) needs only a writable folder: a write-protected page would be replaced.
  if (there &&
      ((old.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) == 0 || access(target.c_str(), W_OK) != 0)) {
    return "it is read-only";
  }
  constexpr mode_t kBits = 07777;
  const int mode = there ? static_cast<int>(old.st_mode & kBits) : -1;
  return Why(WriteBeside(target, text, mode, rename));
}

std::optional<std::string> WriteNew(const std::string& path, std::string_view text) {
  return Why(WriteBeside(path, text, -1, link));  // link(2) fails if the name exists
}

}  // namespace flagcensus
