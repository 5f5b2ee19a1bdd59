// libFuzzer entry point: any bytes as a notebook. See catalog_fuzz.cc for the build.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "analyzer/python/variants.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  const auto notebook = ReadNotebook({reinterpret_cast<const char*>(data), size});
  if (!notebook) return 0;
  const auto rows =
      static_cast<uint32_t>(std::count(notebook->text.begin(), notebook->text.end(), '\n'));
  uint32_t last = 0;
  for (const NotebookCell& cell : notebook->cells) {
    if (cell.first_row < last || cell.first_row > rows) std::abort();
    last = cell.first_row;
  }
  return 0;
}
