#include "analyzer/surfaces/surfaces.h"

#include <algorithm>
#include <map>
#include <string>

#include "analyzer/base/parallel.h"
#include "analyzer/surfaces/reading.h"
#include "analyzer/tree/step_memory.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxSettings = 200'000;  // of a file

using Reader = void (*)(const SurfaceText& in, Surface& out);

Reader ReaderOf(SurfaceKind kind) {
  switch (kind) {
    case SurfaceKind::kDotenv:
      return ReadDotenvSurface;
    case SurfaceKind::kCompose:
      return ReadComposeSurface;
    case SurfaceKind::kKubernetes:
      return ReadManifestSurface;
    case SurfaceKind::kHelm:
      return ReadChartSurface;
    case SurfaceKind::kDockerfile:
      return ReadDockerfileSurface;
    case SurfaceKind::kSystemd:
      return ReadUnitSurface;
    case SurfaceKind::kCi:
      return ReadCiSurface;
    case SurfaceKind::kDevcontainer:
    case SurfaceKind::kAppJson:
      return ReadJsonSurface;
    case SurfaceKind::kTox:
      return ReadToxSurface;
    case SurfaceKind::kProcfile:
      return ReadProcfileSurface;
  }
  return ReadDotenvSurface;
}

}  // namespace

Surface ReadSurface(std::string_view file, SurfaceKind kind, std::string_view text,
                    std::vector<Diagnostic>& diagnostics) {
  Surface out;
  out.file = file;
  out.kind = kind;
  ReaderOf(kind)({file, text, diagnostics}, out);
  if (out.settings.size() > kMaxSettings) {
    diagnostics.push_back({"page-truncated", out.settings[kMaxSettings].place,
                           "the file sets too many variables; the rest is not read"});
    out.settings.resize(kMaxSettings);
  }
  out.expanded = ExpandedNames(text);
  return out;
}

namespace {

// What a file is read as; of a file that is none, no surface.
struct FileSurface {
  std::optional<Surface> surface;
  std::vector<Diagnostic> diagnostics;
};

}  // namespace

std::vector<Surface> ReadSurfaces(const Tree& tree, const KindGiven& given, unsigned jobs,
                                  std::vector<Diagnostic>& diagnostics) {
  std::vector<const SourceFile*> files;
  std::vector<std::optional<SurfaceKind>> kinds;  // that the user gives them
  std::vector<std::string_view> charts;
  std::map<std::string_view, Scope> chart_scopes;
  for (const SourceFile& file : tree.files) {
    if (file.path.ends_with("Chart.yaml")) {
      charts.push_back(std::string_view(file.path).substr(0, file.path.size() - 10));
      chart_scopes[charts.back()] = file.scope;
    }
    if (IsSource(file.kind)) continue;
    const std::optional<SurfaceKind> kind = given(file.path);
    if (!kind && !MayBeSurface(file.path)) continue;
    files.push_back(&file);
    kinds.push_back(kind);
  }
  // The charts are files of the tree, whose list a memory outlives as little as the settings do.
  ResultsOfFiles<FileSurface> known(tree, "surfaces", kinds);
  ParallelFor(files.size(), std::min<unsigned>(ThreadCount(jobs), 8), [&](size_t i, unsigned) {
    std::optional<FileSurface>& one = known[*files[i]];
    if (one) return;
    std::string text, error;
    bool binary = false;
    if (!ReadWhole(*files[i], &text, &binary, &error) || binary) return;
    one.emplace();
    std::optional<SurfaceKind> kind = kinds[i];
    if (!kind) kind = SurfaceKindOf(files[i]->path, text, charts);
    if (kind) one->surface = ReadSurface(files[i]->path, *kind, text, one->diagnostics);
  });
  std::vector<Surface> out;
  for (const SourceFile* file : files) {
    const std::optional<FileSurface>& one = known[*file];
    if (!one || !one->surface || one->surface->settings.empty()) continue;
    Surface& surface = out.emplace_back(*one->surface);
    surface.scope = file->scope;
    // A folder of templates is none of examples where it is a chart's.
    for (const auto& [chart, scope] : chart_scopes) {
      if (surface.kind == SurfaceKind::kHelm && file->path.starts_with(chart)) {
        surface.scope = scope;
      }
    }
    diagnostics.insert(diagnostics.end(), one->diagnostics.begin(), one->diagnostics.end());
  }
  return out;
}

}  // namespace flagcensus
