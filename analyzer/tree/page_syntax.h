// The formats of pages, one entry each, as needed by the walk, the readers and the comments that
// suppress findings. A new format needs an entry here, a reader in pages/<format>/ and a case in
// catalog/catalog.cc.
#pragma once

#include <string_view>
#include <vector>

namespace flagcensus {

enum class PageKind {
  kMarkdown,
  kRst,
  kLabelled,
  kHtml,
  kAsciidoc,
  kMan,
  kScdoc,
  kDoxygen,
  kDotenv,
  kSettings,
  kJson,
  kYaml,
  kToml,
  kUnknown
};

// Which files of a tree are candidates for pages of a format.
enum class PageSearch {
  kByName,      // all files with its endings
  kByContents,  // files identified by their beginning: most files of the format are not pages
  kNamed,       // none: a page has to be named
};

struct PageSyntax {
  PageKind kind;
  std::string_view name;                   // as in `catalog --verbose` and the JSON output
  std::vector<std::string_view> endings;   // without the dot, in lower case
  std::vector<std::string_view> comments;  // the openings of comments; empty: any known opening
  PageSearch search = PageSearch::kByName;
  bool templates = true;  // "page.md.in" is a page; "page.html.in" may be part of a web site
};

// One for each PageKind, in its order.
const std::vector<PageSyntax>& PageSyntaxes();
const PageSyntax& SyntaxOf(PageKind kind);

// The entry for a file's ending in lower case ("rst"), or null.
const PageSyntax* SyntaxOfEnding(std::string_view ending);

// The name of a file without template endings: "tool.1.in" → "tool.1", "tool.nro.VER" → "tool.nro".
// A name that consists only of such an ending is unchanged.
std::string_view WithoutTemplateEndings(std::string_view name);

}  // namespace flagcensus
