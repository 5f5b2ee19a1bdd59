// Files that the program writes for its user: the one place that decides what may be replaced.
//
// A name is written only where there is nothing, an empty file, or a regular file that an earlier
// run wrote. A directory, a device, a FIFO, a socket, a symbolic link and everybody else's file
// stay as they are. The new content is complete, and on the disk, before it takes the name, and a
// file that came into being or changed meanwhile is not replaced either.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "analyzer/base/result.h"

namespace flagcensus {

// Whether a file that begins with `head`, at most kOutputHead bytes, was written by an earlier run.
using IsOwnFile = std::function<bool(std::string_view head)>;
inline constexpr size_t kOutputHead = 65536;

// The descriptor that a name stands for: 1 of "-" and "/dev/stdout", 2 of "/dev/stderr", N of
// "/dev/fd/N" and "/proc/self/fd/N"; nothing for any other name, which is a file's.
std::optional<int> DescriptorOf(std::string_view path);

// Why a file of the name `path` must not be written, with the remedy; nothing if it may be. Never
// blocks; reads at most kOutputHead bytes.
std::optional<std::string> WhyNotReplaced(const std::string& path, const IsOwnFile& is_own);

// A file that is written beside its name and takes it by Keep(); without Keep() nothing is left.
class OutputFile {
 public:
  static Result<std::unique_ptr<OutputFile>> Open(const std::string& path, IsOwnFile is_own);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // What is written until Keep(); SQLite opens it by this name.
  const std::string& beside() const { return beside_; }
  // The first failure is reported by Keep().
  void Write(std::string_view text);
  // What went wrong; nothing if the file has its name now.
  std::optional<std::string> Keep();

 private:
  OutputFile(std::string path, IsOwnFile is_own);
  int TakeName();

  std::string path_, beside_;
  IsOwnFile is_own_;
  int descriptor_ = -1;
  int error_ = 0;
};

// Writes all of `text`, to a stream if `path` is the name of one. A file that holds exactly that
// already is left as it is. What went wrong; nothing if all was written.
std::optional<std::string> WriteOutputFile(const std::string& path, std::string_view text,
                                           const IsOwnFile& is_own);

}  // namespace flagcensus
