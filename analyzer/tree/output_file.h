// Files that the program writes for its user: the one place that decides what may be replaced.
//
//   file = OutputFile::Open("out.json", is_own);    fails if out.json is not ours
//   file->Write(...)                                to out.json.Ab12Cd
//   file->Keep()                                    ─→ out.json, checked again
//
// A name is written only if it does not exist, or is an empty file or a regular file written by an
// earlier run. Directories, devices, FIFOs, sockets, symbolic links and all other files are never
// replaced. The new content is complete and on disk before the file is renamed, and a file that was
// created or changed in the meantime is not replaced either.
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
// Enough for the markers that a run writes at the beginning of each format.
inline constexpr size_t kOutputHead = 65536;

// The descriptor that a name denotes: 1 for "-" and "/dev/stdout", 2 for "/dev/stderr", N for
// "/dev/fd/N" and "/proc/self/fd/N"; nullopt for any other name, which is that of a file.
std::optional<int> DescriptorOf(std::string_view path);

// Why a file named `path` must not be written, with the remedy; nullopt if it may be. Never blocks;
// reads at most kOutputHead bytes.
std::optional<std::string> WhyNotReplaced(const std::string& path, const IsOwnFile& is_own);

// A file that is written next to its final name and is renamed to it in Keep(). Without Keep() it
// is removed.
class OutputFile {
 public:
  static Result<std::unique_ptr<OutputFile>> Open(const std::string& path, IsOwnFile is_own);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // The temporary file until Keep(); SQLite opens it by this name.
  const std::string& beside() const { return beside_; }
  // The first failure is reported by Keep().
  void Write(std::string_view text);
  // Renames the file to its final name. Returns what went wrong, or nullopt on success.
  std::optional<std::string> Keep();

 private:
  OutputFile(std::string path, IsOwnFile is_own);
  int TakeName();

  std::string path_, beside_;
  IsOwnFile is_own_;
  int descriptor_ = -1;
  int error_ = 0;
};

// Writes all of `text`, to a stream if `path` names one. A file with exactly this content is not
// changed. Returns what went wrong, or nullopt on success.
std::optional<std::string> WriteOutputFile(const std::string& path, std::string_view text,
                                           const IsOwnFile& is_own);

}  // namespace flagcensus
