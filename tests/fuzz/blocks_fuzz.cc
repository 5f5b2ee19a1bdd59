// libFuzzer entry point: any bytes as a page of each format, up to its blocks. See catalog_fuzz.cc
// for the build.
//
// The first byte picks the format, the rest is the page.
#include <cstdint>
#include <string_view>
#include <vector>

#include "analyzer/pages/document_dump.h"
#include "analyzer/tree/page_format.h"
#include "tests/fuzz/check_document.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  if (size == 0) return 0;
  const PageFormat& format = PageFormats()[data[0] % PageFormats().size()];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  std::vector<Diagnostic> diagnostics;
  const Document document = format.read({"page", text, RegistryKeys(), diagnostics});
  CheckDocument(document, text);
  DumpDocument(document);
  return 0;
}
