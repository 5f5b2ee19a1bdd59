// Which files are surfaces: by their names, and other YAML files by the keys at the top.
//
//   deploy/docker-compose.prod.yml   kCompose
//   chart/templates/web.yaml         kHelm, if chart/ has a Chart.yaml
//   k8s/web.yaml                     kKubernetes, if it has apiVersion: and kind:
//   .envs/.local/.web                kDotenv, if its text is one
#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/surfaces/surfaces.h"
#include "analyzer/tree/glob.h"
#include "analyzer/tree/page_format.h"
#include "analyzer/tree/relative_path.h"

namespace flagcensus {
namespace {

struct NamedKind {
  SurfaceKind kind;
  std::vector<std::string_view> on_name;
  std::vector<std::string_view> on_path;
};

// The name of a file is better evidence than its folder: `.github/docker-compose.yml` is a Compose
// file. The first row that matches decides.
const std::vector<NamedKind>& NamedKinds() {
  static const std::vector<NamedKind> kRows = {
      {SurfaceKind::kCompose,
       {"docker-compose*.y*ml", "compose.y*ml", "compose.*.y*ml", "compose-*.y*ml", "*compose.y*ml",
        "docker-stack*.y*ml"},
       {}},
      {SurfaceKind::kDockerfile,
       {"Dockerfile", "Dockerfile.*", "Dockerfile-*", "*.Dockerfile", "*.dockerfile",
        "Containerfile", "Containerfile.*"},
       {}},
      {SurfaceKind::kSystemd,
       {"*.service", "*.service.in", "*.service.tmpl", "*.socket", "*.timer", "*.container"},
       {"**/*.service.d/*.conf", "**/systemd/**/*.conf"}},
      {SurfaceKind::kCi,
       {".gitlab-ci.yml"},
       {".github/workflows/*.y*ml", "**/.github/workflows/*.y*ml"}},
      {SurfaceKind::kDevcontainer, {"devcontainer.json", ".devcontainer.json"}, {}},
      {SurfaceKind::kTox, {"tox.ini"}, {}},
      {SurfaceKind::kAppJson, {"app.json"}, {}},
      {SurfaceKind::kProcfile, {"Procfile", "Procfile.*"}, {}},
  };
  return kRows;
}

// Words in the names of files and folders that contain variables.
constexpr std::string_view kEnvironmentWords[] = {"env", "envs", "envfile", "environment"};

// Endings of a file that users copy to the name without the ending.
constexpr std::string_view kSampleEndings[] = {".example", ".sample", ".template", ".dist"};

// "deploy/app.env" ─→ "app.env"; npos + 1 is 0
std::string_view BaseOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool IsYaml(std::string_view base) { return base.ends_with(".yml") || base.ends_with(".yaml"); }

// The format of pages that knows the names and texts of these files.
const PageFormat& DotenvFormat() { return *FindPageFormat("dotenv"); }

std::optional<SurfaceKind> KindByName(std::string_view path) {
  struct Compiled {
    SurfaceKind kind;
    Globs on_name, on_path;
  };
  static const std::vector<Compiled> kCompiled = [] {
    std::vector<Compiled> out;
    for (const NamedKind& row : NamedKinds()) {
      Compiled& one = out.emplace_back();
      one.kind = row.kind;
      for (const std::string_view glob : row.on_name) one.on_name.Add(glob);
      for (const std::string_view glob : row.on_path) one.on_path.Add(glob);
    }
    return out;
  }();
  const std::string_view base = BaseOf(path);
  for (const Compiled& one : kCompiled) {
    if (one.on_name.Matches(base) || one.on_path.Matches(path)) return one.kind;
  }
  if (DotenvFormat().detect.is_name(base)) return SurfaceKind::kDotenv;
  return std::nullopt;
}

// Whether a word of the file's name says that it contains an environment: `env_file_template`. A
// word within another, `convention`, does not count.
// Only the first occurrence of each word is examined.
bool IsNamedEnvironment(std::string_view base) {
  const std::string lower = ToLower(base);
  return std::any_of(std::begin(kEnvironmentWords), std::end(kEnvironmentWords),
                     [&](std::string_view word) {
                       const size_t at = lower.find(word);
                       if (at == std::string::npos) return false;
                       const size_t end = at + word.size();
                       return (at == 0 || !IsAlnum(lower[at - 1])) &&
                              (end == lower.size() || !IsAlnum(lower[end]));
                     });
}

bool IsSampleEnding(std::string_view ending) {
  return std::find(std::begin(kSampleEndings), std::end(kSampleEndings), ending) !=
         std::end(kSampleEndings);
}

// Whether the file is in a folder for environments, up to two levels above it, and has no extension
// of its own kind: `env.d/web.dist`, `.envs/.local/.web`.
bool IsBesideEnvironments(std::string_view path) {
  std::string_view folder = FolderOfPath(path);
  const std::string_view base = BaseOf(path);
  const size_t dot = base.rfind('.');
  const bool bare = dot == std::string_view::npos || dot == 0;
  if (!bare && !IsSampleEnding(base.substr(dot))) return false;
  for (int up = 0; up < 2 && !folder.empty(); ++up) {
    folder.remove_suffix(1);
    if (IsNamedEnvironment(BaseOf(folder))) return true;
    folder = FolderOfPath(folder);
  }
  return false;
}

// Whether a line of the text begins with `key`. The two keys are required by the API of Kubernetes.
bool HasTopKey(std::string_view text, std::string_view key) {
  for (size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    if (at == 0 || text[at - 1] == '\n') return true;
  }
  return false;
}

// Whether the text has actions of a template, `{{ x }}`. `${{X}}` is a parameter of OpenShift.
bool IsTemplate(std::string_view text) {
  for (size_t at = text.find("{{"); at != std::string_view::npos; at = text.find("{{", at + 2)) {
    if (at == 0 || text[at - 1] != '$') return true;
  }
  return false;
}

}  // namespace

// "web.env" ─→ web.env.example, web.env.sample, web.env.template, web.env.dist
std::vector<std::string> SamplesOf(const std::string& file) {
  std::vector<std::string> out;
  for (const std::string_view ending : kSampleEndings) out.push_back(file + std::string(ending));
  return out;
}

// A test by the path alone, before a file is read. All YAML passes it.
bool MayBeSurface(std::string_view path) {
  const std::string_view base = BaseOf(path);
  return IsYaml(base) || base.ends_with(".tpl") || KindByName(path).has_value() ||
         IsNamedEnvironment(base) || IsBesideEnvironments(path);
}

std::optional<SurfaceKind> SurfaceKindOf(std::string_view path, std::string_view text,
                                         const std::vector<std::string_view>& charts) {
  // A chart decides before the name: its files may have any name.
  for (const std::string_view chart : charts) {
    if (!path.starts_with(chart)) continue;
    const std::string_view rest = path.substr(chart.size());
    const bool values = rest.find('/') == std::string_view::npos && rest.starts_with("values");
    if ((values && IsYaml(rest)) || rest.starts_with("templates/")) return SurfaceKind::kHelm;
  }
  if (const std::optional<SurfaceKind> kind = KindByName(path)) return kind;
  const bool manifest = IsYaml(BaseOf(path)) && HasTopKey(text, "apiVersion:") &&
                        HasTopKey(text, "kind:") && !IsTemplate(text);
  if (manifest) return SurfaceKind::kKubernetes;
  const bool named = IsNamedEnvironment(BaseOf(path)) || IsBesideEnvironments(path);
  if (named && DotenvFormat().detect.is_text(text)) return SurfaceKind::kDotenv;
  return std::nullopt;
}

}  // namespace flagcensus
