// pages + what the sources read ─→ the headings and terms that are such names, as entries
//
// A page of a heading for each variable need not say of each group that it is of variables: where
// it documents some, a heading that is nothing but the name of a variable that the sources read is
// one.
#include <algorithm>
#include <map>

#include "analyzer/base/guarded.h"
#include "analyzer/pipeline/pipeline.h"
#include "analyzer/rules/foreign.h"

namespace flagcensus {
namespace {

using Names = std::set<std::string, std::less<>>;

// Names that the project's own sources read. Those of others are documented by others.
Names ReadNames(const Census& census) {
  Names out;
  for (const Access& access : census.accesses) {
    const bool reads = access.op == AccessOp::kRead || access.op == AccessOp::kTest;
    if (!reads || !access.name || access.scope != Scope::kSrc) continue;
    if (access.name->find('*') == std::string::npos && FindForeign(*access.name).owner == nullptr) {
      out.insert(*access.name);
    }
  }
  return out;
}

bool ListsInHeads(const Entry& entry) {
  return entry.how == EntryHow::kHeading || entry.how == EntryHow::kMan;
}

bool Documents(const Entry& entry) {
  return entry.IsListed() && entry.how != EntryHow::kMention && entry.how != EntryHow::kNote;
}

}  // namespace

void AddReadHeadings(const Tree& tree, const Config& config, const Census& census,
                     const IsAside& aside, Catalog& catalog, std::vector<Entry>& set_aside) {
  std::map<std::string, Names> listed;  // of the pages that list by headings: what they document
  for (const Entry& entry : catalog.entries) {
    if (ListsInHeads(entry)) listed[entry.place.file];
  }
  for (const Entry& entry : catalog.entries) {
    const auto page = listed.find(entry.place.file);
    if (page != listed.end() && Documents(entry)) page->second.insert(entry.name);
  }
  if (listed.empty()) return;
  const Names names = ReadNames(census);
  CatalogOptions reading;
  reading.registry = config.registry;
  reading.read_names = &names;
  std::vector<Entry> found;
  for (const SourceFile& file : tree.files) {
    const auto page = listed.find(file.path);
    std::string text, error;
    bool binary = false;
    if (page == listed.end() || !ReadWhole(file, &text, &binary, &error) || binary) continue;
    const bool more = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return !page->second.contains(name) && text.find(name) != std::string::npos;
    });
    if (!more) continue;
    Guarded([&] {
      for (Entry& entry : ReadPage(file.path, text, reading).entries) {
        const bool added = ListsInHeads(entry) && names.contains(entry.name) &&
                           page->second.insert(entry.name).second;
        if (added) found.push_back(std::move(entry));
      }
    });
  }
  // The heading named it so far.
  std::erase_if(catalog.entries, [&](const Entry& mention) {
    return !Documents(mention) && std::any_of(found.begin(), found.end(), [&](const Entry& entry) {
      return entry.name == mention.name && entry.place.file == mention.place.file &&
             entry.place.line == mention.place.line;
    });
  });
  for (Entry& entry : found) {
    std::vector<Entry>& to = aside && aside(entry) ? set_aside : catalog.entries;
    to.push_back(std::move(entry));
  }
  std::sort(catalog.entries.begin(), catalog.entries.end(), EntryLess);
}

}  // namespace flagcensus
