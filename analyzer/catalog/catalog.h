// The catalog: pages in, entries out.
//
//   page text ─→ PageFormat ─→ Document (its reader) ─→ entries (entries.h, shared)
//
//   | Variable | Default |
//   |---|---|
//   | `APP_PORT` | `80` |    ─→ a Page in Markdown with an entry: APP_PORT, default 80, kTable
//
// ReadPage reads one page; JudgePage decides whether a page that the user did not name is part of
// the catalog.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/documents/file_role.h"
#include "analyzer/documents/known_names.h"
#include "analyzer/model/entry.h"
#include "analyzer/model/finding.h"
#include "analyzer/model/registry_keys.h"
#include "analyzer/model/statement.h"
#include "analyzer/pages/detect_format.h"

namespace flagcensus {

// A file that a page includes: its name in places and its text, or `error`, the reason why it
// cannot be read.
struct IncludedFile {
  std::string file;
  std::string text;
  std::string error;
  bool missing = false;  // the error is that the tree has no such file
};
// Reads `path` as spelled in the page `from`. Never reads a file outside the tree.
using IncludeReader = std::function<IncludedFile(std::string_view from, std::string_view path)>;

struct CatalogOptions {
  IncludeReader include;  // null: inclusions are not followed
  RegistryKeys registry;
  bool explain = false;           // fills Page::judged
  bool folder_announces = false;  // another page says what this one lists: Page::announces_folder
  // Names that the code accesses, if known: then the page's statements about them are read, too.
  // Not owned; must outlive the call.
  const KnownNames* names = nullptr;
  FileRole role = FileRole::kGuide;  // of the page, for its statements
  bool named = false;  // the user names the page: of data, the text beside its keys counts, too
  size_t max_page_bytes = size_t{64} << 20;  // a larger page is reported as a diagnostic
};

// A candidate name, and why it is or is not an entry; for `catalog --verbose`.
struct Judged {
  std::string name;
  Place place;
  double score = 0;   // above 0: an entry
  std::string signs;  // "name.underscore +1.4, place.item +0.3"
};

// A file that a page includes and the tree lacks, and the place of the inclusion.
struct MissingInclude {
  Place at;
  std::string path;  // as spelled in the page
};

struct Page {
  const PageFormat* format = nullptr;  // nullptr: unknown
  std::vector<Entry> entries;  // including mentions, notes and sub-flags; sorted by EntryLess
  // Its text or name mentions environment variables. Required of a page that is found, not of one
  // that the user names as a catalog.
  bool speaks_of_environment = false;
  bool english = false;  // its text is certainly English
  // Number of its variables that the page itself calls environment variables, in a heading, column,
  // sentence or the like. `headed` counts those in a section or table with a title that says so.
  int called = 0;
  int headed = 0;
  // Names that commands of the page set and use.
  std::set<std::string> expanded;
  // It introduces its folder and says that the settings on the pages next to it are variables.
  bool announces_folder = false;
  std::vector<Diagnostic>
      diagnostics;  // "empty-page", "page-too-large", "page-without-entries", ...
  std::vector<Judged> judged;
  std::vector<MissingInclude> missing;
  // What its passages say, with mentions of names that the code accesses; sorted by place.
  std::vector<Statement> statements;
  FileRole role = FileRole::kGuide;
};

// Reads one page. `file` names it in places; `text` may be any bytes. Never throws; time and memory
// are bounded by the size of the page (see the limits in each reader).
Page ReadPage(std::string_view file, std::string_view text, const CatalogOptions& options);

// For automatic discovery: whether a page documents variables. One variable is enough if the page
// calls it an environment variable, otherwise two are required. Changelogs, translations and copies
// of other versions do not count, and examples only if a heading says so.
struct PageVerdict {
  bool documents = false;
  int entries = 0;     // entries other than mentions
  std::string reason;  // for the user: "34 variables in 3 tables" / "a changelog"
  // No structure of the page documents variables, but its statements about variables that the code
  // accesses do. Then the page's entries are made of these statements only.
  bool by_statements = false;
};
PageVerdict JudgePage(std::string_view file, const Page& page);

}  // namespace flagcensus
