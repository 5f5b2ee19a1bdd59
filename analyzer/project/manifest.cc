// Build file ─→ the project's name, its packages, its commands and what only builds it.
//
// pyproject.toml is read as described by PEP 621 and by the backends (setuptools, Hatch, Poetry,
// Flit, PDM). A build backend within the tree is not a hook: users run it to build. Nothing is
// executed, so what a setup.py computes is not known.
//
//   [project] name = "shop", scripts = {shop = "shop.cli:main"}  ─→  name shop, program shop/cli
//   [tool.setuptools] packages = ["shop", "shop.db"]             ─→  packages shop, shop/db
#include "analyzer/project/manifest.h"

#include <toml++/toml.h>

#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// A path that leads out of the project is ignored.
void AddPath(std::string_view path, std::vector<std::string>* into) {
  std::string inside = PathInside(path);
  if (!inside.empty()) into->push_back(std::move(inside));
}

template <typename View>
std::string Text(const View& view) {
  return view.value_or(std::string());
}

// In lower case, since registries ignore case.
void AddName(std::string_view name, Manifest* manifest) {
  if (!name.empty()) manifest->names.push_back(ToLower(name));
}

// Calls take(text) for each string of the list.
template <typename View, typename Take>
void EachString(const View& view, Take take) {
  const toml::array* list = view.as_array();
  if (list == nullptr) return;
  for (const toml::node& node : *list) {
    if (const auto* text = node.as_string()) take(text->get());
  }
}

// { command = "module:function" }, or a table with such a value in it.
template <typename View>
void ReadCommands(const View& view, Manifest* manifest) {
  const toml::table* commands = view.as_table();
  if (commands == nullptr) return;
  for (const auto& [key, node] : *commands) {
    std::string text = node.value_or(std::string());
    if (const toml::table* inner = node.as_table()) text = Text((*inner)["reference"]);
    const std::string path = ModulePath(text);
    if (!path.empty()) manifest->programs.push_back(path);
  }
}

void ReadSetuptools(const toml::table& file, Manifest* manifest) {
  const auto setuptools = file["tool"]["setuptools"];
  const auto add = [&](const std::string& name) {
    // A pattern such as "app*" names no folder.
    if (name.find('*') == std::string::npos) {
      AddPath(ReplaceAll(name, ".", "/"), &manifest->packages);
    }
  };
  EachString(setuptools["packages"], add);
  EachString(setuptools["packages"]["find"]["include"], add);
  EachString(setuptools["py-modules"],
             [&](const std::string& name) { AddPath(name, &manifest->modules); });
  EachString(setuptools["script-files"],
             [&](const std::string& path) { AddPath(path, &manifest->scripts); });
  if (const toml::table* folders = setuptools["package-dir"].as_table()) {
    // The empty package is the folder of all others, "src".
    for (const auto& [package, folder] : *folders) {
      if (!package.str().empty()) AddPath(folder.value_or(std::string()), &manifest->packages);
    }
  }
  if (const toml::table* commands = setuptools["cmdclass"].as_table()) {
    for (const auto& [command, name] : *commands) {
      // cmdclass: {"build_py": "tools.build.Build"} ─→ tools/build.py, which the build runs.
      const std::string dotted = name.value_or(std::string());
      AddPath(ModulePath(dotted.substr(0, dotted.rfind('.'))) + ".py", &manifest->hooks);
    }
  }
}

// Custom hooks run during the build; `packages` of a target are installed.
void ReadHatch(const toml::table& file, Manifest* manifest) {
  const auto build = file["tool"]["hatch"]["build"];
  const auto hook = [&](const auto& custom) { AddPath(Text(custom["path"]), &manifest->hooks); };
  hook(build["hooks"]["custom"]);
  hook(file["tool"]["hatch"]["metadata"]["hooks"]["custom"]);
  if (const toml::table* targets = build["targets"].as_table()) {
    for (const auto& [target, node] : *targets) {
      const toml::node_view<const toml::node> table(node);
      hook(table["hooks"]["custom"]);
      EachString(table["packages"],
                 [&](const std::string& path) { AddPath(path, &manifest->packages); });
    }
  }
}

// `build` is a script, or a table with one.
void ReadPoetry(const toml::table& file, Manifest* manifest) {
  const auto poetry = file["tool"]["poetry"];
  AddName(Text(poetry["name"]), manifest);
  AddPath(Text(poetry["build"]), &manifest->hooks);
  AddPath(Text(poetry["build"]["script"]), &manifest->hooks);
  ReadCommands(poetry["scripts"], manifest);
  const toml::array* packages = poetry["packages"].as_array();
  for (size_t i = 0; packages != nullptr && i < packages->size(); ++i) {
    const toml::node_view<const toml::node> package((*packages)[i]);
    const std::string from = Text(package["from"]);
    // {include = "app", from = "src"} ─→ src/app
    AddPath((from.empty() ? "" : from + "/") + Text(package["include"]), &manifest->packages);
  }
}

void ReadPyproject(std::string_view text, const std::string& shown, Manifest* manifest,
                   std::vector<Diagnostic>* diagnostics) {
  try {
    const toml::table file = toml::parse(text, shown);
    AddName(Text(file["project"]["name"]), manifest);
    ReadCommands(file["project"]["scripts"], manifest);
    ReadCommands(file["project"]["gui-scripts"], manifest);
    ReadSetuptools(file, manifest);
    ReadHatch(file, manifest);
    ReadPoetry(file, manifest);
    AddPath(ReplaceAll(Text(file["tool"]["flit"]["module"]["name"]), ".", "/"),
            &manifest->packages);
    AddPath(Text(file["tool"]["pdm"]["build"]["custom-hook"]), &manifest->hooks);
  } catch (const toml::parse_error& error) {
    const toml::source_position at = error.source().begin;
    diagnostics->push_back({"broken-manifest",
                            {shown, static_cast<int>(at.line), static_cast<int>(at.column)},
                            "is skipped: directories are classified by their names alone: " +
                                std::string(error.description())});
  }
}

}  // namespace

// "a/../b" is rejected as well: a normal manifest has no such path.
std::string PathInside(std::string_view path) {
  std::string out;
  if (path.empty() || path.front() == '/' || path.find('\0') != std::string_view::npos) return "";
  for (const std::string_view part : Split(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (part == "..") return "";
    out += (out.empty() ? "" : "/") + std::string(part);
  }
  return out;
}

// "shop.cli:main" ─→ "shop/cli"; "" for anything that is not a dotted name
std::string ModulePath(std::string_view dotted) {
  dotted = Trim(dotted.substr(0, dotted.find(':')));
  const bool is_one = !dotted.empty() && std::all_of(dotted.begin(), dotted.end(), [](char c) {
    return c == '.' || IsIdentifierByte(c);
  });
  return is_one ? PathInside(ReplaceAll(dotted, ".", "/")) : "";
}

// The files that ReadManifest reads, by name.
bool IsManifest(std::string_view file_name) {
  constexpr std::string_view kNames[] = {"pyproject.toml", "setup.cfg",   "setup.py",
                                         "CMakeLists.txt", "meson.build", "configure.ac"};
  return std::find(std::begin(kNames), std::end(kNames), file_name) != std::end(kNames);
}

void ReadManifest(std::string_view file_name, std::string_view text, const std::string& shown,
                  Manifest* manifest, std::vector<Diagnostic>* diagnostics) {
  if (file_name == "pyproject.toml") {
    ReadPyproject(text, shown, manifest, diagnostics);
  } else if (file_name == "setup.cfg") {
    ReadSetupCfg(text, manifest);
  } else if (file_name == "setup.py") {
    ReadSetupScript(text, manifest);
  } else {
    ReadBuildName(file_name, text, manifest);
  }
}

}  // namespace flagcensus
