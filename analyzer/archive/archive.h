// An archive as it is published → its text files, in memory: nothing is unpacked to the disk.
//
// libarchive reads tar (gzip, bzip2, xz, lzma, zstd), zip and ar; what runs other programs is not
// asked. Names are bytes of a stranger: absolute ones and those with ".." are left out, links too.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/archive/limits.h"
#include "analyzer/base/result.h"

namespace flagcensus {

struct MemoryFile {
  std::string path;  // in the archive, with '/', neither absolute nor with ".."
  std::shared_ptr<const std::string> text;
};

struct LeftOut {
  std::string path;  // as the archive writes it; "" for what is said of the archive itself
  std::string reason;
};

struct MemoryFolder {
  std::vector<MemoryFile> files;  // sorted by path, each once
  std::vector<LeftOut> left_out;  // sorted; of very many the first, and how many more there are
  // Metadata beside the files: "control" of a .deb, "metadata" of a .gem.
  std::vector<MemoryFile> packaged;
  uint64_t bytes = 0;     // of `files`
  uint64_t binaries = 0;  // members that hold no text, which are in neither list
};

// Whether a file of this name is read as an archive.
bool IsArchiveName(std::string_view path);

// The path of a page that a distribution packs by itself, without the ending that says so:
// "man/man1/app.1.gz" → "man/man1/app.1"; nothing of other files.
std::optional<std::string> PackedPage(std::string_view path);

// "requests-2.31.0.tar.gz", "python3-yaml_6.0-3_amd64.deb" → "requests", "python3-yaml".
std::string ProjectNameOf(std::string_view path);
// The same → "2.31.0", "6.0-3"; "" if the file's name has none.
std::string ProjectVersionOf(std::string_view path);

// Why a file of the archive is not wanted ("hidden directory"); "" where it is.
using WhyNotWanted = std::function<std::string(std::string_view path)>;

// Reads the archive `path`. An error where it is none; one that breaks off gives what stands before
// that place, and says so in `left_out`. `stop`: why nothing more may be read; "" while it may.
Result<MemoryFolder> ReadArchive(const std::string& path, const ArchiveLimits& limits,
                                 const WhyNotWanted& why_not,
                                 const std::function<std::string()>& stop);

// What was left out, bounded: of a million paths the last are only counted.
class LeftOutList {
 public:
  static constexpr size_t kMost = 1000;  // paths that are listed

  void Add(std::string path, std::string reason);
  // Sorted by path, what is said of the whole first; then how many more there are. Empties it.
  std::vector<LeftOut> Take();

 private:
  std::vector<LeftOut> of_all_;  // what is said of the archive itself
  std::vector<LeftOut> paths_;
  uint64_t more_ = 0;
};

}  // namespace flagcensus
