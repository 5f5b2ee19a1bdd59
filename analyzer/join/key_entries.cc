#include "analyzer/join/key_entries.h"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace flagcensus {
namespace {

using Names = std::set<std::string, std::less<>>;

// The prefixes of families that are read: "APP_" of APP_*.
Names PrefixesOf(const Census& census) {
  Names out;
  for (const Access& access : census.accesses) {
    if (access.scope != Scope::kSrc || access.op != AccessOp::kRead || !access.name) continue;
    const std::string& name = *access.name;
    const bool family =
        name.ends_with("_*") && name.find('*') + 1 == name.size() && name.size() > 2;
    if (family) out.insert(name.substr(0, name.size() - 1));
  }
  return out;
}

// All names that code accesses, except in docstrings.
Names NamesTouched(const Census& census) {
  Names out;
  for (const Access& access : census.accesses) {
    if (access.name && access.scope != Scope::kDocstring) out.insert(*access.name);
  }
  return out;
}

}  // namespace

void NameByVariables(const Census& census, std::vector<Entry>& entries) {
  // Two entries may match by chance.
  constexpr size_t kLeast = 3;
  const Names prefixes = PrefixesOf(census);
  if (prefixes.empty()) return;
  const Names touched = NamesTouched(census);
  std::map<std::pair<std::string, std::string>, std::vector<Entry*>> sections;
  for (Entry& entry : entries) {
    const bool shown = entry.how == EntryHow::kMention || entry.how == EntryHow::kNote;
    if (shown || entry.parent || touched.count(entry.name) > 0) continue;
    sections[{entry.place.file, entry.section}].push_back(&entry);
  }
  // Each prefix may explain a part of a section; renamed entries do not count for the next one.
  for (const std::string& prefix : prefixes) {
    for (auto& [section, untouched] : sections) {
      std::vector<Entry*> meant;
      for (Entry* entry : untouched) {
        if (touched.count(prefix + entry->name) > 0) meant.push_back(entry);
      }
      // A section in which most names do not match is about something else.
      if (meant.size() < kLeast || meant.size() * 2 <= untouched.size()) continue;
      for (Entry* entry : meant) entry->name = prefix + entry->name;
      std::erase_if(untouched, [&](const Entry* entry) { return touched.count(entry->name) > 0; });
    }
  }
}

}  // namespace flagcensus
