// Folders, the names of their files, packages ─→ the rows that apply in each folder.
//
//   a row of folders "tests":   tests/        applies to its files and to all folders below
//                               app/tests/    not if app is an installed package and the row's
//                                             `package` excludes that
//
// From the top down: a folder begins with the rows of its parent. Sets of rows are bit masks in the
// order of the table; the lowest bit that applies to a file is its scope.
#include <algorithm>
#include <string>

#include "analyzer/base/text.h"
#include "analyzer/project/scope.h"

namespace flagcensus {
namespace {

std::string_view NameOf(std::string_view folder) {
  folder.remove_suffix(1);
  return folder.substr(FolderOf(folder).size());
}

std::string_view ParentOf(std::string_view folder) {
  folder.remove_suffix(1);
  return FolderOf(folder);
}

// Marks the folders above `file` with a row that requires such a file below them.
void MarkContains(std::string_view file, std::string_view name, const ScopeRules& rules,
                  ScopeFolders& folders) {
  for (size_t i = 0; i < rules.rows.size(); ++i) {
    const ScopeRow& row = rules.rows[i];
    if (!row.HasContains() || !row.holds.Has(name)) continue;
    for (std::string_view at = FolderOf(file); !at.empty(); at = ParentOf(at)) {
      if (row.folders.Has(ToLower(NameOf(at)))) folders.find(at)->second.holds |= uint64_t{1} << i;
    }
  }
}

// Whether the row at bit `bit` applies to a folder with one of its names.
bool Holds(const ScopeRow& row, uint64_t bit, const ScopeFolder& folder, const ScopeFolder& parent,
           bool installed) {
  if (row.root && !parent.project) return false;
  if (row.HasContains() && (folder.holds & bit) == 0) return false;
  // kPlain: not for an installed folder, nor for a package within one. kBare: only for folders
  // without an __init__.py. kRun, kOutside: only outside of installed packages.
  switch (row.package) {
    case InPackage::kAny:
      return true;
    case InPackage::kPlain:
      return !installed && !(parent.package && folder.init);
    case InPackage::kBare:
      return !installed && !folder.init;
    case InPackage::kRun:
    case InPackage::kOutside:
      return !installed && !parent.package;
  }
  return false;
}

// `installed`: a build file lists the folder as a package. `used`: a source imports it.
void Describe(const std::string& path, const ScopeRules& rules, bool installed, bool used,
              const ScopeFolder& parent, ScopeFolder& folder) {
  folder.rows = folder.rows_below = parent.rows_below;
  folder.run = parent.run;
  const std::string name = ToLower(NameOf(path));
  for (size_t i = 0; i < rules.rows.size(); ++i) {
    const ScopeRow& row = rules.rows[i];
    if (!row.folders.Has(name)) continue;
    const uint64_t bit = uint64_t{1} << i;
    // In a package, the row applies only to files that are run.
    if (row.package == InPackage::kRun && parent.package) folder.run |= bit;
    if (!Holds(row, bit, folder, parent, installed) || (!row.imported && used)) continue;
    folder.own |= bit;
    folder.rows_below |= bit;
    if (!row.nested) folder.rows |= bit;
  }
  // A topmost package is installed unless a row applies to it: tests/__init__.py.
  const bool topmost = folder.init && !parent.init;
  folder.package = parent.package || installed || (topmost && folder.own == 0);
}

// "app-1.2.3/" as the only folder is the project itself, unpacked from its archive.
std::string OnlyFolder(const ScopeFolders& folders) {
  if (folders.size() < 2) return "";
  const std::string& first = std::next(folders.begin())->first;
  const bool only = std::all_of(folders.begin(), folders.end(), [&](const auto& folder) {
    return folder.first.empty() || folder.first.starts_with(first);
  });
  return only ? first : "";
}

}  // namespace

ScopeFolders DescribeFolders(const Tree& tree, const ScopeRules& rules, const ProjectParts& parts,
                             const std::set<std::string>& used) {
  ScopeFolders folders;
  folders[""];
  bool file_at_top = false;
  for (const SourceFile& file : tree.files) {
    const std::string_view path = file.PathBelow();
    std::string_view at = FolderOf(path);
    const std::string_view name = path.substr(at.size());
    file_at_top = file_at_top || at.empty();
    for (; !at.empty() && folders.find(at) == folders.end(); at = ParentOf(at)) {
      folders.emplace(at, ScopeFolder{});
    }
    at = FolderOf(path);
    ScopeFolder& folder = folders.find(at)->second;
    folder.init = folder.init || name == "__init__.py";
    folder.has_tests = folder.has_tests || rules.test_names.Has(name);
    folder.project = folder.project || (at.empty() ? rules.root_top : rules.root_below).Has(name);
    MarkContains(path, name, rules, folders);
  }
  const std::string only = file_at_top ? "" : OnlyFolder(folders);
  for (auto& [path, folder] : folders) {
    if (path.empty()) {
      // A stray __init__.py beside the project's files does not make them a package.
      folder.init = folder.init && !folder.project;
      folder.package = folder.init;
      // Without a digit, the only folder may be any folder of the project, such as src/.
    } else if (path == only && NameOf(path).find_first_of("0123456789") != std::string_view::npos) {
      folder.project = true;
    } else {
      Describe(path, rules, parts.packages.count(path) > 0, used.count(path) > 0,
               folders.find(ParentOf(path))->second, folder);
    }
  }
  return folders;
}

}  // namespace flagcensus
