// Which files are read as which surface, in parallel, and what is known about each as a whole.
//
//   Dockerfile: ENV APP_PORT=80 and RUN serve $APP_PORT ─→ settings {APP_PORT}, expanded {APP_PORT}
#include "analyzer/surfaces/surfaces.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "analyzer/base/parallel.h"
#include "analyzer/surfaces/reading.h"
#include "analyzer/tree/relative_path.h"
#include "analyzer/tree/step_memory.h"

namespace flagcensus {
namespace {

// A generated file with more settings would slow every rule down.
constexpr size_t kMaxSettings = 200'000;  // of a file

using Reader = void (*)(const SurfaceText& in, Surface& out);

// The last line is never reached; compilers require it after a switch over all kinds.
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

// One file of a known kind. The steps: the settings that it states, then the uses of variables in
// its commands and values.
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
  // Expansions in any kind of file are uses of the variable, whoever sets it.
  out.expanded = ExpandedNames(text);
  // The commands in these files are run with the settings, so any use of the name counts.
  if (kind == SurfaceKind::kCi || kind == SurfaceKind::kTox || kind == SurfaceKind::kDockerfile) {
    const std::vector<std::string> used = NamesUsedBeside(out.settings, text);
    out.expanded.insert(out.expanded.end(), used.begin(), used.end());
    std::sort(out.expanded.begin(), out.expanded.end());
    out.expanded.erase(std::unique(out.expanded.begin(), out.expanded.end()), out.expanded.end());
  }
  if (kind == SurfaceKind::kCompose) out.fallbacks = FallbacksOf(file, text);
  return out;
}

// "$HOME/.env" is computed, "/etc/app.env" is a file of the machine.
// "deploy/", "../app.env" ─→ "app.env"; "" if the path is outside the tree or unknown
std::string PathFromFolder(std::string_view folder, std::string_view path) {
  if (path.starts_with('/') || path.find('$') != std::string_view::npos) return "";
  return PathWithinTree(std::string(folder) + std::string(path)).value_or("");
}

namespace {

// A Helm chart, by its Chart.yaml. The values of a subchart are keys of its parent's values.yaml.
struct Chart {
  Scope scope = Scope::kSrc;
  std::vector<std::string> subcharts;
};
using Charts = std::map<std::string_view, Chart>;  // by folder, with its `/`

// The innermost chart that contains the file; nullptr for files of other kinds.
// The map is in the order of folders, so an inner one comes after the one around it.
const Chart* ChartOf(SurfaceKind kind, std::string_view path, const Charts& charts) {
  const Chart* out = nullptr;
  for (const auto& [folder, chart] : charts) {
    if (kind == SurfaceKind::kHelm && path.starts_with(folder)) out = &chart;
  }
  return out;
}

// The files that Compose files name as `env_file`, with any name, if they are not read yet. Each
// file of the tree is read at most once.
void ReadNamedFiles(const Tree& tree, std::vector<Surface>& out,
                    std::vector<Diagnostic>& diagnostics) {
  std::set<std::string> wanted;
  for (const Surface& surface : out) {
    const std::string_view folder = FolderOfPath(surface.file);
    for (const SurfaceProgram& program : surface.programs) {
      for (const std::string& spelled : program.env_files) {
        const std::string file = PathFromFolder(folder, spelled);
        wanted.insert(file);
        for (std::string& sample : SamplesOf(file)) wanted.insert(std::move(sample));
      }
    }
  }
  for (const Surface& surface : out) wanted.erase(surface.file);
  if (wanted.empty()) return;
  // Only files that set something: a name in `env_file` may be that of a different kind of file.
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

// The result for a file; without a surface if it is not one.
struct FileSurface {
  std::optional<Surface> surface;
  std::vector<Diagnostic> diagnostics;
};

}  // namespace

std::vector<Surface> ReadSurfaces(const Tree& tree, const KindGiven& given, unsigned jobs,
                                  std::vector<Diagnostic>& diagnostics) {
  // The charts first: which file is a template depends on them.
  std::vector<const SourceFile*> files;
  std::vector<std::optional<SurfaceKind>> kinds;  // that the user configured
  std::vector<std::string_view> charts;
  Charts chart_at;
  for (const SourceFile& file : tree.files) {
    if (file.path.ends_with("Chart.yaml")) {
      charts.push_back(std::string_view(file.path).substr(0, file.path.size() - 10));
      std::string text, error;
      bool binary = false;
      const bool readable = ReadWhole(file, &text, &binary, &error) && !binary;
      chart_at[charts.back()] = {file.scope, SubchartsOf(file.path, readable ? text : "")};
    }
    if (IsSource(file.kind)) continue;
    const std::optional<SurfaceKind> kind = given(file.path);
    if (!kind && !MayBeSurface(file.path)) continue;
    files.push_back(&file);
    kinds.push_back(kind);
  }
  // The list of the tree's files is a part of the key of remembered results; the contents of its
  // charts are not, so they are added.
  std::vector<std::vector<std::string>> subcharts;
  for (const auto& [folder, chart] : chart_at) subcharts.push_back(chart.subcharts);
  ResultsOfFiles<FileSurface> known(tree, "surfaces", std::pair(kinds, subcharts));
  ParallelFor(files.size(), std::min<unsigned>(ThreadCount(jobs), 8), [&](size_t i, unsigned) {
    std::optional<FileSurface>& one = known[*files[i]];
    if (one) return;
    std::string text, error;
    bool binary = false;
    if (!ReadWhole(*files[i], &text, &binary, &error) || binary) return;
    one.emplace();
    std::optional<SurfaceKind> kind = kinds[i];
    if (!kind) kind = SurfaceKindOf(files[i]->path, text, charts);
    if (!kind) return;
    const Chart* chart = ChartOf(*kind, files[i]->path, chart_at);
    static const std::vector<std::string> kNone;
    one->surface = ReadSurface(files[i]->path, *kind, text, one->diagnostics,
                               chart == nullptr ? kNone : chart->subcharts);
  });
  std::vector<Surface> out;
  for (const SourceFile* file : files) {
    const std::optional<FileSurface>& one = known[*file];
    if (!one || !one->surface || one->surface->settings.empty()) continue;
    Surface& surface = out.emplace_back(*one->surface);
    // A chart's folder `templates` has the scope of the chart, not that of examples.
    const Chart* chart = ChartOf(surface.kind, file->path, chart_at);
    surface.scope = chart == nullptr ? file->scope : chart->scope;
    diagnostics.insert(diagnostics.end(), one->diagnostics.begin(), one->diagnostics.end());
  }
  ReadNamedFiles(tree, out, diagnostics);
  return out;
}

}  // namespace flagcensus
