// How the versions of a page are recognised: folders beside each other with names of versions.
//
//   docs/1.9/env.md, docs/1.10/env.md, docs/latest/env.md  ─→  {"docs/1.9/"}
//
// The numbers are compared part by part, so 1.10 is newer than 1.9. A single folder with the
// name of a version is not compared with anything and stays a guide.
#include "analyzer/documents/file_role.h"

#include <re2/re2.h>

#include <map>
#include <memory>
#include <vector>

#include "analyzer/base/characters.h"
#include "analyzer/base/embedded_lists.h"
#include "analyzer/base/text.h"
#include "analyzer/documents/patterns.h"
#include "analyzer/project/changelog.h"

namespace flagcensus {
namespace {

using RolePatterns = std::map<std::string, std::unique_ptr<re2::RE2>, std::less<>>;

const RolePatterns& AllRoles() {
  static const RolePatterns kAll = [] {
    RolePatterns out;
    for (const auto& [name, patterns] : EmbeddedLists("documents/roles.toml"))
      out[name] = CompileAny(patterns);
    return out;
  }();
  return kAll;
}

// Whether the path matches the row of queries/documents/roles.toml; a row that is missing matches
// nothing.
bool Is(std::string_view role, std::string_view text) {
  const auto at = AllRoles().find(role);
  return at != AllRoles().end() &&
         re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *at->second);
}

// The numbers in the name of a version: "v1.10" ─→ {1, 10}. Digits after the ninth of a number are
// ignored.
std::vector<int> NumbersOf(std::string_view name) {
  std::vector<int> out;
  bool inside = false;
  for (const char c : name) {
    constexpr int kMost = 100'000'000;
    if (IsDigit(c)) {
      if (!inside) out.push_back(0);
      if (out.back() < kMost) out.back() = out.back() * 10 + (c - '0');
    }
    inside = IsDigit(c);
  }
  return out;
}

}  // namespace

std::set<std::string, std::less<>> OtherVersions(const Tree& tree) {
  std::map<std::string, std::set<std::string>> by_parent;
  for (const SourceFile& file : tree.files) {
    if (file.kind != FileKind::kPage) continue;
    const std::string_view path = file.path;
    for (size_t begin = 0, slash = path.find('/'); slash != std::string_view::npos;
         begin = slash + 1, slash = path.find('/', begin)) {
      const std::string_view part = path.substr(begin, slash - begin);
      // "2.x" ends with 'x'; the check saves the pattern for most folders.
      if (part.empty() || (!IsDigit(part.back()) && part.back() != 'x')) continue;
      if (Is("version-folder", part)) by_parent[std::string(path.substr(0, begin))].emplace(part);
    }
  }
  std::set<std::string, std::less<>> out;
  for (const auto& [parent, names] : by_parent) {
    if (names.size() < 2) continue;
    const std::string* newest = nullptr;
    for (const std::string& name : names) {
      if (newest == nullptr || NumbersOf(*newest) < NumbersOf(name)) newest = &name;
    }
    for (const std::string& name : names) {
      if (&name != newest) out.insert(parent + name + "/");
    }
  }
  return out;
}

bool IsHistoryPage(std::string_view path) { return IsChangelog(path) || Is("history", path); }

FileRole RoleOfFile(std::string_view path, Scope scope, bool english,
                    const std::set<std::string, std::less<>>& other_versions) {
  // The order decides for a path that matches several rows: a change log of tests is a page of
  // tests, a README of another version is a page of that version.
  if (scope == Scope::kTest || scope == Scope::kVendored || Is("test", path))
    return FileRole::kTest;
  for (size_t slash = path.find('/'); slash != std::string_view::npos;
       slash = path.find('/', slash + 1)) {
    if (other_versions.contains(path.substr(0, slash + 1))) return FileRole::kVersion;
  }
  if (Is("versions", path)) return FileRole::kVersion;
  if (IsHistoryPage(path)) return FileRole::kHistory;
  if (Is("aside", path)) return FileRole::kAside;
  if (Is("weak", path)) return FileRole::kWeak;
  if (!english && Is("translation", path)) return FileRole::kTranslation;
  return Is("example", path) ? FileRole::kExample : FileRole::kGuide;
}

std::string_view ReasonOf(FileRole role) {
  switch (role) {
    case FileRole::kGuide:
      return "";
    case FileRole::kExample:
      return "an example";
    case FileRole::kWeak:
      return "a page for contributors";
    case FileRole::kTranslation:
      return "a translation";
    case FileRole::kVersion:
      return "a page of another version";
    case FileRole::kHistory:
      return "a changelog";
    case FileRole::kTest:
      return "a page of tests";
    case FileRole::kAside:
      return "a list of something else";
  }
  return "";
}

bool MayBeProse(std::string_view path) { return !Is("no-prose", path); }

bool IsSettingsFile(std::string_view path) { return Is("settings", path); }

std::string RolePatternErrors() {
  std::string out;
  for (const auto& [name, pattern] : AllRoles()) {
    if (!pattern->ok()) out += name + ": " + pattern->error() + "\n";
  }
  return out;
}

}  // namespace flagcensus
