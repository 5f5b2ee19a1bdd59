// an import or a dotted path ─→ the files of the tree to which it may refer
//
//   Go   "example.org/app/conf.Key"   ─→ the files of conf/, rest "Key"
//   JS   "./env.KEYS.HOME"            ─→ env.js, rest "KEYS.HOME"
//   Rust "crate.conf.KEY"             ─→ src/conf.rs, rest "KEY"
#include "analyzer/languages/link/files_by_path.h"

#include "analyzer/languages/link/units.h"

namespace flagcensus {

void FilesByPath::AddFile(size_t index) {
  const SourceFile& file = tree_.files[index];
  empty_ = false;
  if (file.kind == FileKind::kRust) {
    // Modules by their names, for crates without a manifest.
    std::string path = file.path.substr(0, file.path.rfind('.'));
    if (path.ends_with("/mod")) path = path.substr(0, path.size() - 4);
    rust_modules_[path.substr(path.rfind('/') + 1)].push_back(index);
  }
  if (file.kind != FileKind::kGo) return;
  packages_[file.path.substr(0, file.path.rfind('/') + 1)].push_back(index);
}

const std::vector<size_t>& FilesByPath::FilesOfPackage(const std::string& folder) const {
  static const std::vector<size_t> kNone;
  const auto found = packages_.find(folder);
  return found == packages_.end() ? kNone : found->second;
}

// A Go package consists of all files of its folder: a constant may be declared in any of them.
void FilesByPath::AddPackages(std::set<size_t>* files) const {
  std::set<size_t> more;
  for (const size_t file : *files) {
    if (tree_.files[file].kind != FileKind::kGo) continue;
    const std::string& path = tree_.files[file].path;
    const std::vector<size_t>& all = packages_.at(path.substr(0, path.rfind('/') + 1));
    more.insert(all.begin(), all.end());
  }
  files->insert(more.begin(), more.end());
}

// At most one file: a module of JavaScript is a file.
std::vector<size_t> FilesByPath::FilesOfModule(const std::string& folder,
                                               const std::string& module) const {
  const std::optional<size_t> file = modules_.ScriptOf(folder, module);
  return file ? std::vector<size_t>{*file} : std::vector<size_t>();
}

// The file of a module to which `module.name` or `module.Type.name` refers, if only one file has
// that name. For trees without manifests.
std::vector<size_t> FilesByPath::FilesOfRust(const std::string& path, std::string* rest) const {
  if (path.starts_with("std.")) return {};
  size_t end = path.rfind('.');
  for (int tries = 0; tries < 2 && end != std::string::npos && end > 0; ++tries) {
    const size_t begin = path.rfind('.', end - 1) + 1;  // npos + 1 is 0
    const auto found = rust_modules_.find(path.substr(begin, end - begin));
    if (found != rust_modules_.end() && found->second.size() == 1) {
      *rest = path.substr(end + 1);
      return found->second;
    }
    if (begin == 0) break;
    end = begin - 1;
  }
  return {};
}

// The files to which a path in `from` may refer; `rest`: the part that names something in them.
std::vector<size_t> FilesByPath::FilesOf(const ProgramUnit& from, const std::string& path,
                                         std::string* rest) const {
  std::vector<size_t> files;
  if (from.language == Language::kGo) {
    // The version of a Go path may contain dots, so the search begins after the last slash.
    const size_t dot = path.find('.', path.rfind('/') == std::string::npos ? 0 : path.rfind('/'));
    const bool imported = path.find('/') != std::string::npos && dot != std::string::npos;
    const std::string folder = imported ? modules_.GoFolderOf(path.substr(0, dot)) : from.folder;
    *rest = imported ? path.substr(dot + 1) : path;
    if (const auto package = packages_.find(folder); package != packages_.end()) {
      files = package->second;
    }
  } else if (from.language == Language::kJavaScript) {
    // The shortest beginning that is a file: "./env.js" contains a dot itself.
    for (size_t dot = path.find('.', path.rfind('/') + 1); files.empty();
         dot = path.find('.', dot + 1)) {
      if (dot == std::string::npos) break;
      files = FilesOfModule(from.folder, path.substr(0, dot));
      *rest = path.substr(dot + 1);
    }
    if (rest->starts_with("js.") || rest->starts_with("ts.")) *rest = rest->substr(3);
  }
  if (from.language == Language::kRust) {
    files = modules_.RustFilesOf(from.file, path, rest);
    if (files.empty()) files = FilesOfRust(path, rest);
  }
  return files;
}

}  // namespace flagcensus
