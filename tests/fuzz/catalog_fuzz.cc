// libFuzzer entry point: any bytes as a page of any kind.
//
//   cmake -B build/fuzz -G Ninja -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_C_COMPILER=clang-19
//         -DFLAGCENSUS_FUZZ=ON
//   ninja -C build/fuzz catalog_fuzz && build/fuzz/catalog_fuzz CORPUS_DIR
//
// The first byte picks the format, the rest is the page.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/catalog/catalog.h"
#include "analyzer/documents/known_names.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {

// A page of each format, and names that are read in another way.
const std::vector<std::string>& FuzzedPages() {
  static const std::vector<std::string> kFiles = [] {
    std::vector<std::string> out = {"options", ".env", "env.1", "app.json", "main.cc", "main.py"};
    for (const PageFormat& format : PageFormats()) {
      if (!format.endings.empty()) out.push_back("env." + std::string(format.endings.front()));
    }
    return out;
  }();
  return kFiles;
}

}  // namespace flagcensus

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  if (size == 0) return 0;
  const std::string_view file = FuzzedPages()[data[0] % FuzzedPages().size()];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  // What the code accesses.
  static const KnownNames kNames = [] {
    Census census;
    for (const char* name : {"APP_A", "APP_B", "DEBUG", "HOME", "http_proxy"}) {
      Access access;
      access.name = name;
      census.accesses.push_back(access);
    }
    return KnownNames(census);
  }();
  CatalogOptions options;
  options.names = &kNames;
  const Page page = ReadPage(file, text, options);
  for (const Statement& one : page.statements) {
    if (one.name.empty() || one.place.line < 1 || one.place.column < 1) std::abort();
  }
  for (const Entry& entry : page.entries) {
    if (entry.name.empty() || entry.place.line < 0 || entry.place.column < 0) std::abort();
  }
  JudgePage(file, page);
  return 0;
}
