// The table of formats. Those that are text are Mustache templates in queries/reference/.
//
//   docs --output ENV.md                 ─→  markdown, by the ending
//   docs --output ENV.txt                ─→  markdown, the first row
//   docs --format rst                    ─→  rst, by the name
//   docs --output vars.schema.json       ─→  schema, by the longest ending
//
// The members of a row: name, endings, markup of a table, markup of a document or list, the three
// templates, the function of a format without templates, and the signs of a comment.
#include "analyzer/reference/formats.h"

#include <algorithm>

#include "analyzer/base/embedded.h"
#include "analyzer/base/text.h"

namespace flagcensus {

const std::vector<ReferenceFormat>& ReferenceFormats() {
  static const std::vector<ReferenceFormat> kRows = {
      {"markdown",
       {".md", ".markdown", ".mdx"},
       MarkdownMarkup,
       MarkdownDocumentMarkup,
       "reference/markdown.mustache",
       "reference/markdown_document.mustache",
       "reference/markdown_list.mustache",
       nullptr,
       {"<!--", "-->"}},
      {"rst",
       {".rst", ".rest"},
       RstMarkup,
       RstMarkup,
       "reference/rst.mustache",
       "reference/rst_document.mustache",
       "reference/rst_list.mustache",
       nullptr,
       {"..", ""}},
      {"asciidoc",
       {".adoc", ".asciidoc", ".asc"},
       AsciidocMarkup,
       AsciidocDocumentMarkup,
       "reference/asciidoc.mustache",
       "reference/asciidoc_document.mustache",
       "",
       nullptr,
       {"//", ""}},
      {"html",
       {".html", ".htm", ".xhtml"},
       HtmlMarkup,
       HtmlMarkup,
       "reference/html.mustache",
       "reference/html_document.mustache",
       "reference/html_list.mustache",
       nullptr,
       {"<!--", "-->"}},
      {"man",
       {".1", ".5", ".7", ".8", ".man"},
       ManMarkup,
       nullptr,
       "reference/man.mustache",
       "",
       "",
       nullptr,
       {".\\\"", ""}},
      {"json", {".json"}, JsonMarkup, nullptr, "", "", "", WriteReferenceJson, {"", ""}},
      {"dotenv",
       {".env", ".env.example", ".env.sample", ".env.template", ".env.dist"},
       PlainMarkup,
       nullptr,
       "reference/dotenv.mustache",
       "",
       "",
       nullptr,
       {"#", ""},
       true},
      {"values",
       {"values.yaml", "values.yml"},
       PlainMarkup,
       nullptr,
       "reference/values.mustache",
       "",
       "",
       nullptr,
       {"", ""},
       true},
      {"schema",
       {".schema.json"},
       JsonMarkup,
       nullptr,
       "",
       "",
       "",
       WriteEnvironmentSchema,
       {"", ""}},
  };
  return kRows;
}

// A name decides; otherwise the extension of the file; Markdown if neither is known.
const ReferenceFormat& ReferenceFormatOf(std::string_view name, std::string_view file) {
  const ReferenceFormat* best = nullptr;
  // The longest ending decides: ".schema.json" is a schema and not JSON.
  size_t longest = 0;
  for (const ReferenceFormat& format : ReferenceFormats()) {
    if (format.name == name) return format;
    for (const std::string_view ending : format.endings) {
      if (!file.ends_with(ending) || ending.size() <= longest) continue;
      best = &format;
      longest = ending.size();
    }
  }
  return best == nullptr ? ReferenceFormats().front() : *best;
}

// Whether an earlier run generated the file: by the built-in mark, or by the literal text with
// which the user's template begins. A template that begins with a tag or a short word has no such
// text, and its pages are read as the user's.
bool IsOwnPage(std::string_view head, std::string_view user_template) {
  // The mark is within the first KiB, after at most the front matter of a site generator.
  constexpr size_t kMarkedBytes = 1024;
  constexpr size_t kMinLiteral = 12;  // bytes that no other page begins with by chance
  if (head.substr(0, kMarkedBytes).find(kPageMark) != std::string_view::npos) return true;
  const std::string_view literal = user_template.substr(0, user_template.find("{{"));
  return Trim(literal).size() >= kMinLiteral && head.starts_with(literal);
}

std::string LayoutOf(const ReferencePage& page, const ReferenceFormat& format,
                     const DocsOptions& options) {
  if (options.layout != "auto") return options.layout;
  // A table of one to four rows is harder to read in a terminal than a list.
  constexpr size_t kFew = 5;
  size_t rows = 0;
  for (const Section& section : page.sections) rows += section.rows.size();
  const bool list =
      rows < kFew && !format.list.empty() && options.target().empty() && options.columns.empty();
  return list ? "list" : "table";
}

// JSON formats have a function, all others a template. A format without the requested layout is an
// error of the user rather than another layout.
Result<std::string> WritePage(const ReferencePage& page, const ReferenceFormat& format,
                              const DocsOptions& options, const Surroundings& surroundings) {
  DocsOptions settled = options;
  settled.layout = LayoutOf(page, format, options);
  const std::string_view file = settled.layout == "document" ? format.document
                                : settled.layout == "list"   ? format.list
                                                             : format.page;
  if (settled.layout != "table" && file.empty()) {
    return Error{"--layout " + settled.layout + ": a page in " + std::string(format.name) +
                 " has no such layout; use markdown, rst or html" +
                 (settled.layout == "document" ? ", or asciidoc" : "")};
  }
  if (format.write != nullptr) return format.write(page, settled);
  return WriteByTemplate(page, format, settled, surroundings, std::string(EmbeddedQuery(file)),
                         std::string(file));
}

}  // namespace flagcensus
