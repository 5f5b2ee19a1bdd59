// The formats of pages: a row each, with what the walk, the readers and the comments that suppress
// findings take from it. A new format is a row here, a reader in pages/<format>/ and a case in
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

// Which files of a tree are looked at as pages of a format.
enum class PageSearch {
  kByName,      // all of its endings
  kByContents,  // those whose opening says what they are: most files of the format are no pages
  kNamed,       // none: a page has to be named
};

struct PageSyntax {
  PageKind kind;
  std::string_view name;                   // as `catalog --verbose` and the JSON output have it
  std::vector<std::string_view> endings;   // without the dot, in lower case
  std::vector<std::string_view> comments;  // how a comment opens; empty: in any of all ways
  PageSearch search = PageSearch::kByName;
  bool templates = true;  // "page.md.in" is a page; "page.html.in" may be part of a web site
};

// In the order of PageKind, one for each.
const std::vector<PageSyntax>& PageSyntaxes();
const PageSyntax& SyntaxOf(PageKind kind);

// The row of a file's ending in lower case ("rst"), or null.
const PageSyntax* SyntaxOfEnding(std::string_view ending);

// The name of a file without the endings of templates: "tool.1.in" → "tool.1", "tool.nro.VER" →
// "tool.nro". A name of such an ending alone is kept.
std::string_view WithoutTemplateEndings(std::string_view name);

}  // namespace flagcensus
