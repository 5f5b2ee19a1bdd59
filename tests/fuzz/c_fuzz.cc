// libFuzzer entry point: any bytes as a C++ source. See catalog_fuzz.cc for the build.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "analyzer/c/facts.h"
#include "analyzer/c/tokens.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const flagcensus::CFacts facts = flagcensus::FindCFacts(
      flagcensus::TokenizeC(text), {{"getenv", "f", "setenv"}, {"g", "parse"}, {"name"}});
  for (const flagcensus::CCall& call : facts.calls) {
    if (call.function >= static_cast<int>(facts.functions.size())) std::abort();
  }
  return 0;
}
