// A file's bytes into a buffer that is reused for the next file.
//
//   a text of 3 KB     ─→ one read of 3 KB + 1 byte, which shows that it is the end
//   a text of 50 KB    ─→ a read of 8 KB, not binary; a read of the rest
//   an image           ─→ a read of 8 KB with a NUL byte: binary, and no more is read
//   UTF-16 with a mark ─→ converted to UTF-8
//
// One fstat and, for most files, two reads. That is half the cost of mapping small files.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "analyzer/base/failure.h"
#include "analyzer/base/system_message.h"
#include "analyzer/base/text.h"
#include "analyzer/tree/open_below.h"
#include "analyzer/tree/step_memory.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

// No page or source is larger. A file that grows while it is read, or reports any size, ends here.
constexpr size_t kMaxFileBytes = size_t{256} << 20;

// UTF-16 after its byte order mark, as UTF-8. Half a surrogate pair becomes U+FFFD; half a unit at
// the end is dropped.
std::string Utf8Of(std::string_view text) {
  constexpr uint32_t kReplacement = 0xfffd;
  const bool big = text.starts_with("\xfe\xff");
  const auto unit = [&](size_t at) {
    const auto first = static_cast<unsigned char>(text[at]);
    const auto second = static_cast<unsigned char>(text[at + 1]);
    return static_cast<uint32_t>(big ? first << 8 | second : second << 8 | first);
  };
  std::string out;
  out.reserve(text.size() / 2);
  for (size_t at = 2; at + 1 < text.size(); at += 2) {
    uint32_t point = unit(at);
    if (point >= 0xd800 && point < 0xe000) {
      const uint32_t low = point < 0xdc00 && at + 3 < text.size() ? unit(at + 2) : 0;
      const bool pair = low >= 0xdc00 && low < 0xe000;
      point = pair ? 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00) : kReplacement;
      if (pair) at += 2;
    }
    AppendUtf8(point, &out);
  }
  return out;
}

// Reads up to `wanted` bytes and appends them to `buffer`; returns the number read, or -1.
ssize_t Append(int fd, size_t wanted, std::string* buffer) {
  const size_t before = buffer->size();
  buffer->resize(before + wanted);
  size_t got = 0;
  while (got < wanted) {
    const ssize_t n = read(fd, buffer->data() + before + got, wanted - got);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return -1;
    if (n == 0) break;
    got += static_cast<size_t>(n);
  }
  buffer->resize(before + got);
  return static_cast<ssize_t>(got);
}

// The size that a regular file reports; fails for anything except a regular file.
bool SizeOf(int fd, size_t* size, std::string* error) {
  struct stat status = {};
  if (fstat(fd, &status) != 0) {
    *error = SystemMessage(errno);
    return false;
  }
  if (!S_ISREG(status.st_mode)) {
    *error = S_ISDIR(status.st_mode) ? "is a directory" : "is not a regular file";
    return false;
  }
  *size = static_cast<size_t>(std::max<off_t>(status.st_size, 0));
  return true;
}

// The first read decides whether the file is binary; only text is read to its end.
bool Fill(int fd, std::string* buffer, bool* binary, std::string* error) {
  size_t size = 0;
  if (!SizeOf(fd, &size, error)) return false;
  // One byte more than the size, so the read that reaches the end also shows that it is the
  // end.
  size_t wanted = std::min(kBinaryProbe, size + 1);
  while (true) {
    const ssize_t got = Append(fd, wanted, buffer);
    if (got < 0) {
      *error = SystemMessage(errno);
      return false;
    }
    // Only the first read is examined: it has the beginning of the file.
    if (buffer->size() == static_cast<size_t>(got)) {
      *binary = IsBinary(*buffer);
      if (*binary) return true;
    }
    // Fewer bytes than requested: the end.
    if (static_cast<size_t>(got) < wanted) return true;
    if (buffer->size() > kMaxFileBytes) {
      *error = "is larger than 256 MiB";
      return false;
    }
    // The file is larger than it said, such as those below /proc.
    wanted = std::max(kBinaryProbe, size + 1 - std::min(size + 1, buffer->size()));
    wanted = std::min(wanted, kMaxFileBytes + 1 - std::min(kMaxFileBytes, buffer->size()));
  }
}

}  // namespace

namespace {

// The message of a reader of sources if `read`, with these results, is false or the file is binary.
std::string SaysOf(bool read, bool binary, std::string error) {
  if (!read) return error;
  return binary ? "skipped: it contains NUL bytes: it is either binary or UTF-16 without a byte "
                  "order mark"
                : "";
}

// UTF-16 as UTF-8; then the text is examined for NUL bytes again.
void Finish(std::string* buffer, bool* binary) {
  if (!HasUtf16Mark(*buffer)) return;
  *buffer = Utf8Of(*buffer);
  *binary = IsBinary(*buffer);
}

// Reads and closes `fd`; -1: it could not be opened, and errno says why.
bool ReadOpened(int fd, const std::string& path, std::string* buffer, bool* binary,
                std::string* error) {
  NoteInput(path);
  buffer->clear();
  *binary = false;
  error->clear();
  if (fd < 0) {
    // EXDEV is what OpenBelow sets for a path that leads out of the directory.
    *error = errno == EXDEV ? "a symbolic link leads out of the tree" : SystemMessage(errno);
    return false;
  }
  const bool read = Fill(fd, buffer, binary, error);
  close(fd);
  if (read) Finish(buffer, binary);
  return read;
}

// Without recording the read for a step. The text of an archive's file is in memory already.
bool ReadUnnoted(const SourceFile& file, std::string* buffer, bool* binary, std::string* error) {
  if (!file.text) {
    const bool read = file.below_of ? ReadOpened(file.below_of->OpenFile(file.absolute),
                                                 file.absolute, buffer, binary, error)
                                    : ReadWhole(file.absolute, buffer, binary, error);
    if (read && file.cost != nullptr) file.cost->CountRead(buffer->size());
    if (read && file.memory != nullptr) file.memory->NoteContent(file.absolute, *buffer);
    return read;
  }
  *buffer = *file.text;
  *binary = IsBinary(*buffer);
  error->clear();
  Finish(buffer, binary);
  if (file.memory != nullptr) file.memory->NoteContent(file.absolute, *buffer);
  return true;
}

}  // namespace

std::string ReadSource(const std::string& absolute, std::string* buffer) {
  bool binary = false;
  std::string error;
  const bool read = ReadWhole(absolute, buffer, &binary, &error);
  return SaysOf(read, binary, std::move(error));
}

std::string ReadSource(const SourceFile& file, std::string* buffer) {
  if (file.memory != nullptr) file.memory->NoteRead(file.absolute);
  return ReadForSearch(file, buffer);
}

std::string ReadForSearch(const SourceFile& file, std::string* buffer) {
  bool binary = false;
  std::string error;
  const bool read = ReadUnnoted(file, buffer, &binary, &error);
  std::string out = SaysOf(read, binary, std::move(error));
  if (!out.empty() && file.memory != nullptr) file.memory->NoteRead(file.absolute);
  return out;
}

bool ReadWhole(const SourceFile& file, std::string* buffer, bool* binary, std::string* error) {
  if (file.memory != nullptr) file.memory->NoteRead(file.absolute);
  return ReadUnnoted(file, buffer, binary, error);
}

// For pages, which may be named by the user or found in a tree.
bool ReadBelow(const std::string& root, const std::string& path, std::string* buffer, bool* binary,
               std::string* error) {
  // The user's own choice outside the root.
  if (path.starts_with("../")) return ReadWhole(root + "/" + path, buffer, binary, error);
  const auto directory = OpenDirectory::Open(root);
  const bool elsewhere = path.starts_with('/') && !path.starts_with(root);
  if (directory == nullptr || elsewhere) return ReadWhole(path, buffer, binary, error);
  return ReadOpened(directory->OpenFile(path), path, buffer, binary, error);
}

// For files of git and ignore files: neither a link nor a pipe is opened.
bool ReadBytes(const std::string& absolute, uint64_t most, std::string* out, std::string* error) {
  NoteInput(absolute);
  out->clear();
  const int fd = open(absolute.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW);
  if (fd < 0) {
    *error = errno == ELOOP ? "is a symbolic link" : "cannot be read: " + SystemMessage(errno);
    return false;
  }
  size_t size = 0;
  bool read = SizeOf(fd, &size, error);
  // The size is only what the file reports: reading goes on while there is more.
  for (ssize_t got = 1; read && got > 0 && out->size() <= most;) {
    got =
        Append(fd, std::clamp<size_t>(size + 1 - std::min(size, out->size()), 4096, most + 1), out);
    read = got >= 0;
    if (!read) *error = "cannot be read: " + SystemMessage(errno);
  }
  close(fd);
  if (read && out->size() > most) {
    *error = "is larger than " + std::to_string(most) + " bytes";
    read = false;
  }
  return read;
}

bool ReadWhole(const std::string& absolute, std::string* buffer, bool* binary, std::string* error) {
  // O_NONBLOCK: opening a pipe without a writer must not wait.
  const int fd = open(absolute.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  return ReadOpened(fd, absolute, buffer, binary, error);
}

}  // namespace flagcensus
