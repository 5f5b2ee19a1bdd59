// the files of crates ─→ the modules that they are
//
//   Cargo.toml, src/lib.rs, src/a.rs, src/a/b.rs     ─→ crate "": modules "", a, a.b
//   `use crate::a::b::get` in src/lib.rs             ─→ src/a/b.rs, rest "get"
//   `use super::get` in src/a/b.rs                   ─→ src/a.rs, rest "get"
//
// Files are searched for in the usual places; an attribute `#[path]` is not read.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/languages/link/modules.h"

namespace flagcensus {

// src/lib.rs and src/main.rs are roots, src/a/b.rs and src/a/b/mod.rs are a.b; each file of
// src/bin, tests, examples and benches is a separate root.
void TreeModules::PlaceRust() {
  for (size_t i = 0; i < tree_.files.size(); ++i) {
    if (tree_.files[i].kind != FileKind::kRust) continue;
    const std::string& path = tree_.files[i].path;
    std::string folder(FolderOfPath(path));
    // The nearest folder above with a Cargo.toml.
    while (!folder.empty() && !crate_roots_.contains(folder)) {
      folder = FolderOfPath(folder.substr(0, folder.size() - 1));
    }
    std::string rest = path.substr(folder.size());
    rest = rest.substr(0, rest.rfind('.'));
    const auto root = crate_roots_.find(folder);
    std::string base = "src/";
    if (root != crate_roots_.end() && !root->second.empty()) base = FolderOfPath(root->second);
    const bool custom = root != crate_roots_.end() && path == folder + root->second;
    const bool inside = rest.starts_with(base);
    if (inside) rest = rest.substr(base.size());
    if (rest.ends_with("/mod")) rest = rest.substr(0, rest.size() - 4);
    // Each of these is a crate root: its module path is empty.
    const bool own = custom || rest == "main" || rest == "lib" || rest == "mod" ||
                     rest == "build" || rest.starts_with("bin/") ||
                     (!inside && std::count(rest.begin(), rest.end(), '/') == 1);
    RustPlace place{folder, own ? "" : ReplaceAll(rest, "/", ".")};
    rust_files_[{folder, place.module}].push_back(i);
    rust_places_.emplace(i, std::move(place));
  }
}

TreeModules::RustPlace TreeModules::RustPlaceOf(size_t file) const {
  const auto found = rust_places_.find(file);
  return found == rust_places_.end() ? RustPlace{} : found->second;
}

const std::vector<size_t>& TreeModules::RustFiles(const std::string& crate,
                                                  const std::string& module) const {
  static const std::vector<size_t> kNone;
  const auto found = rust_files_.find({crate, module});
  return found == rust_files_.end() ? kNone : found->second;
}

// `crate`, `super` and `self` begin at a known module; any other name may be a crate, a child
// module or a module of the root, in this order.
std::vector<size_t> TreeModules::RustFilesOf(size_t file, const std::string& path,
                                             std::string* rest) const {
  const RustPlace place = RustPlaceOf(file);
  const size_t dot = path.find('.');
  if (dot == std::string::npos) return {};
  const std::string first = path.substr(0, dot);
  const std::string after = path.substr(dot + 1);
  const auto below = [](const std::string& module, const std::string& more) {
    return module.empty() ? more : module + "." + more;
  };
  // The candidates, each as a crate and a path in it.
  std::vector<RustPlace> tried;  // each a crate and a whole path in it
  if (first == "crate") {
    tried.push_back({place.crate, after});
  } else if (first == "super") {
    const size_t up = place.module.rfind('.');
    const std::string above = up == std::string::npos ? "" : place.module.substr(0, up);
    tried.push_back({place.crate, below(above, after)});
  } else if (first == "self") {
    tried.push_back({place.crate, below(place.module, after)});
  } else {
    if (const auto crate = CrateOf(first)) tried.push_back({*crate, after});
    if (!place.module.empty()) tried.push_back({place.crate, below(place.module, path)});
    tried.push_back({place.crate, path});
  }
  // The longest beginning of the path that is a module with a file.
  for (const RustPlace& one : tried) {
    for (size_t end = one.module.rfind('.');; end = one.module.rfind('.', end - 1)) {
      const std::string module = end == std::string::npos ? "" : one.module.substr(0, end);
      const std::vector<size_t>& files = RustFiles(one.crate, module);
      // A plain name means a child module or one of the root, not the module in which it is
      // written.
      const bool plain = first != "crate" && first != "super" && first != "self";
      const bool own =
          plain && one.crate == place.crate && (module.empty() || module == place.module);
      if (!files.empty() && !own) {
        *rest = end == std::string::npos ? one.module : one.module.substr(end + 1);
        return files;
      }
      if (end == std::string::npos || end == 0) break;
    }
  }
  return {};
}

std::optional<std::string> TreeModules::CrateOf(const std::string& name) const {
  const auto found = crates_.find(name);
  return found == crates_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace flagcensus
