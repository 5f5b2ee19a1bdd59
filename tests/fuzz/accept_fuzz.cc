// libFuzzer entry point: any bytes as what accepts findings: a baseline, and a file with comments.
// The first byte chooses the kind of file. See catalog_fuzz.cc for the build.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "analyzer/review/baseline.h"
#include "analyzer/review/ignores.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  if (size == 0) return 0;
  constexpr std::array<const char*, 8> kFiles = {"a.py", "a.c",    "a.md", "a.rst",
                                                 "a.1",  "a.adoc", "a.sh", "a.txt"};
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  int last = 0;
  for (const IgnoreComment& comment : ReadIgnoreComments(text, kFiles[data[0] % kFiles.size()])) {
    if (comment.place.line < last || comment.last_line < comment.place.line) std::abort();
    if (comment.wrong.empty() == (comment.rules.empty() || comment.reason.empty())) std::abort();
    last = comment.place.line;
  }
  const Result<Baseline> baseline = ParseBaseline(text, "flagcensus-baseline.json");
  if (!baseline.ok()) {
    if (baseline.error().message.empty()) std::abort();
    return 0;
  }
  const std::string written = WriteBaseline(baseline.value());
  const Result<Baseline> again = ParseBaseline(written, "flagcensus-baseline.json");
  if (!again.ok() || WriteBaseline(again.value()) != written) std::abort();
  return 0;
}
