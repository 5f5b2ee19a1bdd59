#include "analyzer/project/changelog.h"

#include <toml++/toml.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "analyzer/base/embedded.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

struct Marks {
  std::set<std::string, std::less<>> names;
  std::vector<std::string> beginnings;
  std::set<std::string, std::less<>> folders;
};

Marks ReadMarks() {
  Marks out;
  toml::table file;
  try {
    file = toml::parse(EmbeddedQuery("changelogs.toml"));
  } catch (const toml::parse_error&) {
    return out;  // the table is part of the program; a test reads it
  }
  const auto each = [&](std::string_view key, const auto& take) {
    const toml::array* const list = file[key].as_array();
    if (list == nullptr) return;
    for (const toml::node& one : *list) take(one.value_or(std::string()));
  };
  each("names", [&](std::string text) { out.names.insert(std::move(text)); });
  each("beginnings", [&](std::string text) { out.beginnings.push_back(std::move(text)); });
  each("folders", [&](std::string text) { out.folders.insert(std::move(text)); });
  return out;
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
  const std::string stem = base.substr(0, base.find('.', 1));
  if (kMarks.names.count(stem) > 0) return true;
  return std::any_of(kMarks.beginnings.begin(), kMarks.beginnings.end(),
                     [&](const std::string& beginning) { return stem.starts_with(beginning); });
}

}  // namespace flagcensus
