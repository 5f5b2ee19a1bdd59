// name ─→ what it is (lstat, never followed) ─→ a temporary file next to it ─→ its name
//
//   --output out.json    does not exist              ─→ written
//                        empty, or our own report    ─→ replaced, with its permissions
//                        another text                ─→ refused: it would be lost
//                        a link, a FIFO, a directory ─→ refused, with the remedy
//
// rename(2) replaces a link, a FIFO or a device by a file, and never follows the last component. If
// the name did not exist, RENAME_NOREPLACE keeps a file that was created in the meantime.
#include "analyzer/tree/output_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>

#include "analyzer/base/system_message.h"
#include "analyzer/tree/write_file.h"

namespace flagcensus {
namespace {

constexpr mode_t kPermissions = 07777;

// The status of a name: st_mode is 0 if it does not exist.
struct stat StatusOf(const std::string& path, int* error) {
  struct stat out = {};
  *error = lstat(path.c_str(), &out) == 0 ? 0 : errno;
  if (*error == ENOENT) *error = 0;
  return out;
}

// Why something of this type is not a file that may be replaced; "" for a regular file.
std::string WhyNoFile(mode_t mode) {
  if (S_ISREG(mode)) return {};
  if (S_ISDIR(mode)) return "it is a directory; name a file in it";
  if (S_ISLNK(mode)) {
    return "it is a symbolic link, which is not followed; name the file that it leads to";
  }
  const char* type = S_ISFIFO(mode) ? "a FIFO" : S_ISSOCK(mode) ? "a socket" : "a device";
  return std::string("it is ") + type + "; name a regular file";
}

// The first bytes of the regular file with `status`; the number of an error if it cannot be read or
// is another file than before. O_NONBLOCK: opening a FIFO would wait for its other end.
int ReadHead(const std::string& path, const struct stat& status, size_t most, std::string* out) {
  constexpr int kFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  const int file = open(path.c_str(), kFlags);
  if (file < 0) return errno;
  struct stat opened = {};
  int error = fstat(file, &opened) == 0 ? 0 : errno;
  if (opened.st_dev != status.st_dev || opened.st_ino != status.st_ino) error = EBUSY;
  out->assign(most, '\0');
  size_t got = 0;
  while (error == 0 && got < most) {
    const ssize_t n = read(file, out->data() + got, most - got);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) error = errno;
    if (n <= 0) break;
    got += static_cast<size_t>(n);
  }
  out->resize(got);
  close(file);
  return error;
}

// Like WhyNotReplaced(); `status`: what exists at the path.
std::optional<std::string> WhyKept(const std::string& path, const struct stat& status,
                                   const IsOwnFile& is_own) {
  if (status.st_mode == 0) return std::nullopt;
  if (std::string why = WhyNoFile(status.st_mode); !why.empty()) return why;
  constexpr mode_t kWrite = S_IWUSR | S_IWGRP | S_IWOTH;
  if ((status.st_mode & kWrite) == 0 || access(path.c_str(), W_OK) != 0) {
    return "it is write-protected";
  }
  // An empty file has no content to lose: a tool such as mktemp may have created it for us.
  if (status.st_size == 0) return std::nullopt;
  std::string head;
  if (const int error = ReadHead(path, status, kOutputHead, &head)) {
    return "its content cannot be read: " + SystemMessage(error);
  }
  if (is_own(head)) return std::nullopt;
  return "it contains text that flagcensus did not write there, which would be lost; name "
         "another file, or remove this one first";
}

// Renames `beside` to `path` if that does not exist; 0 or the number of the error.
int TakeNewName(const std::string& beside, const std::string& path) {
  if (renameat2(AT_FDCWD, beside.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) == 0) return 0;
  // The file system does not support the flag.
  if (errno != EINVAL && errno != ENOSYS) return errno;
  // link(2) does not replace a file either, but some file systems have no hard links.
  if (link(beside.c_str(), path.c_str()) == 0) {
    unlink(beside.c_str());
    return 0;
  }
  if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS) return errno;
  // Neither is supported. A file that is created between these two lines is replaced.
  int error = 0;
  if (StatusOf(path, &error).st_mode != 0) return EEXIST;
  return error != 0 || rename(beside.c_str(), path.c_str()) == 0 ? error : errno;
}

std::optional<std::string> WriteToDescriptor(int descriptor, std::string_view text) {
  const int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0) return "this descriptor is not open";
  if ((flags & O_ACCMODE) == O_RDONLY) return "this descriptor is open for reading only";
  const int error = WriteAll(descriptor, text);
  // The reader closed the pipe because it has read enough.
  if (error == 0 || error == EPIPE) return std::nullopt;
  return SystemMessage(error);
}

}  // namespace

std::optional<int> DescriptorOf(std::string_view path) {
  if (path == "-" || path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    const std::string_view number = path.substr(folder.size());
    int out = -1;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), out);
    if (error == std::errc() && end == number.data() + number.size() && out >= 0) return out;
  }
  return std::nullopt;
}

std::optional<std::string> WhyNotReplaced(const std::string& path, const IsOwnFile& is_own) {
  int error = 0;
  const struct stat status = StatusOf(path, &error);
  if (error != 0) return SystemMessage(error);
  return WhyKept(path, status, is_own);
}

OutputFile::OutputFile(std::string path, IsOwnFile is_own)
    : path_(std::move(path)), beside_(path_ + ".XXXXXX"), is_own_(std::move(is_own)) {
  descriptor_ = mkostemp(beside_.data(), O_CLOEXEC);
  if (descriptor_ >= 0) return;
  error_ = errno;
  beside_.clear();
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!beside_.empty()) unlink(beside_.c_str());
}

Result<std::unique_ptr<OutputFile>> OutputFile::Open(const std::string& path, IsOwnFile is_own) {
  if (const auto why = WhyNotReplaced(path, is_own)) return Error{*why};
  std::unique_ptr<OutputFile> out(new OutputFile(path, std::move(is_own)));
  if (out->error_ != 0) return Error{SystemMessage(out->error_)};
  return out;
}

void OutputFile::Write(std::string_view text) {
  if (error_ == 0) error_ = WriteAll(descriptor_, text);
}

int OutputFile::TakeName() {
  // EINVAL: the file system cannot sync, which is not a failure of the write.
  if (error_ == 0 && fsync(descriptor_) != 0 && errno != EINVAL) error_ = errno;
  int error = 0;
  const struct stat old = StatusOf(path_, &error);
  if (error_ == 0) error_ = error;
  // umask can only be read by setting it.
  const mode_t mask = umask(0);
  umask(mask);
  constexpr mode_t kUsual = 0666;
  const mode_t mode = old.st_mode == 0 ? kUsual & ~mask : old.st_mode & kPermissions;
  if (fchmod(descriptor_, mode) != 0 && error_ == 0) error_ = errno;
  if (close(descriptor_) != 0 && error_ == 0) error_ = errno;
  descriptor_ = -1;
  if (error_ != 0) return error_;
  if (old.st_mode == 0) return TakeNewName(beside_, path_);
  return rename(beside_.c_str(), path_.c_str()) == 0 ? 0 : errno;
}

std::optional<std::string> OutputFile::Keep() {
  // The run may have taken minutes since Open.
  if (auto why = WhyNotReplaced(path_, is_own_)) return why;
  if (const int error = TakeName()) return SystemMessage(error);
  beside_.clear();
  return std::nullopt;
}

std::optional<std::string> WriteOutputFile(const std::string& path, std::string_view text,
                                           const IsOwnFile& is_own) {
  if (const auto descriptor = DescriptorOf(path)) return WriteToDescriptor(*descriptor, text);
  int error = 0;
  const struct stat status = StatusOf(path, &error);
  std::string held;
  // An unchanged file is not rewritten: its time stays, so a build does not run again.
  if (error == 0 && S_ISREG(status.st_mode) && !text.empty() &&
      static_cast<size_t>(status.st_size) == text.size() &&
      ReadHead(path, status, text.size(), &held) == 0 && held == text) {
    return std::nullopt;
  }
  const auto file = OutputFile::Open(path, is_own);
  if (!file.ok()) return file.error().message;
  file.value()->Write(text);
  return file.value()->Keep();
}

}  // namespace flagcensus
