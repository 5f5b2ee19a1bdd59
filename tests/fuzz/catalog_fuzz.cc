// libFuzzer entry point: any bytes as a page of any kind.
//
//   cmake -B build/fuzz -G Ninja -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_C_COMPILER=clang-19
//         -DFLAGCENSUS_FUZZ=ON
//   ninja -C build/fuzz catalog_fuzz && build/fuzz/catalog_fuzz CORPUS_DIR
//
// The first byte picks the kind, the rest is the page.
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "analyzer/catalog/catalog.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  static constexpr std::string_view kFiles[] = {
      "env.md",  "env.txt",   ".env",     "env.rst",  "env.html", "env.adoc",
      "env.1",   "env.1.scd", "env.dox",  "env.json", "env.yaml", "env.toml",
      "options", "env.ini",   "app.json", "main.cc",  "main.py"};
  if (size == 0) return 0;
  const std::string_view file = kFiles[data[0] % std::size(kFiles)];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Page page = ReadPage(file, text, CatalogOptions{});
  for (const Entry& entry : page.entries) {
    if (entry.name.empty() || entry.place.line < 0 || entry.place.column < 0) std::abort();
  }
  JudgePage(file, page);
  return 0;
}
