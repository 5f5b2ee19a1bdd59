#include "analyzer/archive/digest.h"

#include <cerrno>
#include <cstdio>
#include <memory>

#include "analyzer/base/sha256.h"
#include "analyzer/base/system_message.h"

namespace flagcensus {

// The whole file is hashed: an archive may have bytes after the part that libarchive reads.
Result<FileDigest> DigestFile(const std::string& path, const std::function<std::string()>& stop) {
  // `stop` is called every 64 MiB, which are read in a fraction of a second.
  constexpr size_t kHashBlock = size_t{1} << 20;
  constexpr uint64_t kBlocksPerStopCheck = 64;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rbe"),
                                                             std::fclose);
  if (!file) return Error{"cannot be read: " + SystemMessage(errno)};
  FileDigest out;
  Sha256 hash;
  std::string block(kHashBlock, '\0');
  for (uint64_t blocks = 1;; ++blocks) {
    const size_t got = std::fread(block.data(), 1, block.size(), file.get());
    hash.Update(std::string_view(block).substr(0, got));
    out.size += got;
    if (got < block.size()) break;
    if (blocks % kBlocksPerStopCheck != 0) continue;
    if (const std::string why = stop(); !why.empty()) return Error{why};
  }
  if (std::ferror(file.get()) != 0) return Error{"cannot be read: " + SystemMessage(errno)};
  out.sha256 = hash.Hex();
  return out;
}

}  // namespace flagcensus
