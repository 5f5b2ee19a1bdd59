// Which file of Java, Kotlin or C# declares the target of a path: by the packages that are declared
// in the files, independent of the names of their folders.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/languages/names.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// A unit, and the part of a path that names something in it: "Keys.HOME".
struct PackageHit {
  size_t unit = 0;
  std::string rest;
};

class PackageIndex {
 public:
  // Adds a file of the tree, to find classes that have not been parsed.
  void AddFile(size_t file, const SourceFile& source);
  // Adds the top-level names of a parsed file under its package.
  void AddUnit(size_t unit, Language language, const Names& names);

  // The units to which a path in a program may refer: through its imports, its own package, and the
  // packages and classes that it imports as a whole. Costs a lookup for each dot.
  std::vector<PackageHit> Find(Language language, const Program& from,
                               const std::string& path) const;
  // Files that, by their names and folders, may declare the unknown name in `term`.
  void FilesFor(const Names& names, TermId term, const std::string& folder,
                std::set<size_t>* out) const;
  // Whether a file of the folder has the name of the class.
  bool HasClass(const std::string& folder, const std::string& name) const;

 private:
  // Adds the units that declare a beginning of a path.
  void Take(Language language, const std::string& path, std::vector<PackageHit>* out) const;

  std::map<std::string, std::vector<size_t>, std::less<>> units_of_;  // by "package.Name"
  std::map<std::string, std::vector<size_t>, std::less<>> files_of_stem_;
  std::map<std::string, std::vector<size_t>, std::less<>> kotlin_of_folder_;  // and C#
  std::set<std::string, std::less<>> stems_;                                  // with the folder
};

}  // namespace flagcensus
