// The catalog: pages in, entries out.
//
//   page text ─→ PageKind ─→ Document (one reader a format) ─→ entries (entries.h, one for all)
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/entry.h"
#include "analyzer/model/finding.h"
#include "analyzer/model/registry_keys.h"
#include "analyzer/pages/page_kind.h"

namespace flagcensus {

// A file that a page includes: what it is called in places, and its text; a word on why it cannot
// be read, which is no text of the file.
struct IncludedFile {
  std::string file;
  std::string text;
  std::string error;
  bool missing = false;  // the error is that the tree has no such file
};
// Reads `path` as the page `from` names it. Never a file outside the tree.
using IncludeReader = std::function<IncludedFile(std::string_view from, std::string_view path)>;

struct CatalogOptions {
  IncludeReader include;  // none: inclusions are not followed
  RegistryKeys registry;
  bool explain = false;           // fills Page::judged
  bool folder_announces = false;  // another page says what this one lists: Page::announces_folder
  // Names that the sources read, where that is known: one that stands alone in a heading or as a
  // term is listed. Outlives the reading.
  const std::set<std::string, std::less<>>* read_names = nullptr;
  size_t max_page_bytes = size_t{64} << 20;  // a larger page is a diagnostic
};

// A name that might have been an entry, and why it is or is none; for `catalog --verbose`.
struct Judged {
  std::string name;
  Place place;
  double score = 0;   // above 0: an entry
  std::string signs;  // "name.underscore +1.4, place.item +0.3"
};

// What a page includes and the tree lacks, and where it does.
struct MissingInclude {
  Place at;
  std::string path;  // as the page has it
};

struct Page {
  PageKind kind = PageKind::kUnknown;
  std::vector<Entry> entries;  // mentions, notes and sub-flags included; sorted by EntryLess
  // Its text or name speaks of environment variables. A page that is named as a catalog need not,
  // one that is found has to.
  bool speaks_of_environment = false;
  bool english = false;  // its text is, beyond doubt
  // Of its variables: those that the page itself calls environment variables, by a heading, a
  // column, a sentence or the like; and those of a section or table that is called so.
  int called = 0;
  int headed = 0;
  // Names that commands set below a heading or a sentence that calls what they set variables, but
  // for those of every program; sorted.
  std::vector<std::string> shown;
  // It opens its folder and says that the settings of the pages beside it are variables.
  bool announces_folder = false;
  std::vector<Diagnostic>
      diagnostics;  // "empty-page", "page-too-large", "page-without-entries", ...
  std::vector<Judged> judged;
  std::vector<MissingInclude> missing;
};

// Reads one page. `file` names it in places; `text` may be any bytes. Never throws; bounded in time
// and memory by the size of the page (see the limits in each reader).
Page ReadPage(std::string_view file, std::string_view text, const CatalogOptions& options);

// For automatic discovery: whether a page documents variables. One that it calls so is enough, of
// others two are needed; changelogs and copies in other languages or of other versions do not
// count, and examples where a heading says that they do.
struct PageVerdict {
  bool documents = false;
  int entries = 0;     // entries that are no mentions
  std::string reason;  // for the user: "34 variables in 3 tables" / "a changelog"
  // Only commands that a sentence or a heading announces speak for it: whose variables they set
  // (Page::shown) decides.
  bool by_commands = false;
};
PageVerdict JudgePage(std::string_view file, const Page& page);

}  // namespace flagcensus
