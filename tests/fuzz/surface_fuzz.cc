// libFuzzer entry point: any bytes as a surface of each kind. The first byte chooses the kind.
// Places are within the text, and programs exist. See catalog_fuzz.cc for the build.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "analyzer/surfaces/surfaces.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  if (size == 0) return 0;
  constexpr int kKinds = static_cast<int>(SurfaceKind::kProcfile) + 1;
  const auto kind = static_cast<SurfaceKind>(data[0] % kKinds);
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string_view file =
      kind == SurfaceKind::kHelm && data[0] >= kKinds ? "chart/templates/a.yaml" : "a.yaml";
  std::vector<Diagnostic> diagnostics;
  const Surface surface = ReadSurface(file, kind, text, diagnostics);
  const auto lines = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (const SurfaceSetting& setting : surface.settings) {
    if (setting.name.empty() || setting.place.line < 1 || setting.place.line > lines) std::abort();
    if (setting.program >= static_cast<int>(surface.programs.size())) std::abort();
  }
  if (!std::is_sorted(surface.expanded.begin(), surface.expanded.end())) std::abort();
  return 0;
}
