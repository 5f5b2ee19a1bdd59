// Found files ─→ JSON, bounded in size and depth ─→ entries of sources in the tree.
//
//   build/debug/compile_commands.json:
//   [{"directory": "/t/build/debug", "file": "../../src/a.c", "arguments": ["cc", "-DFAST", ...]}]
//   ─→ configuration "build/debug": src/a.c with -DFAST
#include "analyzer/c/compiler/compile_database.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <system_error>
#include <unordered_map>

#include "analyzer/base/bounded_json.h"
#include "analyzer/c/compiler/arguments.h"
#include "analyzer/tree/inside.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr char kFileName[] = "compile_commands.json";
// A command has about 1 KiB: 64 MiB are about 60,000 sources.
constexpr uintmax_t kMaxBytes = uintmax_t{64} << 20;
// Each is a configuration in which every source with an access is parsed again.
constexpr size_t kMaxDatabases = 16;
constexpr int kMaxDepth = 3;               // [ { "arguments": [ ... ] } ]
constexpr size_t kMaxCommandsPerFile = 4;  // in one configuration

// The usual names of build folders. Others are read if the user names them.
// A database in `target` or `bazel-out` is not found. Searching every folder would read databases
// of vendored projects, with options that do not belong to this one.
bool IsBuildFolder(const std::string& name) {
  return name.starts_with("build") || name.starts_with("cmake-build-") || name == "out" ||
         name == "_build" || name == ".build";
}

// Sorted, since the order of a directory differs between file systems. Links are not followed: they
// may lead out of the tree or back into it.
std::vector<fs::path> FoldersIn(const fs::path& folder) {
  std::vector<fs::path> out;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (at->is_directory(ignored) && !at->is_symlink(ignored)) out.push_back(at->path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

// Canonical paths, sorted, each once. A link out of the folder that was searched is skipped: its
// commands could reveal the contents of files that do not belong to the tree.
std::vector<std::string> FindDatabases(const std::vector<std::string>& folders,
                                       std::vector<std::string>* outside,
                                       DependencyTracker* dependencies, PathNotes* notes) {
  std::set<std::string> found;
  // The folder itself, each build folder in it, and one level below: build/debug, build/release.
  const auto look = [&](const fs::path& folder, const std::string& root) {
    std::error_code error;
    if (notes != nullptr) notes->Follow((folder / kFileName).string());
    if (!fs::exists(fs::symlink_status(folder / kFileName, error))) return;
    if (!LiesBelow(folder / kFileName, root)) {
      outside->push_back((folder / kFileName).string());
      return;
    }
    const fs::path file = fs::canonical(folder / kFileName, error);
    if (!error && fs::is_regular_file(file, error)) found.insert(file.string());
  };
  for (const std::string& folder : folders) {
    look(folder, folder);
    for (const fs::path& build : FoldersIn(folder)) {
      if (!IsBuildFolder(build.filename().string())) continue;
      if (dependencies != nullptr) dependencies->Note(build.string());
      look(build, folder);
      for (const fs::path& below : FoldersIn(build)) look(below, folder);
    }
  }
  std::vector<std::string> out(found.begin(), found.end());
  if (out.size() > kMaxDatabases) out.resize(kMaxDatabases);
  return out;
}

std::string ReadBounded(const std::string& path, std::string* text) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return "not a regular file";
  if (fs::file_size(path, error) > kMaxBytes || error) return "it is larger than 64 MiB";
  std::ifstream file(path, std::ios::binary);
  text->assign(std::istreambuf_iterator<char>(file), {});
  return file.bad() ? "it cannot be read" : "";
}

// "arguments" is exact; "command" has to be split as a shell would.
// An entry with neither is a source without options.
std::vector<std::string> ArgumentsOf(const json& entry) {
  const auto list = entry.find("arguments");
  if (list != entry.end() && list->is_array()) {
    std::vector<std::string> out;
    for (const json& one : *list) {
      if (one.is_string()) out.push_back(one.get<std::string>());
    }
    return out;
  }
  const auto command = entry.find("command");
  if (command == entry.end() || !command->is_string()) return {};
  return SplitCommand(command->get_ref<const std::string&>());
}

std::string TextOf(const json& entry, const char* key) {
  const auto at = entry.find(key);
  return at != entry.end() && at->is_string() ? at->get<std::string>() : std::string();
}

// "" or the problem.
// One entry that is malformed is skipped; the others are read.
std::string ReadDatabase(const std::string& path,
                         const std::unordered_map<std::string, int>& file_of,
                         const std::vector<std::string>& roots, PathNotes* notes,
                         Configuration* out) {
  std::string text;
  if (std::string problem = ReadBounded(path, &text); !problem.empty()) return problem;
  const std::optional<json> parsed = ParseBoundedJson(text, kMaxDepth);
  if (!parsed) return "not valid JSON";
  const json& document = *parsed;
  if (!document.is_array()) return "not a list of commands";
  const std::string folder = fs::path(path).parent_path().string();
  for (const json& entry : document) {
    // Relative paths are those of the entry's directory, and that is relative to the database.
    if (!entry.is_object()) continue;
    const std::string directory = (fs::path(folder) / TextOf(entry, "directory")).string();
    const std::string file = TextOf(entry, "file");
    if (file.empty()) continue;
    const std::string whole = (fs::path(directory) / file).lexically_normal().string();
    const auto known = file_of.find(whole);
    if (known == file_of.end()) continue;
    std::vector<CompileCommand>& commands = out->commands[known->second];
    // A file that is compiled several times in one configuration: four ways show the differences.
    if (commands.size() >= kMaxCommandsPerFile) continue;
    CompileCommand made{known->second, KeepArguments(ArgumentsOf(entry), directory, roots, notes)};
    const bool again =
        std::any_of(commands.begin(), commands.end(),
                    [&](const CompileCommand& other) { return other.arguments == made.arguments; });
    if (!again) commands.push_back(std::move(made));
  }
  return "";
}

}  // namespace

// The folder above each file's path in the tree. Roots such as "/" are excluded, since a worker may
// read below them.
std::vector<std::string> ScannedFolders(const Tree& tree) {
  std::set<std::string> seen;
  for (const SourceFile& file : tree.files) {
    const size_t above = file.absolute.size() - std::min(file.below, file.absolute.size());
    std::string folder = file.absolute.substr(0, above);
    const size_t slash = folder.rfind('/');
    if (slash != std::string::npos) seen.insert(folder.substr(0, slash + 1));
  }
  std::set<std::string> out;
  for (const std::string& folder : seen) {
    std::error_code error;
    const fs::path real = fs::canonical(folder, error);
    if (!error && real.has_relative_path()) out.insert(real.string() + "/");
  }
  return {out.begin(), out.end()};
}

CompileDatabases ReadCompileDatabases(const Tree& tree, const std::vector<std::string>& named,
                                      const std::string& root, DependencyTracker* dependencies) {
  CompileDatabases out;
  out.roots = ScannedFolders(tree);
  std::unordered_map<std::string, int> file_of;
  for (size_t i = 0; i < tree.files.size(); ++i) {
    if (!IsC(tree.files[i].kind)) continue;
    std::error_code error;
    // Indexed by the real path and by the path as scanned, since a build may use either.
    const fs::path real = fs::canonical(tree.files[i].absolute, error);
    if (!error) file_of.emplace(real.string(), static_cast<int>(i));
    file_of.emplace(tree.files[i].absolute, static_cast<int>(i));
  }
  std::optional<PathNotes> noted;
  if (dependencies != nullptr) noted.emplace(std::vector<std::string>(), dependencies);
  PathNotes* const notes = noted ? &*noted : nullptr;
  std::vector<std::string> paths;
  for (const std::string& path : named) {
    std::error_code error;
    if (notes != nullptr) notes->Follow(fs::absolute(path, error).string());
    const fs::path real = fs::canonical(path, error);
    if (error) {
      out.diagnostics.push_back({"compile-commands", {path, 0, 0}, "no such file"});
      continue;
    }
    paths.push_back(real.string());
    // The user named it, so its folder, which contains generated headers, may be read, too.
    out.roots.push_back(real.parent_path().string() + "/");
  }
  std::vector<std::string> outside;
  if (named.empty()) paths = FindDatabases(out.roots, &outside, dependencies, notes);
  for (const std::string& path : outside) {
    out.diagnostics.push_back({"compile-commands",
                               {ShownPath(path, root), 0, 0},
                               "skipped: it is a symbolic link out of the tree; name it with "
                               "--compile-commands"});
  }
  for (const std::string& path : paths) {
    if (dependencies != nullptr) dependencies->Note(path);
    Configuration made;
    const std::string folder = fs::path(path).parent_path().string();
    made.name = ShownPath(folder, root);
    if (made.name.empty()) made.name = ".";
    const std::string problem = ReadDatabase(path, file_of, out.roots, notes, &made);
    if (problem.empty()) {
      out.configurations.push_back(std::move(made));
    } else {
      out.diagnostics.push_back(
          {"compile-commands", {ShownPath(path, root), 0, 0}, "skipped: " + problem});
    }
  }
  std::sort(out.configurations.begin(), out.configurations.end(),
            [](const Configuration& a, const Configuration& b) { return a.name < b.name; });
  return out;
}

}  // namespace flagcensus
