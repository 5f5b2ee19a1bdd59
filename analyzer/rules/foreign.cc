// Foreign names, from queries/foreign.toml: exact names in a map, patterns in a list tried in
// order.
#include "analyzer/rules/foreign.h"

#include <toml++/toml.h>

#include <map>

#include "analyzer/base/embedded.h"
#include "analyzer/rules/patterns.h"

namespace flagcensus {
namespace {

struct Owners {
  std::map<std::string, std::string, std::less<>> names;
  std::vector<std::pair<std::string, std::string>> patterns;  // pattern, owner
};

Owners ReadOwners() {
  Owners out;
  toml::table file;
  try {
    file = toml::parse(EmbeddedQuery("foreign.toml"));
  } catch (const toml::parse_error&) {
    return out;  // the table is part of the program; a test reads it
  }
  const toml::array* const rows = file["owner"].as_array();
  if (rows == nullptr) return out;
  for (const toml::node& row : *rows) {
    const toml::table* const owner = row.as_table();
    if (owner == nullptr) continue;
    const std::string name = (*owner)["name"].value_or(std::string());
    const toml::array* const names = (*owner)["names"].as_array();
    if (names == nullptr) continue;
    for (const toml::node& node : *names) {
      const std::string text = node.value_or(std::string());
      if (IsPattern(text)) {
        out.patterns.emplace_back(text, name);
      } else {
        out.names.emplace(text, name);
      }
    }
  }
  return out;
}

}  // namespace

std::string_view ForeignOwner(std::string_view name, const std::vector<std::string>& own_prefixes) {
  static const Owners kOwners = ReadOwners();
  for (const std::string& prefix : own_prefixes) {
    if (!prefix.empty() && name.starts_with(prefix)) return {};
  }
  if (const auto exact = kOwners.names.find(name); exact != kOwners.names.end()) {
    return exact->second;
  }
  for (const auto& [pattern, owner] : kOwners.patterns) {
    if (Covers(pattern, name)) return owner;
  }
  return {};
}

}  // namespace flagcensus
