// Which files of the tree an import or a path in a program may refer to, whether or not they are
// parsed. Reads the manifests; knows no units.
//
//   FilesOfPackage("conf/")                  ─→ the files of a Go package
//   FilesOfModule("src/", "./env")           ─→ src/env.js
//   FilesOf(main.go, "example.org/app/conf.Key", &rest)   ─→ the files of conf/, rest "Key"
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "analyzer/languages/link/modules.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

struct ProgramUnit;

class FilesByPath {
 public:
  explicit FilesByPath(const Tree& tree) : tree_(tree), modules_(tree) {}

  // Adds a file of one of the languages; `file`: its index in the tree.
  void AddFile(size_t file);
  // Reads the manifests, once all files are added.
  void ReadManifests() { modules_.Read(); }
  bool empty() const { return empty_; }

  // The files of a Go package, by its folder.
  const std::vector<size_t>& FilesOfPackage(const std::string& folder) const;
  // Adds the other files of the Go packages of `files`.
  void AddPackages(std::set<size_t>* files) const;
  std::vector<size_t> FilesOfModule(const std::string& folder, const std::string& module) const;
  std::vector<size_t> FilesOfRust(const std::string& path, std::string* rest) const;
  // By the language of `from`.
  std::vector<size_t> FilesOf(const ProgramUnit& from, const std::string& path,
                              std::string* rest) const;
  const TreeModules& modules() const { return modules_; }

 private:
  const Tree& tree_;
  TreeModules modules_;
  bool empty_ = true;
  std::map<std::string, std::vector<size_t>> packages_;                   // Go: by folder
  std::map<std::string, std::vector<size_t>, std::less<>> rust_modules_;  // by the module's name
};

}  // namespace flagcensus
