// libFuzzer entry point: any bytes as a file of a language that is read on request.
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
  struct Row {
    std::string_view path;
    Language language;
  };
  static constexpr Row kRows[] = {
      {"a.go", Language::kGo},         {"a.js", Language::kJavaScript},
      {"a.ts", Language::kJavaScript}, {"a.tsx", Language::kJavaScript},
      {"a.rs", Language::kRust},       {"A.java", Language::kJava},
      {"a.kt", Language::kKotlin},     {"a.cs", Language::kCSharp},
      {"a.rb", Language::kRuby},       {"a.php", Language::kPhp},
      {"a.sh", Language::kShell},
  };
  if (size == 0) return 0;
  const Row& row = kRows[data[0] % std::size(kRows)];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Program program = ParseProgram(row.language, row.path, text);
  const Names names(program, RowsOf(row.language));
  names.Constants();
  names.declared().Exports();
  for (const Site& site : FindSites(names, text, nullptr)) {
    const Term& term = program[site.at];
    if (term.line == 0 || term.column == 0 || term.begin > text.size()) std::abort();
  }
  return 0;
}
