// A path in Java, Kotlin or C# ─→ the units that declare its beginning.
//
//   Keys.java: package org.x; class Keys { static final String HOME = "APP_HOME"; }
//   import org.x.Keys; System.getenv(Keys.HOME)
//              ─→ Find("org.x.Keys.HOME"): {the unit of Keys.java, "Keys.HOME"}
#include "analyzer/languages/link/packages.h"

#include <algorithm>

namespace flagcensus {
namespace {

// A name such as "Constants" or "Utils" in many folders is not parsed: it costs more than it finds.
constexpr size_t kMaxOfStem = 8;     // files of one name that are parsed for a class of that name
constexpr size_t kMaxInFolder = 60;  // files of a folder that are parsed for a bare name
constexpr int kDeepestTerm = 6;

// Java and Kotlin call one another; C# has separate paths.
std::string KeyOf(Language language, const std::string& path) {
  return language == Language::kCSharp ? "cs:" + path : path;
}

// "org.x" and "Keys" ─→ "org.x.Keys"
std::string JoinPath(const std::string& package, const std::string& name) {
  return package.empty() ? name : package + "." + name;
}

// The names in a term: any of them may be the unknown constant or its class.
void NamesIn(const Program& program, TermId term, int depth, std::set<std::string>* out) {
  if (term == kNoTerm || depth > kDeepestTerm) return;
  const TermKind kind = program.kind(term);
  if (kind == TermKind::kName || kind == TermKind::kMember) out->insert(program[term].text);
  for (const TermId part : program[term].parts) NamesIn(program, part, depth + 1, out);
}

}  // namespace

// Java has one public class per file, with its name.
void PackageIndex::AddFile(size_t file, const SourceFile& source) {
  const size_t slash = source.path.rfind('/') + 1;  // npos + 1 is 0
  const std::string name = source.path.substr(slash, source.path.rfind('.') - slash);
  const std::string folder = source.path.substr(0, slash);
  files_of_stem_[name].push_back(file);
  stems_.insert(folder + name);
  // Kotlin and C# declare constants outside of a class of the file's name.
  if (source.kind != FileKind::kJava) kotlin_of_folder_[folder].push_back(file);
}

// The innermost package around each name is its own.
void PackageIndex::AddUnit(size_t unit, Language language, const Names& names) {
  const Program& program = names.program();
  for (const Declaration* const declared : names.declared().AllIn(program.root)) {
    const Term& term = program[declared->at];
    if (term.kind == TermKind::kImport) continue;  // a name of another file
    std::string package;
    for (const ProgramPackage& one : program.packages) {
      if (one.begin <= term.begin && term.begin < one.end) package = one.name;
    }
    units_of_[KeyOf(language, JoinPath(package, term.text))].push_back(unit);
  }
}

bool PackageIndex::HasClass(const std::string& folder, const std::string& name) const {
  return stems_.contains(folder + name);
}

// Adds each beginning of `path` that some unit declares, the longest first.
void PackageIndex::Take(Language language, const std::string& path,
                        std::vector<PackageHit>* out) const {
  for (size_t end = path.size(); end != std::string::npos && end > 0;
       end = path.rfind('.', end - 1)) {
    const auto found = units_of_.find(KeyOf(language, path.substr(0, end)));
    if (found == units_of_.end()) continue;
    const size_t dot = path.rfind('.', end - 1);
    const size_t begin = dot == std::string::npos || dot > end ? 0 : dot + 1;
    for (const size_t unit : found->second) out->push_back({unit, path.substr(begin)});
  }
}

// In the order of the languages: absolute, own package, wildcard imports.
std::vector<PackageHit> PackageIndex::Find(Language language, const Program& from,
                                           const std::string& path) const {
  std::vector<PackageHit> out;
  if (path.empty()) return out;
  Take(language, path, &out);
  if (!out.empty()) return out;
  // Its own package; in C# also the namespaces around it. Which namespace of a file has the path is
  // not known here: all are searched.
  std::vector<std::string_view> packages;  // a file has few
  for (const ProgramPackage& one : from.packages) {
    std::string_view package = one.name;
    while (std::find(packages.begin(), packages.end(), package) == packages.end()) {
      packages.push_back(package);
      Take(language, std::string(package) + "." + path, &out);
      const size_t dot = package.rfind('.');
      if (language != Language::kCSharp || dot == std::string::npos) break;
      package = package.substr(0, dot);
    }
  }
  // Wildcard imports last, as in the languages themselves.
  for (const std::string& wildcard : from.wildcards) {
    if (!out.empty()) break;
    Take(language, wildcard + "." + path, &out);
  }
  return out;
}

// Files with the name of a class that occurs in the term, in an import of one of its names, or in a
// wildcard.
void PackageIndex::FilesFor(const Names& names, TermId term, const std::string& folder,
                            std::set<size_t>* out) const {
  const Program& program = names.program();
  std::set<std::string> words;
  NamesIn(program, term, 0, &words);
  // A bare name may be inherited or imported as a member.
  const bool bare = program.kind(term) == TermKind::kName &&
                    names.declared().Find(program[term].text, term) == nullptr;
  std::set<std::string> stems = words;
  const auto take_path = [&](const std::string& path) {
    for (size_t begin = 0; begin < path.size();) {
      const size_t dot = std::min(path.find('.', begin), path.size());
      stems.insert(path.substr(begin, dot - begin));
      begin = dot + 1;
    }
  };
  for (const Term& one : program.terms) {
    if (one.kind == TermKind::kImport && words.contains(one.text)) take_path(one.more);
    if (one.kind == TermKind::kClass && bare && !one.more.empty()) stems.insert(one.more);
  }
  if (bare) {
    for (const std::string& wildcard : program.wildcards) {
      stems.insert(wildcard.substr(wildcard.rfind('.') + 1));
    }
  }
  const auto add = [&](const auto& map, const std::string& key, size_t most) {
    const auto found = map.find(key);
    if (found == map.end() || found->second.size() > most) return;
    out->insert(found->second.begin(), found->second.end());
  };
  for (const std::string& stem : stems) add(files_of_stem_, stem, kMaxOfStem);
  add(kotlin_of_folder_, folder, kMaxInFolder);
}

}  // namespace flagcensus
