// libFuzzer entry point: any bytes as a file of Go, JavaScript, TypeScript or Rust.
//
//   ninja -C build/fuzz languages_fuzz && build/fuzz/languages_fuzz CORPUS_DIR
//
// The first byte picks the grammar, the rest is the file. Its sites must lie in it.
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "analyzer/languages/sites.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  static constexpr std::string_view kPaths[] = {"a.go", "a.js", "a.ts", "a.tsx", "a.rs"};
  static constexpr Language kLanguages[] = {Language::kGo, Language::kJavaScript,
                                            Language::kJavaScript, Language::kJavaScript,
                                            Language::kRust};
  if (size == 0) return 0;
  const size_t at = data[0] % std::size(kPaths);
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Program program = ParseProgram(kPaths[at], text);
  const Names names(program, RowsOf(kLanguages[at]));
  names.Constants();
  for (const Site& site : FindSites(names, text, nullptr)) {
    const Term& term = program[site.at];
    if (term.line == 0 || term.column == 0 || term.begin > text.size()) std::abort();
  }
  return 0;
}
