// What the readers of surfaces share. Internal to surfaces/.
//
//   a reader: text ─→ programs and settings, e.g. compose.cc
//   SetByExpansion: "${PORT:-80}" ─→ filled, 80
//   YamlView: a file with aliases, without copies
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/model/surface.h"
#include "analyzer/pages/data/registry_tree.h"

namespace flagcensus {

// Levels of nested lists and maps; deeper ones are not searched.
inline constexpr int kMaxYamlDepth = 64;

// Each reader fills programs and settings of `out`; file and kind are set already.
struct SurfaceText {
  std::string_view file;
  std::string_view text;
  std::vector<Diagnostic>& diagnostics;
  const std::vector<std::string>& subcharts;
};
// The names under which Chart.yaml, `text`, has the charts that it depends on.
std::vector<std::string> SubchartsOf(std::string_view file, std::string_view text);
void ReadComposeSurface(const SurfaceText& in, Surface& out);
void ReadManifestSurface(const SurfaceText& in, Surface& out);  // Kubernetes
void ReadChartSurface(const SurfaceText& in, Surface& out);
void ReadDockerfileSurface(const SurfaceText& in, Surface& out);
void ReadUnitSurface(const SurfaceText& in, Surface& out);  // systemd
void ReadCiSurface(const SurfaceText& in, Surface& out);
void ReadJsonSurface(const SurfaceText& in, Surface& out);  // devcontainer.json, app.json
void ReadToxSurface(const SurfaceText& in, Surface& out);
void ReadProcfileSurface(const SurfaceText& in, Surface& out);
void ReadDotenvSurface(const SurfaceText& in, Surface& out);

// Whether a variable may have that name: a letter or `_`, then letters, digits and `_`.
bool IsVariableName(std::string_view name);

// Sets how and what `value` gives, by the expansions of Compose and the shell:
// `${X:-d}` fills, `${X}` passes, `${X:?m}` demands, a text with any of them and more is kUnknown
// unless all have a fallback.
void SetByExpansion(std::string_view value, SurfaceSetting& setting);

// The names that a text expands: $X, ${X...}, $$X, $(X), %X%, {env:X}, env.X. A line that only
// passes the variable on (`X: ${X}`) does not count. Sorted, without duplicates.
std::vector<std::string> ExpandedNames(std::string_view text);

// Those of the set names that occur on other lines of the text, too: commands in a CI file or in an
// image's build file may read them. A line `ARG NAME` does not count. Sorted; one pass.
std::vector<std::string> NamesUsedBeside(const std::vector<SurfaceSetting>& settings,
                                         std::string_view text);

// The values that the lines of a text fill in by ${NAME:-text}, without comments. Texts that expand
// other variables, and empty ones, are omitted.
std::vector<SurfaceFallback> FallbacksOf(std::string_view file, std::string_view text);

// The lines of a text, without the `\r` of their ends.
std::vector<std::string_view> LinesOf(std::string_view text);

// The words of a line as a shell splits them, quotes and backslashes resolved, with their offsets.
struct ShellWord {
  std::string text;
  size_t at = 0;
};
std::vector<ShellWord> ShellWords(std::string_view line);

// A parsed YAML or JSON file. Aliases are followed on demand: nothing is copied, so a bomb of
// aliases or a circle of anchors costs no more than the questions about it. Their number is
// bounded.
class YamlView {
 public:
  // Parses the text. A syntax error is a diagnostic, and the part before it is kept.
  YamlView(const SurfaceText& in, bool json = false);

  const std::vector<RegistryNode>& documents() const { return root_.children; }
  // The node that an alias refers to; any other node itself.
  const RegistryNode& Follow(const RegistryNode& node) const;
  // The value of `key` in a map, including its merges (`<<: *name`); nullptr if there is no such
  // key.
  const RegistryNode* At(const RegistryNode& map, std::string_view key) const;
  // Each child of a list, or of a map including what it merges; only the first of several with one
  // key.
  using Visit = std::function<void(const RegistryNode&)>;
  void Each(const RegistryNode& node, const Visit& visit) const;
  // The text of a scalar at `key`; "" if there is no scalar.
  std::string TextAt(const RegistryNode& map, std::string_view key) const;

 private:
  void EachOf(const RegistryNode& node, int depth, std::set<std::string_view>& seen,
              const Visit& visit) const;
  bool Pays() const;

  RegistryNode root_;
  std::unordered_map<size_t, const RegistryNode*> anchors_;
  mutable size_t steps_ = 0;
};

// Adds the settings of an environment: a map of values, a list of "NAME=value" or names, a list of
// maps with `name` and `value` or `valueFrom`. `expands`: its values are expanded as Compose does.
void AddEnvironment(const YamlView& yaml, const RegistryNode& node, std::string_view file,
                    int program, bool expands, Surface& out);

// Adds the lines that are commented out among those of an environment: `# - NAME=value`, `# NAME:
// value`. They belong to the program of the nearest setting, within some lines.
void AddCommented(const SurfaceText& in, Surface& out);

}  // namespace flagcensus
