// The files of other languages than Python and C that matter, each parsed, and what they are to one
// another.
//
// A file matters where it holds a word of what reads, where it stands beside such a file in a Go
// package, where such a file imports it for a name, or where it calls a function that reads. Which
// these are is found in rounds.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/config/resolve_options.h"
#include "analyzer/languages/sites.h"
#include "analyzer/link/languages/modules.h"
#include "analyzer/link/languages/packages.h"
#include "analyzer/link/languages/shell_joins.h"
#include "analyzer/model/census.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

struct ProgramUnit {
  size_t file = 0;  // index into tree.files
  Language language = Language::kJavaScript;
  std::string folder;  // with the slash at its end
  std::string text;
  Program program;
  std::unique_ptr<Names> names;
  std::map<std::string, std::string> constants;
  std::map<std::string, Elements> lists;
  std::vector<std::pair<std::string, std::string>> again;  // exported again: name, path
  std::vector<Site> sites;
};

// A function of a unit.
struct UnitFunction {
  size_t unit = 0;
  TermId function = kNoTerm;
  friend auto operator<=>(const UnitFunction& a, const UnitFunction& b) = default;
};

class Units {
 public:
  Units(const Tree& tree, const ResolveOptions& options, Census* census);

  // Tells how many files were left out because a program made them.
  void TellMade();
  // Parses what matters at first; the direct sites of all.
  void Begin();
  // Parses the files that hold one of `words` and were not parsed, and finds their sites; false
  // where there is none.
  bool AddThatHold(const std::set<std::string>& words);

  // Parses these files; false if none of them is new.
  bool AddFiles(const std::set<size_t>& files);
  // Finds the direct sites of a unit again, once its names have other paths.
  void FindSitesAgain(size_t unit);

  // Parses the files that may declare the names in these terms of units of Java, Kotlin or C#, and
  // finds the sites of all again; false where there is none.
  bool AddDeclaring(const std::set<std::pair<size_t, TermId>>& terms);

  // The function that a call calls, by its path alone: of a language whose modules are not known.
  std::optional<UnitFunction> FunctionOf(size_t unit, TermId call) const;
  // The unit of a file, if it was parsed.
  std::optional<size_t> UnitOfFile(size_t file) const;
  // The files of a Go package by its folder.
  const std::vector<size_t>& FilesOfPackage(const std::string& folder) const;
  const TreeModules& modules() const { return modules_; }
  // What others a unit may ask for constants.
  std::unique_ptr<OtherFiles> OthersOf(size_t unit) const;
  std::optional<std::string> ConstantOf(size_t unit, const std::string& path) const;
  std::optional<Elements> ElementsOf(size_t unit, const std::string& path) const;
  bool DeclaresClass(size_t unit, const std::string& name) const;

  const std::vector<std::unique_ptr<ProgramUnit>>& all() const { return units_; }
  const Tree& tree() const { return tree_; }

 private:
  void Parse(const std::vector<size_t>& files);
  void TellUnparsed(const ProgramUnit& unit);
  void FindAllSites(size_t from);
  void AddNamed();
  bool AddThatHold(const std::set<std::string>& words, std::optional<Language> language);
  void AddPackages(std::set<size_t>* files) const;
  bool AddImported();
  std::vector<PackageHit> UnitsOf(size_t unit, const std::string& path) const;
  std::vector<size_t> FilesOf(const ProgramUnit& from, const std::string& path,
                              std::string* rest) const;
  std::vector<size_t> FilesOfModule(const std::string& folder, const std::string& module) const;
  std::vector<size_t> FilesOfRust(const std::string& path, std::string* rest) const;
  // What `pick` finds for a path in the units that it may mean, also through what they export
  // again.
  template <typename Pick>
  auto Search(size_t unit, const std::string& path, const Pick& pick, int depth) const
      -> decltype(pick(std::declval<const ProgramUnit&>(), path));

  const Tree& tree_;
  const ResolveOptions& options_;
  Census& census_;
  std::vector<std::unique_ptr<ProgramUnit>> units_;
  std::map<size_t, size_t> unit_of_file_;
  std::set<size_t> parsed_;                              // files, whatever came of them
  std::map<std::string, std::vector<size_t>> packages_;  // Go: folder → files of the tree
  TreeModules modules_;
  std::map<std::string, size_t, std::less<>> file_of_path_;
  std::map<std::string, std::vector<size_t>, std::less<>> rust_modules_;  // files by module
  PackageIndex packages_of_classes_;
  // Functions and constants that units of a language without imports define, by name.
  std::map<std::pair<Language, std::string>, std::vector<size_t>> defined_;
  std::unique_ptr<ShellJoins> joins_;
  std::map<Language, std::vector<std::string>> made_;  // files that a program made, by language
};

}  // namespace flagcensus
