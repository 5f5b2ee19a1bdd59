// The manifests of a tree ─→ paths below its top: packages, programs, hooks, modules of setup.py.
//
//   pyproject.toml: name = "my-app", scripts = {run = "my_app.cli:main"}; my_app/__init__.py
//       ─→  packages {"my_app/"}, programs {"my_app/cli.py", "my_app/cli/__main__.py", ...}
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/project/manifest.h"
#include "analyzer/project/scope.h"

namespace flagcensus {
namespace {

// Bounds for hostile trees. Manifests are small, and a project has few.
constexpr uint64_t kMaxManifestBytes = uint64_t{1} << 20;
// A repository of many packages has one for each; more are test data.
constexpr size_t kMaxManifests = 2000;

// The folders in which Python's build backends search for packages.
constexpr std::string_view kLayouts[] = {"", "src/"};

// Adds the statements of one project. Names and imports count only if the path exists.
void AddProject(const std::string& folder, const Manifest& manifest,
                const std::set<std::string, std::less<>>& files,
                const std::set<std::string, std::less<>>& packages, ProjectParts* parts) {
  parts->names.insert(manifest.names.begin(), manifest.names.end());
  for (const std::string_view layout : kLayouts) {
    const std::string base = folder + std::string(layout);
    for (const std::string& package : manifest.packages)
      parts->packages.insert(base + package + "/");
    for (const std::string& program : manifest.programs) {
      parts->programs.insert(base + program + ".py");
      parts->programs.insert(base + program + "/__main__.py");
    }
    // A project without a list of packages has one of its own name.
    for (const std::string& name : manifest.names) {
      std::string package = base + ReplaceAll(ReplaceAll(name, "-", "_"), ".", "_") + "/";
      if (packages.count(package) > 0) parts->packages.insert(std::move(package));
    }
  }
  for (const std::string& script : manifest.scripts) parts->programs.insert(folder + script);
  for (const std::string& hook : manifest.hooks) {
    if (files.count(folder + hook) > 0) {
      parts->hooks.insert(folder + hook);
    } else if (packages.count(folder + hook + "/") == 0 || manifest.imports.empty()) {
      parts->hooks.insert(folder + hook + "/");
    }
  }
  const std::set<std::string> installed(manifest.modules.begin(), manifest.modules.end());
  // A file that setup.py imports is a part of the build, unless it is also installed.
  for (const std::string& name : manifest.imports) {
    std::string file = folder + name + ".py";
    if (files.count(file) == 0 || installed.count(name) > 0) continue;
    parts->build_modules[name].insert(std::move(file));
  }
}

}  // namespace

// "src/app/a.py" ─→ "src/app/"; "a.py" ─→ ""
std::string_view FolderOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash + 1);
}

ProjectParts FindProjectParts(const Tree& tree, std::vector<Diagnostic>* diagnostics) {
  std::map<std::string, Manifest> manifests;
  // All manifests of one folder are one project, so pyproject.toml and setup.py add up.
  std::set<std::string, std::less<>> files, packages;
  size_t count = 0;
  for (const SourceFile& file : tree.files) {
    const std::string_view path = file.PathBelow();
    const std::string_view folder = FolderOf(path);
    const std::string_view name = path.substr(folder.size());
    if (IsPythonSource(file.kind)) files.emplace(path);
    if (name == "__init__.py") packages.emplace(folder);
    // Only the topmost build file of C names the project; the others name its parts.
    const bool python = name == "pyproject.toml" || name.starts_with("setup.");
    if (!IsManifest(name) || (!python && !folder.empty())) continue;
    if (file.size > kMaxManifestBytes || ++count > kMaxManifests) {
      diagnostics->push_back(
          {"file-too-large",
           {file.path, 0, 0},
           "is skipped: directories are classified by their names alone: " +
               std::string(count > kMaxManifests ? "the 2001st build file" : "larger than 1 MiB")});
      if (count > kMaxManifests) break;
      continue;
    }
    std::string text, error;
    bool binary = false;
    if (!ReadWhole(file, &text, &binary, &error) || binary) continue;
    ReadManifest(name, text, file.path, &manifests[std::string(folder)], diagnostics);
  }
  ProjectParts parts;
  for (const auto& [folder, manifest] : manifests) {
    AddProject(folder, manifest, files, packages, &parts);
  }
  parts.started = FindStarted(tree);
  for (const auto& [program, starter] : parts.started) parts.programs.insert(program);
  return parts;
}

}  // namespace flagcensus
