// The modules of a tree according to its manifests: which files an import may refer to.
//
//   a/go.mod: module example.org/a        GoFolderOf("example.org/a/conf")  ─→ "a/conf/"
//   web/tsconfig.json: baseUrl "src"      ScriptOf("web/", "conf")          ─→ web/src/conf.ts
//   cli/Cargo.toml, cli/src/a.rs          RustPlaceOf(cli/src/a.rs)         ─→ {"cli/", "a"}
//
// Sources: go.mod (`module`, `replace` with a folder), package.json (`name`, `source`, `exports`,
// `module`, `main`, `types`), tsconfig*.json and jsconfig.json (`baseUrl`, `paths`), Cargo.toml
// (`package.name`, `lib.name`, `lib.path`). An unreadable manifest is ignored: its modules are not
// followed, and accesses through them are unresolved.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/tree/relative_path.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

class TreeModules {
 public:
  explicit TreeModules(const Tree& tree) : tree_(tree) {}
  // Reads the manifests. Costs their size.
  void Read();

  // Go: the folder of an import's path; "?" if no module of the tree has it.
  std::string GoFolderOf(const std::string& import) const;

  // JavaScript: the file that `module` refers to in a file of `folder`: a relative path, a package
  // of the tree, an alias. nullopt if there is none.
  std::optional<size_t> ScriptOf(const std::string& folder, const std::string& module) const;

  // Rust: the crate of a file, as the folder of its Cargo.toml, and the path of its module in it,
  // "a.b"; "" for the root.
  struct RustPlace {
    std::string crate;
    std::string module;
  };
  RustPlace RustPlaceOf(size_t file) const;
  // The files of a module; several if a crate has several roots.
  const std::vector<size_t>& RustFiles(const std::string& crate, const std::string& module) const;
  // The files of the longest prefix of a path that is a module for a file; `rest`: what follows it.
  std::vector<size_t> RustFilesOf(size_t file, const std::string& path, std::string* rest) const;
  // The folder of a crate of the tree by its name in code; nullopt if no crate has that name.
  std::optional<std::string> CrateOf(const std::string& name) const;

 private:
  // `baseUrl` and `paths` of a tsconfig*.json or jsconfig.json.
  struct Aliases {
    std::string base;                                                     // folder of `baseUrl`
    bool based = false;                                                   // `baseUrl` is set
    std::vector<std::pair<std::string, std::vector<std::string>>> paths;  // pattern → targets
  };

  // One reader per kind of manifest; `folder`: where it is.
  void ReadGo(const std::string& folder, std::string_view text);
  void ReadPackage(const std::string& folder, const std::string& text);
  // `main`: it is tsconfig.json itself.
  void ReadAliases(const std::string& folder, bool main, const std::string& text);
  void ReadCargo(const std::string& folder, const std::string& text);
  // Gives every file of Rust its crate and module.
  void PlaceRust();
  // ScriptOf without the cache.
  std::optional<size_t> FindScript(const std::string& folder, const std::string& module) const;
  // The file of a path without an ending, or of a folder.
  std::optional<size_t> ScriptAt(const std::string& base) const;
  // The source of the first of these files of a package.
  std::optional<size_t> EntryOf(const std::string& folder,
                                const std::vector<std::string>& entries) const;
  // The file of a package's name, or of a path in it.
  std::optional<size_t> PackageFile(const std::string& module) const;
  // The file of a module by one configuration; nullopt if it names no file of the tree.
  std::optional<size_t> FileBy(const Aliases& aliases, const std::string& module) const;
  // The file of an alias.
  std::optional<size_t> AliasFile(const std::string& folder, const std::string& module) const;

  const Tree& tree_;
  std::map<std::string, size_t, std::less<>> file_of_path_;
  std::map<std::string, std::string> go_modules_;  // module → folder
  // Package → its folder, and for "." and each path below it the files named by `exports`.
  struct Package {
    std::string folder;
    std::map<std::string, std::vector<std::string>> entries;
  };
  std::map<std::string, Package> packages_;
  std::map<std::string, std::vector<Aliases>> aliases_;  // by folder; tsconfig.json comes first
  mutable std::mutex scripts_mutex_;
  mutable std::map<std::pair<std::string, std::string>, std::optional<size_t>> scripts_;
  std::map<std::string, std::string> crates_;       // name in code → folder
  std::map<std::string, std::string> crate_roots_;  // folder → `lib.path`, "" if it is not set
  std::map<size_t, RustPlace> rust_places_;
  std::map<std::pair<std::string, std::string>, std::vector<size_t>> rust_files_;
};

}  // namespace flagcensus
