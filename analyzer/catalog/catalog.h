// The catalog: pages in, entries out.
//
//   page text ─→ PageKind ─→ Document (one reader a format) ─→ entries (entries.h, one for all)
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/entry.h"
#include "analyzer/model/finding.h"
#include "analyzer/model/registry_keys.h"

namespace flagcensus {

enum class PageKind {
  kMarkdown,
  kRst,
  kLabelled,
  kHtml,
  kAsciidoc,
  kMan,
  kDotenv,
  kJson,
  kYaml,
  kToml,
  kUnknown
};
std::string_view ToString(PageKind kind);

struct CatalogOptions {
  RegistryKeys registry;
  bool explain = false;                      // fills Page::judged
  size_t max_page_bytes = size_t{64} << 20;  // a larger page is a diagnostic
};

// A name that might have been an entry, and why it is or is none; for `catalog --verbose`.
struct Judged {
  std::string name;
  Place place;
  double score = 0;   // above 0: an entry
  std::string signs;  // "name.underscore +1.4, place.item +0.3"
};

struct Page {
  PageKind kind = PageKind::kUnknown;
  std::vector<Entry> entries;  // mentions, notes and sub-flags included; sorted by EntryLess
  // Its text or name speaks of environment variables. A page that is named as a catalog need not,
  // one that is found has to.
  bool speaks_of_environment = false;
  std::vector<Diagnostic>
      diagnostics;  // "empty-page", "page-too-large", "page-without-entries", ...
  std::vector<Judged> judged;
};

// The kind of a page from its name and, where the name leaves it open (.txt, none), its content.
PageKind DetectPageKind(std::string_view file, std::string_view text);

// Reads one page. `file` names it in places; `text` may be any bytes. Never throws; bounded in time
// and memory by the size of the page (see the limits in each reader).
Page ReadPage(std::string_view file, std::string_view text, const CatalogOptions& options);

// For automatic discovery: whether a page documents variables, and how strongly. A table or list
// (or directives, headings, blocks) whose rows are variables counts; changelogs, tutorials,
// translated and versioned copies do not.
struct PageVerdict {
  bool documents = false;
  int entries = 0;     // entries that are no mentions
  std::string reason;  // for the user: "34 variables in 3 tables" / "a changelog"
};
PageVerdict JudgePage(std::string_view file, const Page& page);

}  // namespace flagcensus
