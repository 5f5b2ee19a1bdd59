// The tokens of files that are read again in each round, lexed once. A round of the resolver asks
// for the same files with further names.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string_view>

#include "analyzer/c/tokens.h"

namespace flagcensus {

class CTokenCache {
 public:
  // The tokens of the file with the text `text`. Cached up to about 64 MiB in total; further files
  // are lexed each time. Thread-safe.
  std::shared_ptr<const CTokens> Of(int file, std::string_view text);
  void Clear();

 private:
  std::mutex mutex_;
  std::map<int, std::shared_ptr<const CTokens>> kept_;
  size_t bytes_ = 0;
};

}  // namespace flagcensus
