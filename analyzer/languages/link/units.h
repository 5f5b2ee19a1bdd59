// The relevant files in languages other than Python and C, parsed, and their relations.
//
//   1. Begin           files that contain a word of an accessor ("getenv"), their Go packages,
//                      and files that those import or name for constants
//   2. AddThatContain  files that contain the name of a wrapper that was found in them
//   3. AddDeclaring    Java, Kotlin, C#: files that may declare the constants of unknown names
//
// A file is relevant if it contains a word of an accessor, if it is in the Go package of that
// file, if a relevant file imports it for a name, or if it calls a function that reads. Steps 2 and
// 3 are repeated by engine.cc. Other files are never parsed, since most files of a tree read no
// variable.
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
#include "analyzer/languages/link/files_by_path.h"
#include "analyzer/languages/link/packages.h"
#include "analyzer/languages/link/shell_joins.h"
#include "analyzer/languages/sites.h"
#include "analyzer/model/census.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// A parsed file with what the other units and the linker need of it.
struct ProgramUnit {
  size_t file = 0;  // index into tree.files
  Language language = Language::kJavaScript;
  std::string folder;  // with a trailing slash
  std::string text;
  Program program;
  std::unique_ptr<Names> names;
  std::map<std::string, std::string> constants;
  std::map<std::string, Elements> lists;
  std::vector<std::pair<std::string, std::string>> again;  // re-exports: name, path
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

  // Reports how many files were skipped because they are generated.
  void ReportMade();
  // Parses the initial files and finds the direct sites of all.
  void Begin();
  // Parses the files that contain one of `words` and were not parsed, and finds their sites;
  // returns false if there are no such files.
  bool AddThatContain(const std::set<std::string>& words);

  // Parses these files; returns false if all of them were parsed before.
  bool AddFiles(const std::set<size_t>& files);
  // Finds the direct sites of a unit again, after the paths of its names changed.
  void FindSitesAgain(size_t unit);

  // Parses the files that may declare the names in these terms of units of Java, Kotlin or C#, and
  // finds the sites of all again; returns false if there are no such files.
  bool AddDeclaring(const std::set<std::pair<size_t, TermId>>& terms);

  // The function that a call calls, by its path alone: for a language with unknown modules.
  std::optional<UnitFunction> FunctionOf(size_t unit, TermId call) const;
  // The unit of a file; nullopt if it was not parsed.
  std::optional<size_t> UnitOfFile(size_t file) const;
  // The files to which imports and paths may refer.
  const FilesByPath& paths() const { return paths_; }
  // The other files in which constants of a unit may be looked up.
  std::unique_ptr<OtherFiles> OthersOf(size_t unit) const;
  std::optional<std::string> ConstantOf(size_t unit, const std::string& path) const;
  std::optional<Elements> ElementsOf(size_t unit, const std::string& path) const;
  bool DeclaresClass(size_t unit, const std::string& name) const;

  const std::vector<std::unique_ptr<ProgramUnit>>& all() const { return units_; }
  const Tree& tree() const { return tree_; }

 private:
  // Parses files in parallel and adds a unit for each.
  void Parse(const std::vector<size_t>& files);
  void ReportUnparsed(const ProgramUnit& unit);
  void FindAllSites(size_t from);
  // The files that declare constants, by the names of these.
  void AddNamed();
  bool AddThatContain(const std::set<std::string>& words, std::optional<Language> language);
  // The files that declare constants, by the imports of units with unknown names.
  bool AddImported();
  // The units to which a path may refer.
  std::vector<PackageHit> UnitsOf(size_t unit, const std::string& path) const;
  // What `pick` finds for a path in the units that it may refer to, including their re-exports.
  template <typename Pick>
  auto Search(size_t unit, const std::string& path, const Pick& pick, int depth) const
      -> decltype(pick(std::declval<const ProgramUnit&>(), path));

  const Tree& tree_;
  const ResolveOptions& options_;
  Census& census_;
  std::vector<std::unique_ptr<ProgramUnit>> units_;
  std::map<size_t, size_t> unit_of_file_;
  std::set<size_t> parsed_;  // files, whether or not parsing succeeded
  FilesByPath paths_;
  PackageIndex packages_of_classes_;
  // Functions and constants defined by units of a language without imports, by name.
  std::map<std::pair<Language, std::string>, std::vector<size_t>> defined_;
  std::unique_ptr<ShellJoins> joins_;
  std::map<Language, std::vector<std::string>> made_;  // generated files, by language
};

}  // namespace flagcensus
