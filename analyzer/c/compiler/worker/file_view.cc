// roots ─→ the folders in them that contain links out ─→ an overlay in LLVM's format, as JSON
//
// A root without such links is mapped to itself in one entry. A folder with one is listed entry by
// entry without the link, as are the folders above it. The overlay is a file in memory, created
// while files could still grow, and written through a mapping.
//
//   tree/a/link → /etc      ─→ tree: {a: {all entries but link}, all other entries}
#include "analyzer/c/compiler/worker/file_view.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

#include "analyzer/c/compiler/system_folders.h"
#include "analyzer/tree/inside.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Maximum for the overlay. Its size is fixed before the process gives up growing files.
// With more links out than fit, the tree is not parsed by libclang.
constexpr size_t kBytes = size_t{1} << 20;
constexpr size_t kMaxEntries = 1'000'000;  // of folders that are examined

struct Memory {
  int file = -1;
  char* text = nullptr;
};

// One for the process: created by PrepareView, filled by ViewOf.
Memory& TheMemory() {
  static Memory memory;
  return memory;
}

std::string WithoutSlash(std::string folder) {
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  return folder;
}

// Links below `root` that lead out of the readable folders, by the folder that contains them. False
// if there are too many files to examine.
// Links are not followed, so each folder is searched once.
bool FindLinksOut(const fs::path& root, const std::vector<std::string>& roots, size_t* entries,
                  std::map<fs::path, std::set<fs::path>>* links) {
  std::vector<fs::path> folders = {root};
  while (!folders.empty()) {
    const fs::path folder = std::move(folders.back());
    folders.pop_back();
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
      if (++*entries > kMaxEntries) return false;
      std::error_code ignored;
      if (at->is_symlink(ignored)) {
        // A link into another root or a system folder leads to what is readable anyway.
        const auto holds = [&](const std::string& one) { return LiesBelow(at->path(), one); };
        if (std::any_of(roots.begin(), roots.end(), holds)) continue;
        if (std::any_of(SystemFolders().begin(), SystemFolders().end(), holds)) continue;
        (*links)[folder].insert(at->path());
      } else if (at->is_directory(ignored)) {
        folders.push_back(at->path());
      }
    }
  }
  return true;
}

json Remap(const fs::path& path, const std::string& name, bool folder) {
  return {{"type", folder ? "directory-remap" : "file"},
          {"name", name},
          {"external-contents", path.string()}};
}

// `listed`: folders that contain a link out, or a folder that does.
json Entry(const fs::path& folder, const std::string& name, const std::set<fs::path>& listed,
           const std::map<fs::path, std::set<fs::path>>& links, std::vector<Look>* looks) {
  if (listed.count(folder) == 0) return Remap(folder, name, true);
  looks->push_back({folder.string(), Found::kEntries});
  const auto hidden = links.find(folder);
  json contents = json::array();
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (at->is_symlink(ignored)) looks->push_back({at->path().string(), Found::kLink});
    if (hidden != links.end() && hidden->second.count(at->path()) > 0) continue;
    const std::string below = at->path().filename().string();
    if (at->is_directory(ignored) && !at->is_symlink(ignored)) {
      contents.push_back(Entry(at->path(), below, listed, links, looks));
    } else {
      contents.push_back(Remap(at->path(), below, at->is_directory(ignored)));
    }
  }
  return {{"type", "directory"}, {"name", name}, {"contents", std::move(contents)}};
}

FileView Make(const std::vector<std::string>& roots) {
  Memory& memory = TheMemory();
  if (memory.text == nullptr) return {};
  FileView out;
  json all = json::array();
  for (const std::string& folder : SystemFolders()) {
    std::error_code ignored;
    const std::string name = WithoutSlash(folder);
    const bool there = fs::is_directory(name, ignored);
    // Which system folders exist is a dependency of the answer.
    out.looks.push_back({name, there ? Found::kThere : Found::kAbsent});
    if (there) all.push_back(Remap(name, name, true));
  }
  size_t entries = 0;
  std::set<std::string> seen;
  for (const std::string& root : roots) {
    const std::string name = WithoutSlash(root);
    // A root within another is visible already.
    const bool again = std::any_of(
        seen.begin(), seen.end(), [&](const std::string& other) { return LiesBelow(name, other); });
    if (again) continue;
    seen.insert(name);
    std::map<fs::path, std::set<fs::path>> links;
    if (!FindLinksOut(name, roots, &entries, &links)) return {"", "the tree is too large", {}};
    std::set<fs::path> listed;
    for (const auto& [folder, ignored] : links) {
      // From each folder with a link up to the root: all of them have to be listed.
      for (fs::path at = folder; listed.insert(at).second && at != name;) at = at.parent_path();
    }
    all.push_back(Entry(name, name, listed, links, &out.looks));
  }
  const json overlay = {{"version", 0},
                        {"case-sensitive", "true"},
                        // Without "fallthrough" a path that the overlay does not contain does not
                        // exist.
                        {"fallthrough", "false"},
                        {"roots", std::move(all)}};
  const std::string text = overlay.dump(-1, ' ', false, json::error_handler_t::replace);
  if (text.size() >= kBytes) return {"", "the tree has too many links out of it", {}};
  std::memcpy(memory.text, text.data(), text.size());
  out.path = "/proc/self/fd/" + std::to_string(memory.file);
  return out;
}

}  // namespace

bool IsReadable(std::string_view path, const std::vector<std::string>& roots) {
  const auto below = [&](const std::string& folder) { return path.starts_with(folder); };
  return std::any_of(roots.begin(), roots.end(), below) ||
         std::any_of(SystemFolders().begin(), SystemFolders().end(), below);
}

// To be called before the limit on the size of files, which forbids ftruncate, but not a mapping.
bool PrepareView() {
  Memory& memory = TheMemory();
  memory.file = memfd_create("flagcensus-view", MFD_CLOEXEC);
  if (memory.file < 0 || ftruncate(memory.file, kBytes) != 0) return false;
  void* mapped = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory.file, 0);
  if (mapped == MAP_FAILED) return false;
  memory.text = static_cast<char*>(mapped);
  std::memset(memory.text, ' ', kBytes);  // after the overlay only blanks follow
  return true;
}

const FileView& ViewOf(const std::vector<std::string>& roots) {
  static const FileView view = Make(roots);  // they are the same in each request
  return view;
}

}  // namespace flagcensus
