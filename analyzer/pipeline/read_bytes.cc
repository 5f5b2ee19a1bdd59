// A page ─→ its bytes
#include "analyzer/pipeline/read_bytes.h"

#include <cerrno>
#include <cstdio>

#include "analyzer/base/system_message.h"

namespace flagcensus {

static Error Unreadable(const std::string& path, const std::string& why) {
  return {"the page " + path + " cannot be read: " + why};
}

// Unchanged bytes: --fix writes back what it does not correct.
Result<std::string> ReadBytes(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return Unreadable(path, SystemMessage(errno));
  std::string out;
  constexpr size_t kBlock = 65536;
  std::string block(kBlock, '\0');
  while (const size_t read = std::fread(block.data(), 1, block.size(), file)) {
    out.append(block, 0, read);
  }
  const bool failed = std::ferror(file) != 0;
  std::fclose(file);
  if (failed) return Unreadable(path, SystemMessage(EIO));
  return out;
}

}  // namespace flagcensus
