// Foreign names, from queries/foreign/*.toml: exact names in a map, patterns by their text before
// the `*`. Of several patterns that match, the longest decides, so no order of rows or files does.
//
//   CLOUD_KEY_ID     ─→ looked up: "", "C", "CL", … and with "CLOUD_" the pattern CLOUD_*
#include "analyzer/rules/foreign.h"

#include <toml++/toml.h>

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>
#include <vector>

#include "analyzer/base/embedded.h"
#include "analyzer/base/text.h"
#include "analyzer/rules/patterns.h"

namespace flagcensus {
namespace {

struct Pattern {
  std::string text;
  const ForeignOwner* owner;
};

struct Owners {
  std::deque<ForeignOwner> owners;
  std::map<std::string, ForeignName, std::less<>> names;
  std::map<std::string, ForeignName, std::less<>> any_case;  // names in lower case
  std::vector<Pattern> patterns;
  // Positions in `patterns`, by the text before the first `*`.
  std::unordered_map<std::string_view, std::vector<size_t>> by_head;
};

// One [[owner]] of a table: its names, patterns and projects.
void ReadRow(const toml::table& row, Owners& out) {
  ForeignOwner& owner = out.owners.emplace_back();
  owner.name = row["name"].value_or(std::string());
  owner.projects.push_back(FoldedProject(owner.name));
  const auto each = [&](std::string_view key, const auto& take) {
    const toml::array* const list = row[key].as_array();
    for (size_t i = 0; list != nullptr && i < list->size(); ++i) {
      take((*list)[i].value_or(std::string()));
    }
  };
  each("projects", [&](const std::string& text) { owner.projects.push_back(FoldedProject(text)); });
  each("generic", [&](const std::string& text) { out.names[text] = {&owner, true, true}; });
  const bool any_case = row["any-case"].value_or(false);
  each("names", [&](const std::string& text) {
    if (any_case) out.any_case.emplace(ToLower(text), ForeignName{&owner, true, false});
    if (IsPattern(text)) {
      out.patterns.push_back({text, &owner});
    } else {
      out.names.emplace(text, ForeignName{&owner, true, false});
    }
  });
}

Owners ReadOwners() {
  Owners out;
  for (const EmbeddedFile& file : QueryFiles()) {
    if (!file.path.starts_with("foreign/")) continue;
    try {
      const toml::table table = toml::parse(file.text);
      const toml::array* const rows = table["owner"].as_array();
      for (size_t i = 0; rows != nullptr && i < rows->size(); ++i) {
        if (const toml::table* const row = (*rows)[i].as_table()) ReadRow(*row, out);
      }
    } catch (const toml::parse_error&) {
      continue;  // the tables are part of the program; a test reads them
    }
  }
  // The longest pattern first, as it is the most specific.
  std::stable_sort(
      out.patterns.begin(), out.patterns.end(),
      [](const Pattern& a, const Pattern& b) { return a.text.size() > b.text.size(); });
  for (size_t i = 0; i < out.patterns.size(); ++i) {
    const std::string_view text = out.patterns[i].text;
    out.by_head[text.substr(0, text.find('*'))].push_back(i);
  }
  return out;
}

}  // namespace

ForeignName FindForeign(std::string_view name) {
  static const Owners kOwners = ReadOwners();
  // Exact names first, then names in any case, then patterns.
  if (const auto exact = kOwners.names.find(name); exact != kOwners.names.end()) {
    return exact->second;
  }
  if (const auto folded = kOwners.any_case.find(ToLower(name)); folded != kOwners.any_case.end()) {
    return folded->second;
  }
  size_t first = kOwners.patterns.size();
  for (size_t length = 0; length <= name.size(); ++length) {
    const auto head = kOwners.by_head.find(name.substr(0, length));
    if (head == kOwners.by_head.end()) continue;
    for (const size_t i : head->second) {
      if (i < first && Covers(kOwners.patterns[i].text, name)) first = i;
    }
  }
  if (first == kOwners.patterns.size()) return {};
  return {kOwners.patterns[first].owner, false, false};
}

std::string FoldedProject(std::string_view name) {
  std::string out;
  for (const char c : ToLower(name)) {
    if (IsAlnum(c)) out += c;
  }
  return out;
}

}  // namespace flagcensus
