// libFuzzer entry point: any bytes as a page for ReadRst. See catalog_fuzz.cc for the build.
#include <cstdint>
#include <string_view>

#include "analyzer/pages/rst/rst.h"
#include "tests/fuzz/check_document.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::vector<flagcensus::Diagnostic> diagnostics;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  flagcensus::CheckDocument(flagcensus::ReadRst("page", text, diagnostics), text);
  return 0;
}
