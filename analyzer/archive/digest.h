// An archive file → its size and SHA-256, with which others can verify that they have the same
// file.
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

// Reads the whole file once, in blocks. Fails if it cannot be read, or with the result of `stop`,
// which is called every few blocks and returns the reason to stop reading; "" to continue.
Result<FileDigest> DigestFile(const std::string& path, const std::function<std::string()>& stop);

}  // namespace flagcensus
