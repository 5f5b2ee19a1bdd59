// PageFormat: a format of pages, one row each, declared at the end of its reader's file.
//
//   analyzer/pages/<format>/<reader>.cc ─→ PageFormatRows(), generated (cmake/rows.cmake) ─→
//   PageFormats()
//
// The walk, which finds pages by their names, is below the readers and includes none of them. A row
// refers to its reader by a pointer, and the generated list is what links it. So `Document`
// (pages/document.h) is only declared here, and only code that calls `read` includes it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/model/registry_keys.h"

namespace flagcensus {

struct Document;

// The input of a reader. Owned by the caller; the document may not refer to it.
struct PageInput {
  std::string_view file;  // as shown in diagnostics
  std::string_view text;  // any bytes, at most CatalogOptions::max_page_bytes
  const RegistryKeys& registry;
  std::vector<Diagnostic>& diagnostics;  // what is not read is added
};

// Which files of a tree are candidates for pages of a format.
enum class PageSearch {
  kByName,      // all files with its endings
  kByContents,  // files identified by their beginning: most files of the format are not pages
  kNamed,       // no files: a page has to be named
};

// How tables are written, for `check --fix`.
enum class TableMarkup {
  kNone,   // rows are not added or removed
  kPipes,  // | a | b |, below a row of dashes
  kRst,    // grids, simple tables and list-tables
};

// How a page of the format is recognised, in addition to its endings. nullptr: not in this way.
struct FormatMarks {
  // By the name: `base` is without folders.
  bool (*is_name)(std::string_view base) = nullptr;
  // By the text, if the name does not decide: its first 256 KiB.
  bool (*is_text)(std::string_view text) = nullptr;
  // Otherwise each line votes: how many marks of this format `line` shows, trimmed and not empty,
  // below the line `above`. The format with the most wins.
  int (*marks)(std::string_view line, std::string_view above) = nullptr;
  // The name of the format that a text of this one is read as instead; "" for this one.
  std::string_view (*instead)(std::string_view text) = nullptr;
};

// How the pages of a format list variables.
struct FormatEntries {
  bool manual = false;               // a manual page: entries below ENVIRONMENT are the convention
  bool variables = false;            // consists of variables: no heading has to announce them
  bool needs_opening = false;        // keys are variables only if the opening says so
  bool paragraph_ends_list = false;  // if it is between two lists of variables
};

struct PageFormat {
  // The position in lists. Of two formats with names or marks that fit a file equally, the first is
  // used. No two formats share one; gaps leave room for new ones.
  int rank;
  std::string_view name;   // in messages: "rst"
  std::string_view title;  // in docs/pages.md: "reStructuredText"
  // Its files, in docs/pages.md: `{}` is the list of the endings.
  std::string_view files = "{}";
  std::span<const std::string_view> endings;        // without the dot, in lower case
  std::span<const std::string_view> comments = {};  // openings of comments; empty: any known one
  PageSearch search = PageSearch::kByName;
  bool templates = true;  // "page.md.in" is a page; "page.html.in" may be part of a web site

  // The contents of the page, as blocks (pages/document.h says what each kind of block is for).
  // Lines and columns begin with 1, and columns count bytes of the line. Accepts any bytes and
  // bounds its work and its depth; anything that it does not read is a diagnostic.
  Document (*read)(const PageInput& page);

  FormatMarks detect = {};

  // Whether a comment that suppresses findings, alone on its line, skips `line` below it: it
  // applies to the first line that it does not skip. `comment` is its own line. Only formats with
  // prose as text set it; not set: a comment skips nothing.
  bool (*passes)(std::string_view line, std::string_view comment) = nullptr;

  // Traits that other steps ask for.
  // Text without markup: any file that no other format claims; its endings decide nothing.
  bool plain = false;
  FormatEntries entries = {};
  bool roff_fonts = false;    // fonts change within a word by escapes: \fBAPP_\fIX\fP
  bool whole = false;         // after a syntax error nothing is read
  bool preformatted = false;  // text may be laid out in <pre> (pages/text/preformatted.h)
  // Lines of ``` or ~~~ enclose samples, with comments that are not the page's.
  bool fences = false;
  TableMarkup tables = TableMarkup::kNone;
  // The format of the reference page with the markup that a corrected text may need
  // (reference/formats.h).
  std::string_view markup = "";
};

// The formats of all files, unordered; generated.
std::vector<PageFormat> PageFormatRows();

// Sorted by rank, with static lifetime: a format is identified by its address here.
const std::vector<PageFormat>& PageFormats();

// nullptr if no format has that name.
const PageFormat* FindPageFormat(std::string_view name);
// How base/bytes.h stores a format.
inline std::string NameOfConstant(const PageFormat* format) {
  return format == nullptr ? "" : std::string(format->name);
}
inline void FindConstant(const std::string& name, const PageFormat*& format) {
  format = FindPageFormat(name);
}

// The format of text without markup.
const PageFormat& PlainFormat();

// The format of a file's ending in lower case ("rst"); nullptr if it is not of a page.
const PageFormat* FormatOfEnding(std::string_view ending);

// The name of a file without template endings: "tool.1.in" → "tool.1", "tool.nro.VER" → "tool.nro".
// A name that consists only of such an ending is unchanged.
std::string_view WithoutTemplateEndings(std::string_view name);

}  // namespace flagcensus
