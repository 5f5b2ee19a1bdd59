#include "analyzer/tree/write_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "analyzer/base/system_message.h"

namespace flagcensus {
namespace {

// Writes all of it and forces it to the disk; the error's number, 0 where there is none.
int WriteAll(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return written == 0 ? ENOSPC : errno;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return fsync(file) == 0 || errno == EINVAL ? 0 : errno;
}

}  // namespace

std::optional<std::string> WriteWhole(const std::string& path, std::string_view text) {
  std::error_code ignored;
  std::string target = std::filesystem::canonical(path, ignored).string();
  if (ignored) target = path;
  struct stat old = {};
  const bool there = stat(target.c_str(), &old) == 0;
  if (there && !S_ISREG(old.st_mode)) return "it is no plain file";
  if (there &&
      ((old.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) == 0 || access(target.c_str(), W_OK) != 0)) {
    return "it must not be written";
  }
  std::string beside = target + ".XXXXXX";
  const int file = mkstemp(beside.data());
  if (file < 0) return SystemMessage(errno);
  int error = WriteAll(file, text);
  const mode_t mask = umask(0);
  umask(mask);
  constexpr mode_t kUsual = 0666;
  constexpr mode_t kBits = 07777;
  if (fchmod(file, there ? old.st_mode & kBits : kUsual & ~mask) != 0 && error == 0) error = errno;
  if (close(file) != 0 && error == 0) error = errno;
  if (error == 0 && rename(beside.c_str(), target.c_str()) != 0) error = errno;
  if (error == 0) return std::nullopt;
  unlink(beside.c_str());
  return SystemMessage(error);
}

}  // namespace flagcensus
