// FindEntries: a Document's blocks in, the variables that the page describes out.
//
//   ## Environment variables
//   - `APP_HOME`: The directory of the data.   ─→ APP_HOME, kList, section "Environment variables"
//   - `BUILD`: The kind of build.              ─→ a candidate; its score decides
//
// One reader for all formats. It uses structure and the text around it, never syntax: a row, an
// item, a heading, a definition, a directive, a field group, a paragraph that begins with a
// variable's name. Its time is linear in the document, and its recursion no deeper than the nesting
// of the document (at most kMaxBlockDepth, which every reader guarantees).
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/catalog/catalog.h"
#include "analyzer/model/entry.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// What FindEntries returns. The entries include mentions, notes and sub-flags and are sorted by
// EntryLess.
struct FoundEntries {
  std::vector<Entry> entries;
  std::vector<Judged> judged;  // every candidate with its score and signals, if `explain` is set
  int called = 0;              // see Page
  int headed = 0;
  std::set<std::string> expanded;  // see Page
};
struct EntryOptions {
  bool explain = false;  // fills `judged`
  // The first page of the folder says that its settings are environment variables (folder.h).
  bool folder_announces = false;
};
// Reads the entries of `document`. `file` names the page in places and indicates its topic
// ("environment_variables.md"). `format` decides Entry::how in man pages.
FoundEntries FindEntries(std::string_view file, const Document& document, const PageFormat& format,
                         const EntryOptions& options);

// Whether a file is among the scripts of a project, which also contain settings of machines and
// images.
bool IsTooling(std::string_view file);

}  // namespace flagcensus
