// libFuzzer entry point: any bytes as a text with credentials; its first line is the variable's
// name. See catalog_fuzz.cc for the build.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "analyzer/model/secrets.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const size_t line = text.find('\n');
  const std::string_view name = line == std::string_view::npos ? "" : text.substr(0, line);
  if (line != std::string_view::npos) text.remove_prefix(line + 1);
  size_t end = 0;
  for (const SecretSpan& span : FindSecrets(text, name)) {
    if (span.length == 0 || span.offset < end || span.offset + span.length > text.size()) {
      std::abort();
    }
    end = span.offset + span.length;
  }
  return 0;
}
