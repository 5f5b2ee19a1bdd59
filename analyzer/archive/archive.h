// A published archive → its text files, in memory: nothing is unpacked to disk.
//
//   app-1.0.tar.gz with app-1.0/app.py, app-1.0/logo.png and a link
//     ─→  files: "app-1.0/app.py"; one binary; omitted: the link
//
// libarchive reads tar (gzip, bzip2, xz, lzma, zstd), zip and ar; filters that run other programs
// are not enabled. Names are untrusted bytes: absolute ones and those with ".." are skipped, and so
// are links.
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

// A file of the archive, with its text.
struct MemoryFile {
  std::string path;  // in the archive, with '/', neither absolute nor with ".."
  std::shared_ptr<const std::string> text;
};

// A member that was not read, with the reason.
struct Omitted {
  std::string path;  // as in the archive; "" for the archive itself
  std::string reason;
};

// What was read of an archive.
struct MemoryFolder {
  std::vector<MemoryFile> files;  // sorted by path, without duplicates
  std::vector<Omitted> omitted;   // sorted; limited in number, with the count of the rest
  // Metadata next to the files: "control" of a .deb, "metadata" of a .gem.
  std::vector<MemoryFile> packaged;
  uint64_t bytes = 0;     // of `files`
  uint64_t binaries = 0;  // members that are not text, which are in neither list
};

// Whether a file of this name is read as an archive.
bool IsArchiveName(std::string_view path);

// The path of a page that a distribution compresses individually, without the ending of the
// compression: "man/man1/app.1.gz" → "man/man1/app.1"; nullopt for other files.
std::optional<std::string> PackedPage(std::string_view path);

// "requests-2.31.0.tar.gz", "python3-yaml_6.0-3_amd64.deb" → "requests", "python3-yaml".
std::string ProjectNameOf(std::string_view path);
// The same → "2.31.0", "6.0-3"; "" if the file's name has no version.
std::string ProjectVersionOf(std::string_view path);

// The reason why a file of the archive is not read ("hidden directory"); "" if it is to be read.
using WhyNotWanted = std::function<std::string(std::string_view path)>;

// Reads the archive `path`. Fails if it is not an archive. Of a truncated or damaged one, the files
// before that point are returned, with an entry in `omitted`. `stop` returns the reason to stop
// reading; "" to continue.
Result<MemoryFolder> ReadArchive(const std::string& path, const ArchiveLimits& limits,
                                 const WhyNotWanted& why_not,
                                 const std::function<std::string()>& stop);

// The skipped files, bounded: beyond the first thousand paths they are only counted.
class OmittedList {
 public:
  static constexpr size_t kMost = 1000;  // paths that are listed

  void Add(std::string path, std::string reason);
  // Returns the list, sorted by path, entries about the whole archive first, and at the end the
  // count of the rest. Empties it.
  std::vector<Omitted> Take();

 private:
  std::vector<Omitted> of_all_;  // about the archive itself
  std::vector<Omitted> paths_;
  uint64_t more_ = 0;
};

}  // namespace flagcensus
