// FindEntries: a Document's blocks in, the variables that the page describes out.
//
// One recogniser for all formats: it looks at structure (a row, an item, a heading, a definition, a
// directive, a field group, a paragraph whose first thing is a variable's name) and at what the
// page says around it, never at syntax. It costs time linear in the document and recurses no deeper
// than the document is nested (at most kMaxBlockDepth, which every reader keeps).
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/catalog/catalog.h"
#include "analyzer/model/entry.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// The entries of `document`, mentions, notes and sub-flags included, sorted by EntryLess. `file`
// names the page in places and says what it is about ("environment_variables.md"). `kind` decides
// `how` where formats differ (man pages, dotenv files).
struct FoundEntries {
  std::vector<Entry> entries;
  std::vector<Judged> judged;  // every candidate with its score and signs, where `explain` asks
  int called = 0;              // see Page
  int headed = 0;
  std::vector<std::string> shown;
};
struct EntryOptions {
  bool explain = false;  // fills `judged`
  // The first page of the folder says that its settings are environment variables (folder.h).
  bool folder_announces = false;
  const std::set<std::string, std::less<>>* read_names = nullptr;  // see CatalogOptions
};
FoundEntries FindEntries(std::string_view file, const Document& document, PageKind kind,
                         const EntryOptions& options);

// Whether a file stands among the scripts of a project, where settings of machines and images stand
// beside them.
bool IsTooling(std::string_view file);

}  // namespace flagcensus
