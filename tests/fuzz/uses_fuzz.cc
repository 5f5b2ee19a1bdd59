// libFuzzer entry point: any bytes as a Python source in which uses of names are looked for. See
// catalog_fuzz.cc for the build.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "analyzer/python/uses.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto uses = FindUses(text, {"A", "TIMEOUT", "X", "f", "x"});
  if (!uses) return 0;  // it takes too much to parse
  for (const NameUse& use : *uses) {
    if (use.line < 1 || use.offset > text.size()) std::abort();
  }
  return 0;
}
