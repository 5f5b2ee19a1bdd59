// A file preprocessed by ours and by a compiler's, as one configuration: the same macros at the
// start, the same headers, and an empty one for each that neither finds.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace flagcensus {

// The command of the clang that is installed; "" if there is none.
std::string InstalledClang();

// Whether the file's ending is that of a C, C++, CUDA or Objective-C source, not a header.
bool IsTranslationUnit(const std::filesystem::path& file);

struct PpComparison {
  enum class Outcome { kEqual, kDiffers, kRefused };
  Outcome outcome = Outcome::kEqual;
  std::string what;  // the first token that differs, or why there is nothing to compare
};

// Compares the tokens that both make of a C, C++ or Objective-C file, as its ending says. `folders`
// are searched for headers; in `scratch` empty ones and the compiler's output are put, which may
// be used again. Costs a run of the compiler for each header that it lacks.
PpComparison ComparePreprocessors(const std::string& clang, const std::filesystem::path& file,
                                  const std::vector<std::string>& folders,
                                  const std::filesystem::path& scratch);

}  // namespace flagcensus
