// An archive's file → its size and SHA-256, by which others can tell that theirs is the same.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "analyzer/base/result.h"

namespace flagcensus {

struct FileDigest {
  uint64_t size = 0;  // bytes that were hashed
  std::string sha256;
};

// Reads the whole file once, in blocks. Fails if it cannot be read, and with what `stop` returns,
// which is called every few blocks: why nothing more may be read; "" while it may.
Result<FileDigest> DigestFile(const std::string& path, const std::function<std::string()>& stop);

}  // namespace flagcensus
