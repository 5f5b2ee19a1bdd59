// libFuzzer entry point: any bytes as files that include each other, a NUL between two of them,
// preprocessed in both worlds, each text expanded. See catalog_fuzz.cc for the build.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/c/preprocessor/preprocess.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  constexpr size_t kMaxFiles = 6;
  std::vector<std::string> files;
  for (const std::string_view part :
       Split(std::string_view(reinterpret_cast<const char*>(data), size), '\0')) {
    if (files.size() < kMaxFiles) files.emplace_back(part);
  }
  // A file is included by its number.
  const auto resolve = [&](const std::string& name, int) {
    const int number = name.size() == 1 ? name[0] - '0' : -1;
    return number >= 0 && static_cast<size_t>(number) < files.size() ? number : -1;
  };
  const auto read = [&](int file) { return std::optional(files[static_cast<size_t>(file)]); };
  constexpr PpLimits kLimits = {.steps = 4'000, .tokens = 1'000, .depth = 12};
  for (const bool closed : {false, true}) {
    PpSources sources(read, resolve);
    PpOptions options;
    options.closed = closed;
    options.files = 40;
    options.condition = {.steps = 500, .tokens = 200, .depth = 6};
    Preprocessor preprocessor(&sources, options);
    size_t steps = 0;
    preprocessor.Run(0, [&](const Preprocessor::Text& text) {
      if (steps > 40'000) return;
      bool cut = false;
      for (const PpExpansion& one : ExpandAll(text.tokens, text.environment, text.condition, 4,
                                              kLimits, preprocessor.spellings(), &cut)) {
        steps += one.steps + 1;
        if (Excludes(one.condition, text.condition)) std::abort();
        for (const PpToken& token : one.tokens) {
          if (token.kind == PpToken::Kind::kPlacemarker) std::abort();
          if (token.spelt.file >= static_cast<int>(files.size())) std::abort();
        }
      }
    });
  }
  return 0;
}
