// go.mod, package.json, tsconfig.json, Cargo.toml ─→ the files to which imports refer
//
//   go.mod: module example.org/app        "example.org/app/conf"  ─→ folder conf/
//   package.json: name @x/env             "@x/env"                ─→ its entry, src/index.ts
//   tsconfig.json: paths @/* -> src/*     "@/conf"                ─→ src/conf.ts
//   "./conf" in src/a.ts                          ─→ src/conf.ts or src/conf/index.ts
#include "analyzer/languages/link/modules.h"

#include <toml++/toml.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

using nlohmann::json;

constexpr std::string_view kScripts[] = {".ts",  ".tsx", ".js",  ".jsx",
                                         ".mts", ".cts", ".mjs", ".cjs"};
// A larger manifest is generated or hostile.
constexpr size_t kLongestManifest = 1'000'000;
constexpr int kDeepestExports = 6;  // nested conditions

// JSON in the form of tsconfig.json: with comments, and commas before a closing bracket.
json ParseLoosely(const std::string& text) {
  if (text.size() > kLongestManifest) return json::value_t::discarded;
  // Most files are plain JSON, perhaps with comments.
  json strict = json::parse(text, nullptr, false, true);
  if (!strict.is_discarded()) return strict;
  // Step 1: without comments. Step 2: without those commas.
  std::string bare;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"' && (i == 0 || text[i - 1] != '\\')) quoted = !quoted;
    const std::string_view two = std::string_view(text).substr(i, 2);
    if (!quoted && (two == "//" || two == "/*")) {
      const size_t end = text.find(two == "//" ? "\n" : "*/", i + 2);
      if (end == std::string::npos) break;
      i = two == "//" ? end - 1 : end + 1;
      continue;
    }
    bare += text[i];
  }
  std::string out;
  quoted = false;
  for (size_t i = 0; i < bare.size(); ++i) {
    if (bare[i] == '"' && (i == 0 || bare[i - 1] != '\\')) quoted = !quoted;
    const size_t next = bare.find_first_not_of(" \t\r\n", i + 1);
    const bool last = next != std::string::npos && (bare[next] == '}' || bare[next] == ']');
    if (quoted || bare[i] != ',' || !last) out += bare[i];
  }
  return json::parse(out, nullptr, false, true);
}

// The text of a key; "" if it is missing or not a text.
std::string TextIn(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// All files that an entry of `exports` names, under any condition.
void Leaves(const json& value, int depth, std::vector<std::string>* out) {
  if (value.is_string()) out->push_back(value.get<std::string>());
  if (!value.is_object() || depth > kDeepestExports) return;
  for (const auto& [key, inner] : value.items()) Leaves(inner, depth + 1, out);
}

}  // namespace

// One pass over the files of the tree, of which only manifests are read.
void TreeModules::Read() {
  std::string text;
  for (size_t i = 0; i < tree_.files.size(); ++i) {
    const SourceFile& file = tree_.files[i];
    file_of_path_.emplace(file.path, i);
    const std::string name = file.path.substr(file.path.rfind('/') + 1);  // npos + 1 is 0
    // "tsconfig.base.json" and the like, which others extend.
    const bool aliases =
        (name.starts_with("tsconfig") || name == "jsconfig.json") && name.ends_with(".json");
    const bool wanted =
        name == "go.mod" || name == "package.json" || name == "Cargo.toml" || aliases;
    // Installed packages are not part of the tree.
    if (!wanted || file.path.find("node_modules/") != std::string::npos) continue;
    if (!ReadSource(file, &text).empty()) continue;
    const std::string folder(FolderOfPath(file.path));
    if (name == "go.mod") ReadGo(folder, text);
    if (name == "package.json") ReadPackage(folder, text);
    if (name == "Cargo.toml") ReadCargo(folder, text);
    if (aliases) ReadAliases(folder, name == "tsconfig.json", text);
  }
  PlaceRust();
}

// `module PATH` and `replace PATH => ./folder`, also in a block of replacements.
void TreeModules::ReadGo(const std::string& folder, std::string_view text) {
  for (std::string_view line : Split(text, '\n')) {
    line = Trim(line);
    if (line.starts_with("module ")) {
      go_modules_.emplace(std::string(Trim(line.substr(7))), folder);
      continue;
    }
    if (line.starts_with("replace ")) line = Trim(line.substr(8));
    const size_t arrow = line.find(" => ");
    if (arrow == std::string_view::npos) continue;
    const std::string target(Trim(line.substr(arrow + 4)));
    const std::string_view from = Trim(line.substr(0, arrow));
    // Only a replacement by a folder is in the tree.
    if (!target.starts_with('.')) continue;
    const std::optional<std::string> path = PathWithinTree(folder + target);
    if (path) {
      go_modules_.emplace(std::string(from.substr(0, from.find(' '))),
                          path->empty() ? "" : *path + "/");
    }
  }
}

// The entries of a package, in the order in which they are tried.
void TreeModules::ReadPackage(const std::string& folder, const std::string& text) {
  const json file = ParseLoosely(text);
  if (!file.is_object()) return;
  const std::string name = TextIn(file, "name");
  if (name.empty()) return;
  Package out{folder, {}};
  // The sources come first: `main` often names a file that only the build creates.
  std::vector<std::string>& main = out.entries["."];
  if (const std::string source = TextIn(file, "source"); !source.empty()) main.push_back(source);
  if (const auto exports = file.find("exports"); exports != file.end()) {
    // `exports` is either a map of paths ("." and "./x") or the conditions of the package itself.
    const bool paths =
        exports->is_object() && !exports->empty() && exports->begin().key().starts_with('.');
    if (!paths) Leaves(*exports, 0, &main);
    if (paths) {
      for (const auto& [key, value] : exports->items()) Leaves(value, 0, &out.entries[key]);
    }
  }
  for (const char* const key : {"module", "main", "types", "typings"}) {
    const std::string path = TextIn(file, key);
    if (!path.empty()) out.entries["."].push_back(path);
  }
  packages_.emplace(name, std::move(out));
}

// `extends` and `references` are not followed; but the other configurations of a folder, which it
// names there, and those of the folders above are tried after the main one.
void TreeModules::ReadAliases(const std::string& folder, bool main, const std::string& text) {
  const json file = ParseLoosely(text);
  const auto options = file.is_object() ? file.find("compilerOptions") : file.end();
  if (!file.is_object() || options == file.end() || !options->is_object()) return;
  const std::string base = TextIn(*options, "baseUrl");
  const auto paths = options->find("paths");
  // A configuration without both says nothing about modules.
  const bool named = paths != options->end() && paths->is_object();
  if (base.empty() && !named) return;
  // A base outside of the tree has no files.
  const std::optional<std::string> at = PathWithinTree(folder + base);
  if (!at) return;
  Aliases out;
  out.base = at->empty() ? "" : *at + "/";
  out.based = !base.empty();
  const json none = json::object();
  for (const auto& [pattern, targets] : (named ? *paths : none).items()) {
    std::vector<std::string> all;
    for (const json& target : targets.is_array() ? targets : json::array()) {
      if (target.is_string()) all.push_back(out.base + target.get<std::string>());
    }
    out.paths.emplace_back(pattern, std::move(all));
  }
  std::vector<Aliases>& those = aliases_[folder];
  those.insert(main ? those.begin() : those.end(), std::move(out));
}

// The name of the crate in code has underscores in place of hyphens.
void TreeModules::ReadCargo(const std::string& folder, const std::string& text) {
  std::string& root = crate_roots_[folder];
  try {
    const toml::table file = toml::parse(text);
    std::string name = file["package"]["name"].value_or(std::string());
    name = file["lib"]["name"].value_or(name);
    root = file["lib"]["path"].value_or(std::string());
    std::replace(name.begin(), name.end(), '-', '_');
    if (!name.empty()) crates_.emplace(name, folder);
    // A workspace without a package is not a crate.
    if (!file.contains("package")) crate_roots_.erase(folder);
  } catch (const toml::parse_error&) {
    return;  // it does not parse, and names no crate
  }
}

// The module with the longest path that begins the import.
std::string TreeModules::GoFolderOf(const std::string& import) const {
  std::string best = "?";
  size_t longest = 0;
  for (const auto& [module, folder] : go_modules_) {
    // Import paths have no version at their end (go.cc), but a module may: example.org/app/v2.
    const bool versioned = module.starts_with(import + "/v") &&
                           module.find('/', import.size() + 1) == std::string::npos;
    if (import == module || versioned) return folder;
    if (module.size() < longest || !import.starts_with(module + "/")) continue;
    longest = module.size();
    best = folder + import.substr(module.size() + 1) + "/";
  }
  return best;
}

// The file itself, with an ending, or the index of a folder.
std::optional<size_t> TreeModules::ScriptAt(const std::string& base) const {
  std::vector<std::string> tried = {base};
  for (const std::string_view ending : kScripts) {
    tried.push_back(base + std::string(ending));
    tried.push_back(base + (base.empty() ? "index" : "/index") + std::string(ending));
  }
  // "./env.js" in code often means "./env.ts": TypeScript imports by the name of the output.
  const size_t dot = base.rfind('.');
  if (dot != std::string::npos && base.find('/', dot) == std::string::npos) {
    const std::string ending = base.substr(dot);
    const std::string stem = base.substr(0, dot);
    if (ending == ".js" || ending == ".jsx") {
      tried.push_back(stem + ".ts");
      tried.push_back(stem + ".tsx");
    }
    if (ending == ".mjs") tried.push_back(stem + ".mts");
    if (ending == ".cjs") tried.push_back(stem + ".cts");
  }
  for (const std::string& path : tried) {
    const auto file = file_of_path_.find(path);
    if (file == file_of_path_.end()) continue;
    const bool script =
        std::any_of(std::begin(kScripts), std::end(kScripts),
                    [&](std::string_view ending) { return path.ends_with(ending); });
    // A declaration file has no values.
    if (script && !path.ends_with(".d.ts")) return file->second;
  }
  return std::nullopt;
}

// The source of a built file of a package: "build/src/index.js" ─→ "src/index.ts". Folders at the
// front are removed, up to four, until a source fits.
std::optional<size_t> TreeModules::EntryOf(const std::string& folder,
                                           const std::vector<std::string>& entries) const {
  for (const std::string& entry : entries) {
    const std::optional<std::string> path = PathWithinTree(entry);
    if (!path) continue;
    std::string rest = *path;
    for (const std::string_view ending : {".d.ts", ".d.mts", ".d.cts"}) {
      if (rest.ends_with(ending)) rest = rest.substr(0, rest.size() - ending.size()) + ".js";
    }
    for (int i = 0; i < 4; ++i) {
      if (const auto file = ScriptAt(folder + rest)) return file;
      if (const auto file = ScriptAt(folder + "src/" + rest)) return file;
      const size_t slash = rest.find('/');
      if (slash == std::string::npos) break;
      rest = rest.substr(slash + 1);
    }
  }
  return std::nullopt;
}

// A package of the tree, or a path in one.
std::optional<size_t> TreeModules::PackageFile(const std::string& module) const {
  // "@scope/name/sub" or "name/sub".
  size_t slash = module.find('/');
  if (module.starts_with('@') && slash != std::string::npos) slash = module.find('/', slash + 1);
  const auto package = packages_.find(module.substr(0, slash));
  if (package == packages_.end()) return std::nullopt;
  const Package& of = package->second;
  if (slash == std::string::npos) {
    if (const auto file = EntryOf(of.folder, of.entries.at("."))) return file;
    // The usual places, for a package that names only built files.
    for (const char* const usual : {"src/index", "index", "lib/index", "src/main"}) {
      if (const auto file = ScriptAt(of.folder + usual)) return file;
    }
    return std::nullopt;
  }
  // A path in the package: first by `exports`, then by its files.
  const std::string sub = module.substr(slash + 1);
  for (const auto& [pattern, entries] : of.entries) {
    const size_t star = pattern.find('*');
    if (star == std::string::npos) {
      if (pattern != "./" + sub) continue;
      if (const auto file = EntryOf(of.folder, entries)) return file;
      continue;
    }
    const std::string before = pattern.substr(0, star);
    // A pattern of `exports` with a star: "./features/*".
    if (!("./" + sub).starts_with(before)) continue;
    std::vector<std::string> put;
    for (const std::string& entry : entries) {
      put.push_back(ReplaceAll(entry, "*", ("./" + sub).substr(before.size())));
    }
    if (const auto file = EntryOf(of.folder, put)) return file;
  }
  // A path that `exports` does not name is a file of the package.
  return EntryOf(of.folder, {sub, "lib/" + sub});
}

// By the first of `paths` that fits, then by `baseUrl`.
std::optional<size_t> TreeModules::FileBy(const Aliases& aliases, const std::string& module) const {
  for (const auto& [pattern, targets] : aliases.paths) {
    const size_t star = pattern.find('*');
    const std::string before = pattern.substr(0, star);
    const std::string after = star == std::string::npos ? "" : pattern.substr(star + 1);
    // Without a star, the pattern is a complete module.
    const bool fits = star == std::string::npos
                          ? module == pattern
                          : module.size() >= before.size() + after.size() &&
                                module.starts_with(before) && module.ends_with(after);
    if (!fits) continue;
    const std::string middle =
        star == std::string::npos
            ? ""
            : module.substr(before.size(), module.size() - before.size() - after.size());
    // The first target that exists.
    for (const std::string& target : targets) {
      const std::optional<std::string> path = PathWithinTree(ReplaceAll(target, "*", middle));
      if (const auto file = path ? ScriptAt(*path) : std::nullopt) return file;
    }
  }
  return aliases.based ? ScriptAt(aliases.base + module) : std::nullopt;
}

// By the configurations of the folders above, the nearest first. "@/" and "~/" that those of a
// folder do not resolve are aliases of its source folder, as in common frameworks.
std::optional<size_t> TreeModules::AliasFile(const std::string& folder,
                                             const std::string& module) const {
  for (std::string at = folder;; at = FolderOfPath(at.substr(0, at.size() - 1))) {
    if (const auto found = aliases_.find(at); found != aliases_.end()) {
      for (const Aliases& aliases : found->second) {
        if (const auto file = FileBy(aliases, module)) return file;
      }
    }
    if (module.starts_with("@/") || module.starts_with("~/")) {
      if (const auto file = ScriptAt(at + "src/" + module.substr(2))) return file;
      if (const auto file = ScriptAt(at + module.substr(2))) return file;
    }
    if (at.empty()) return std::nullopt;
  }
}

std::optional<size_t> TreeModules::ScriptOf(const std::string& folder,
                                            const std::string& module) const {
  // Cached, since each import and each unknown name asks again. Units resolve on several threads.
  const std::scoped_lock lock(scripts_mutex_);
  const auto [at, fresh] = scripts_.try_emplace({folder, module});
  if (fresh) at->second = FindScript(folder, module);
  return at->second;
}

// Relative paths first, then packages, then aliases.
std::optional<size_t> TreeModules::FindScript(const std::string& folder,
                                              const std::string& module) const {
  if (module.empty()) return std::nullopt;
  if (module.starts_with("./") || module.starts_with("../") || module == "." || module == "..") {
    const std::optional<std::string> path = PathWithinTree(folder + module);
    return path ? ScriptAt(*path) : std::nullopt;
  }
  // "/x" is not a module, and ".x" is not a path.
  if (module.starts_with('.') || module.starts_with('/')) return std::nullopt;
  if (const auto file = PackageFile(module)) return file;
  return AliasFile(folder, module);
}

}  // namespace flagcensus
