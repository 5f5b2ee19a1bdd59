#include "analyzer/surfaces/surfaces.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "analyzer/base/parallel.h"
#include "analyzer/surfaces/reading.h"

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
                    std::vector<Diagnostic>& diagnostics,
                    const std::vector<std::string>& subcharts) {
  Surface out;
  out.file = file;
  out.kind = kind;
  ReaderOf(kind)({file, text, diagnostics, subcharts}, out);
  if (out.settings.size() > kMaxSettings) {
    diagnostics.push_back({"page-truncated", out.settings[kMaxSettings].place,
                           "the file sets too many variables; the rest is not read"});
    out.settings.resize(kMaxSettings);
  }
  out.expanded = ExpandedNames(text);
  if (kind == SurfaceKind::kCi || kind == SurfaceKind::kTox || kind == SurfaceKind::kDockerfile) {
    const std::vector<std::string> used = NamesUsedBeside(out.settings, text);
    out.expanded.insert(out.expanded.end(), used.begin(), used.end());
    std::sort(out.expanded.begin(), out.expanded.end());
    out.expanded.erase(std::unique(out.expanded.begin(), out.expanded.end()), out.expanded.end());
  }
  if (kind == SurfaceKind::kCompose) out.fallbacks = FallbacksOf(file, text);
  return out;
}

std::string PathFromFolder(std::string_view folder, std::string_view path) {
  if (path.starts_with('/') || path.find('$') != std::string_view::npos) return "";
  const std::filesystem::path joined = std::filesystem::path(folder) / path;
  std::string out = joined.lexically_normal().generic_string();
  return out.starts_with("..") ? std::string() : out;
}

namespace {

// The files that Compose files name as `env_file`, whatever they are called, and that are not read
// yet: at most each of the tree's once.
void ReadNamedFiles(const Tree& tree, std::vector<Surface>& out,
                    std::vector<Diagnostic>& diagnostics) {
  std::set<std::string> wanted;
  for (const Surface& surface : out) {
    const std::string folder = surface.file.substr(0, surface.file.rfind('/') + 1);
    for (const SurfaceProgram& program : surface.programs) {
      for (const std::string& file : program.env_files) wanted.insert(PathFromFolder(folder, file));
    }
  }
  for (const Surface& surface : out) wanted.erase(surface.file);
  if (wanted.empty()) return;
  std::vector<Surface> found;
  for (const SourceFile& file : tree.files) {
    std::string text, error;
    bool binary = false;
    if (IsSource(file.kind) || !wanted.contains(file.path)) continue;
    if (!ReadWhole(file, &text, &binary, &error) || binary) continue;
    Surface surface = ReadSurface(file.path, SurfaceKind::kDotenv, text, diagnostics);
    surface.scope = file.scope;
    if (!surface.settings.empty()) found.push_back(std::move(surface));
  }
  for (Surface& surface : found) out.push_back(std::move(surface));
  std::sort(out.begin(), out.end(),
            [](const Surface& a, const Surface& b) { return a.file < b.file; });
}

}  // namespace

std::vector<Surface> ReadSurfaces(const Tree& tree, const KindGiven& given, unsigned jobs,
                                  std::vector<Diagnostic>& diagnostics) {
  std::vector<const SourceFile*> files;
  std::vector<std::string_view> charts;
  struct Chart {
    Scope scope;
    std::vector<std::string> subcharts;
  };
  std::map<std::string_view, Chart> chart_at;  // by folder
  for (const SourceFile& file : tree.files) {
    if (file.path.ends_with("Chart.yaml")) {
      charts.push_back(std::string_view(file.path).substr(0, file.path.size() - 10));
      std::string text, error;
      bool binary = false;
      const bool readable = ReadWhole(file, &text, &binary, &error) && !binary;
      chart_at[charts.back()] = {file.scope, SubchartsOf(file.path, readable ? text : "")};
    }
    if (IsSource(file.kind)) continue;
    if (MayBeSurface(file.path) || given(file.path)) files.push_back(&file);
  }
  struct Read {
    std::optional<Surface> surface;
    std::vector<Diagnostic> diagnostics;
  };
  std::vector<Read> read(files.size());
  ParallelFor(files.size(), std::min<unsigned>(ThreadCount(jobs), 8), [&](size_t i, unsigned) {
    std::string text, error;
    bool binary = false;
    if (!ReadWhole(*files[i], &text, &binary, &error) || binary) return;
    std::optional<SurfaceKind> kind = given(files[i]->path);
    if (!kind) kind = SurfaceKindOf(files[i]->path, text, charts);
    if (!kind) return;
    const Chart* chart = nullptr;  // the innermost
    for (const auto& [folder, one] : chart_at) {
      if (*kind == SurfaceKind::kHelm && files[i]->path.starts_with(folder)) chart = &one;
    }
    static const std::vector<std::string> kNone;
    read[i].surface = ReadSurface(files[i]->path, *kind, text, read[i].diagnostics,
                                  chart == nullptr ? kNone : chart->subcharts);
    // A folder of templates is none of examples where it is a chart's.
    read[i].surface->scope = chart == nullptr ? files[i]->scope : chart->scope;
  });
  std::vector<Surface> out;
  for (Read& one : read) {
    if (!one.surface || one.surface->settings.empty()) continue;
    out.push_back(std::move(*one.surface));
    diagnostics.insert(diagnostics.end(), one.diagnostics.begin(), one.diagnostics.end());
  }
  ReadNamedFiles(tree, out, diagnostics);
  return out;
}

}  // namespace flagcensus
