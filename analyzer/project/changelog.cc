// A changelog is recognised by the lists of queries/changelogs.toml: names of a file without its
// extension, beginnings of such names, and names of folders. '-' and '_' are equal, and so are
// upper and lower case.
//
//   CHANGELOG.md, docs/release-notes/1.2.md   ─→  true
//   docs/changes_of_state.md                  ─→  false, unless the lists have such a beginning
#include "analyzer/project/changelog.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "analyzer/base/embedded_lists.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

struct Marks {
  std::set<std::string, std::less<>> names;
  std::vector<std::string> beginnings;
  std::set<std::string, std::less<>> folders;
};

Marks ReadMarks() {
  auto lists = EmbeddedLists("changelogs.toml");
  const auto set_of = [&](std::string_view key) {
    const std::vector<std::string>& list = lists[std::string(key)];
    return std::set<std::string, std::less<>>(list.begin(), list.end());
  };
  return {set_of("names"), lists["beginnings"], set_of("folders")};
}

std::string Normal(std::string_view part) { return ReplaceAll(ToLower(part), "-", "_"); }

}  // namespace

bool IsChangelog(std::string_view path) {
  static const Marks kMarks = ReadMarks();
  const std::vector<std::string_view> parts = Split(path, '/');
  for (size_t i = 0; i + 1 < parts.size(); ++i) {
    if (kMarks.folders.count(Normal(parts[i])) > 0) return true;
  }
  const std::string base = Normal(parts.back());
  // From the second byte, so a hidden file keeps its name.
  const std::string stem = base.substr(0, base.find('.', 1));
  if (kMarks.names.count(stem) > 0) return true;
  return std::any_of(kMarks.beginnings.begin(), kMarks.beginnings.end(),
                     [&](const std::string& beginning) { return stem.starts_with(beginning); });
}

}  // namespace flagcensus
