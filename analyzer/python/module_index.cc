#include "analyzer/python/module_index.h"

#include <algorithm>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// Parts that the paths of two modules have in common: the measure of nearness.
size_t CommonPrefix(const std::vector<std::string_view>& a,
                    const std::vector<std::string_view>& b) {
  // Parts of directories, from the root of the tree.
  size_t n = 0;
  while (n < a.size() && n < b.size() && a[n] == b[n]) ++n;
  return n;
}

// The order of files with the same module name: the one that runs comes first. Stubs only declare
// what is in it, and a package precedes a module with its name (Python's importlib,
// FileFinder.find_spec).
int Rank(std::string_view path) {
  if (path.ends_with(".pyi") || path.ends_with(".pxd")) return 3;
  if (path.ends_with("/__init__.py")) return 0;
  return path.ends_with(".py") ? 1 : 2;
}

}  // namespace

std::vector<std::string_view> ModuleParts(std::string_view path) {
  // The suffix is not a part of the name.
  const size_t dot = path.rfind('.');
  const size_t slash = path.rfind('/');
  if (dot != std::string_view::npos && (slash == std::string_view::npos || dot > slash)) {
    // A dot in a directory's name does not begin a suffix.
    path = path.substr(0, dot);
  }
  std::vector<std::string_view> parts = Split(path, '/');
  // A package is named after its folder.
  if (parts.size() > 1 && parts.back() == "__init__") parts.pop_back();
  return parts;
}

ModuleIndex::ModuleIndex(const Tree& tree) : tree_(tree) {
  parts_.resize(tree.files.size());
  places_.resize(tree.files.size());
  std::unordered_map<std::string_view, int> folders;
  // Folders with Python files are numbered.
  for (size_t i = 0; i < tree.files.size(); ++i) {
    if (!IsPythonSource(tree.files[i].kind)) continue;
    const std::vector<std::string_view>& parts = parts_[i] = ModuleParts(tree.files[i].path);
    by_stem_[std::string(parts.back())].push_back(static_cast<int>(i));
    const std::string_view path = tree.files[i].path;
    // `import x` in an __init__.py is seen from inside the package.
    const bool package = path.ends_with("/__init__.py");
    if (package) packages_.emplace(path.substr(0, path.rfind('/')));
    // Imports of all modules in one folder are resolved alike, except those of its __init__.py.
    const std::string_view seen_from = package ? path : path.substr(0, path.rfind('/') + 1);
    places_[i] = folders.try_emplace(seen_from, static_cast<int>(folders.size())).first->second;
  }
}

int ModuleIndex::Find(std::string_view name, int from) const {
  // Most names belong to no file of the tree.
  const std::string_view stem = name.substr(name.rfind('.') + 1);
  if (!stem.empty() && by_stem_.find(stem) == by_stem_.end()) return -1;
  // The cache is shared by the threads of a parse.
  const std::lock_guard<std::mutex> lock(mutex_);
  auto known = found_.find(name);
  if (known == found_.end()) known = found_.try_emplace(std::string(name)).first;
  const auto [at, added] = known->second.try_emplace(places_[from], -1);
  if (!added) return at->second;
  // Search does not call Find, so the entry stays valid.
  return at->second = Search(name, from);
}

int ModuleIndex::Search(std::string_view name, int from) const {
  // Names are compared from their last part backwards.
  const std::vector<std::string_view>& here = parts_[from];
  const bool is_package = tree_.files[from].path.ends_with("__init__.py");
  size_t dots = 0;
  // Leading dots make the import relative.
  while (dots < name.size() && name[dots] == '.') ++dots;
  name.remove_prefix(dots);
  std::vector<std::string_view> wanted;
  if (dots > 0) {
    // One dot is the package that contains the file; each further dot is the package around.
    size_t up = dots - (is_package ? 1 : 0);
    // More dots than folders: outside the tree.
    if (up > here.size()) return -1;
    wanted.assign(here.begin(), here.end() - static_cast<long>(up));
  }
  const size_t fixed = wanted.size();
  // The parts after the package.
  if (!name.empty()) {
    for (const std::string_view part : Split(name, '.')) wanted.push_back(part);
  }
  if (wanted.empty()) return -1;
  const auto found = by_stem_.find(wanted.back());
  if (found == by_stem_.end()) return -1;
  // The nearest file so far, and whether another one is as near.
  int best = -1;
  size_t best_common = 0;
  bool tie = false;
  // All files with the last part as their name.
  for (const int file : found->second) {
    const std::vector<std::string_view>& parts = parts_[file];
    if (parts.size() < wanted.size()) continue;
    // A relative import names the whole path.
    if (dots > 0 && (parts.size() != wanted.size() || fixed > parts.size())) continue;
    if (!std::equal(wanted.rbegin(), wanted.rend(), parts.rbegin())) continue;
    const size_t common = CommonPrefix(parts, here);
    // `import x` finds a file beside the importing one, or beside a package around it: x.py
    // anywhere else is probably not on the path.
    if (dots == 0 && wanted.size() == 1 && common + 1 < parts.size()) continue;
    // Two files of one module, such as a source and its stub.
    if (best >= 0 && parts == parts_[best]) {
      const std::string_view known = tree_.files[best].path;
      if (Rank(tree_.files[file].path) < Rank(known)) best = file;
      continue;
    }
    // As near as the best one: ambiguous, unless a nearer one follows.
    if (best >= 0 && common == best_common) tie = true;
    if (best < 0 || common > best_common) {
      best = file;
      best_common = common;
      tie = false;
    }
  }
  return tie ? -1 : best;
}

bool ModuleIndex::IsInPackage(int file) const {
  std::string_view path = tree_.files[file].path;
  // From the file's folder upwards.
  for (size_t slash = path.rfind('/'); slash != std::string_view::npos; slash = path.rfind('/')) {
    path = path.substr(0, slash);
    if (packages_.count(std::string(path)) > 0) return true;
  }
  return false;
}

}  // namespace flagcensus
