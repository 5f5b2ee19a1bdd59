// pages + what the sources read ─→ the headings and terms that are such names, as entries
//
// A page of a heading for each variable need not say of each group that it is of variables: where
// it documents some, a heading that is nothing but the name of a variable that the sources read is
// one.
#include <algorithm>
#include <map>

#include "analyzer/base/guarded.h"
#include "analyzer/base/text.h"
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

// Whether the text has one of `names` that is not `listed` yet, as a word.
bool NamesMore(std::string_view text, const Names& names, const Names& listed) {
  for (size_t at = 0; at < text.size(); ++at) {
    const size_t end = EndOfRun(text, at, IsIdentifierByte);
    if (end == at) continue;
    const std::string_view word = text.substr(at, end - at);
    if (names.contains(word) && !listed.contains(word)) return true;
    at = end;
  }
  return false;
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
    if (!NamesMore(text, names, page->second)) continue;
    const std::string wrong = Guarded([&] {
      for (Entry& entry : ReadPage(file.path, text, reading).entries) {
        const bool added = ListsInHeads(entry) && names.contains(entry.name) &&
                           page->second.insert(entry.name).second;
        if (added) found.push_back(std::move(entry));
      }
    });
    if (!wrong.empty()) {
      catalog.diagnostics.push_back(
          {"unreadable-page", {file.path, 0, 0}, "the page cannot be read again: " + wrong});
    }
  }
  if (found.empty()) return;
  // The heading named it so far.
  std::set<std::pair<std::string, Place>> told;
  const auto line_of = [](const Entry& entry) {
    return std::pair{entry.name, Place{entry.place.file, entry.place.line, 0}};
  };
  for (const Entry& entry : found) told.insert(line_of(entry));
  std::erase_if(catalog.entries, [&](const Entry& mention) {
    return !Documents(mention) && told.contains(line_of(mention));
  });
  for (Entry& entry : found) {
    std::vector<Entry>& to = aside && aside(entry) ? set_aside : catalog.entries;
    to.push_back(std::move(entry));
  }
  std::sort(catalog.entries.begin(), catalog.entries.end(), EntryLess);
}

}  // namespace flagcensus
