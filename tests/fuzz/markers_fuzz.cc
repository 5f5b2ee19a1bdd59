// libFuzzer entry point: any bytes as a page with a part that is written anew: every byte outside
// the markers stays, and a second writing changes nothing. The first byte chooses the format. See
// catalog_fuzz.cc for the build.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "analyzer/reference/markers.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  if (size == 0) return 0;
  const std::string_view page(reinterpret_cast<const char*>(data) + 1, size - 1);
  const ReferenceFormat& format = ReferenceFormats()[data[0] % ReferenceFormats().size()];
  const Result<MarkedPart> part = FindMarkedPart(page, format, "page");
  if (!part.ok()) {
    if (part.error().message.empty()) std::abort();
    return 0;
  }
  SurroundingsOf(page, part.value(), format);
  const std::string once = ReplacePart(page, part.value(), "one line\nanother\n");
  if (once.substr(0, part.value().begin) != page.substr(0, part.value().begin)) std::abort();
  const std::string_view rest = page.substr(part.value().end);
  if (!std::string_view(once).ends_with(rest)) std::abort();
  const Result<MarkedPart> again = FindMarkedPart(once, format, "page");
  if (!again.ok()) std::abort();
  if (ReplacePart(once, again.value(), "one line\nanother\n") != once) std::abort();
  return 0;
}
