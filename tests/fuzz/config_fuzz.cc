// libFuzzer entry point: any bytes as flagcensus.toml, and its accessors as they are read. See
// catalog_fuzz.cc for the build.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "analyzer/config/accessors.h"
#include "analyzer/config/config.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<Config> config = ParseConfig(text, "flagcensus.toml");
  if (!config.ok()) {
    if (config.error().message.empty()) std::abort();
    return 0;
  }
  Accessors accessors = BuiltInAccessors();
  bool read = true;
  for (const AccessorText& rows : config.value().source.accessor_rows) {
    read = read && !AddAccessors(rows.text, rows.file, accessors);
  }
  if (read) {
    const std::vector<std::string>& words = accessors.python.words;
    if (std::any_of(words.begin(), words.end(), [](const auto& word) { return word.empty(); })) {
      std::abort();
    }
  }
  return 0;
}
