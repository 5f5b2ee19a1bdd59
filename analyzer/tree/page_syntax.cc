#include "analyzer/tree/page_syntax.h"

#include <algorithm>
#include <array>

#include "analyzer/base/text.h"

namespace flagcensus {

const std::vector<PageSyntax>& PageSyntaxes() {
  using enum PageSearch;
  static const std::vector<PageSyntax> kRows = {
      {PageKind::kMarkdown,
       "markdown",
       {"md", "markdown", "mdown", "mkd", "mdwn", "mdx", "qmd", "rmd"},
       {"<!--"}},
      {PageKind::kRst, "rst", {"rst", "rest"}, {".."}},
      {PageKind::kLabelled, "labelled", {"txt"}, {}, kByName, false},
      {PageKind::kHtml, "html", {"html", "htm", "xhtml"}, {"<!--"}, kByName, false},
      {PageKind::kAsciidoc, "asciidoc", {"adoc", "asciidoc", "asc"}, {"//"}},
      {PageKind::kMan, "man", {"man", "mdoc", "nro", "nroff", "roff", "troff"}, {".\\\"", "'\\\""}},
      {PageKind::kScdoc, "scdoc", {"scd"}, {}},
      {PageKind::kDoxygen, "doxygen", {"dox", "doxy", "doxygen"}, {"<!--"}},
      {PageKind::kDotenv, "dotenv", {"env"}, {}, kByContents, false},
      {PageKind::kSettings,
       "settings",
       {"ini", "cfg", "conf", "properties"},
       {"#", ";"},
       kByContents},
      {PageKind::kJson, "json", {"json"}, {}, kNamed, false},
      {PageKind::kYaml, "yaml", {"yaml", "yml"}, {}, kNamed, false},
      {PageKind::kToml, "toml", {"toml"}, {}, kByContents, false},
      {PageKind::kUnknown, "unknown", {}, {}, kNamed, false},
  };
  return kRows;
}

const PageSyntax& SyntaxOf(PageKind kind) { return PageSyntaxes()[static_cast<size_t>(kind)]; }

const PageSyntax* SyntaxOfEnding(std::string_view ending) {
  for (const PageSyntax& syntax : PageSyntaxes()) {
    const auto& endings = syntax.endings;
    if (std::find(endings.begin(), endings.end(), ending) != endings.end()) return &syntax;
  }
  return nullptr;
}

std::string_view WithoutTemplateEndings(std::string_view name) {
  constexpr std::array<std::string_view, 13> kEndings = {
      "in",     "ver",  "tmpl",      "tpl", "template", "j2",    "jinja",
      "jinja2", "dist", "container", "pre", "example",  "sample"};
  constexpr size_t kMost = 3;  // "tool.1.in.in"
  for (size_t i = 0; i < kMost; ++i) {
    const size_t dot = name.rfind('.');
    if (dot == std::string_view::npos || dot == 0) return name;
    const std::string ending = ToLower(name.substr(dot + 1));
    if (std::find(kEndings.begin(), kEndings.end(), ending) == kEndings.end()) return name;
    name = name.substr(0, dot);
  }
  return name;
}

}  // namespace flagcensus
