// ReadPage: detect the kind, read the page into a Document, find its entries.
#include "analyzer/catalog/catalog.h"

#include <algorithm>
#include <array>

#include "analyzer/base/text.h"
#include "analyzer/catalog/asciidoc.h"
#include "analyzer/catalog/document.h"
#include "analyzer/catalog/dotenv.h"
#include "analyzer/catalog/entries.h"
#include "analyzer/catalog/html.h"
#include "analyzer/catalog/labelled.h"
#include "analyzer/catalog/man.h"
#include "analyzer/catalog/markdown.h"
#include "analyzer/catalog/registry.h"
#include "analyzer/catalog/rst.h"
#include "analyzer/catalog/topic.h"

namespace flagcensus {
namespace {

constexpr std::array<std::string_view, 11> kKinds = {"markdown", "rst",  "labelled", "html",
                                                     "asciidoc", "man",  "dotenv",   "json",
                                                     "yaml",     "toml", "unknown"};

Document ReadDocument(std::string_view file, std::string_view text, PageKind kind,
                      const CatalogOptions& options, std::vector<Diagnostic>& diagnostics) {
  switch (kind) {
    case PageKind::kMarkdown:
      return ReadMarkdown(file, text, diagnostics);
    case PageKind::kLabelled:
      return ReadLabelled(file, text, diagnostics);
    case PageKind::kDotenv:
      return ReadDotenv(file, text, diagnostics);
    case PageKind::kRst:
      return ReadRst(file, text, diagnostics);
    case PageKind::kHtml:
      return ReadHtml(file, text, diagnostics);
    case PageKind::kAsciidoc:
      return ReadAsciidoc(file, text, diagnostics);
    case PageKind::kMan:
      return ReadMan(file, text, diagnostics);
    case PageKind::kJson:
    case PageKind::kYaml:
    case PageKind::kToml:
      return ReadRegistry(file, text, kind, options.registry, diagnostics);
    case PageKind::kUnknown:
      break;
  }
  return {};
}

}  // namespace

std::string_view ToString(PageKind kind) { return kKinds[static_cast<size_t>(kind)]; }

Page ReadPage(std::string_view file, std::string_view text, const CatalogOptions& options) {
  Page page;
  const auto note = [&](std::string_view kind, std::string message) {
    page.diagnostics.push_back({std::string(kind), {std::string(file), 0, 0}, std::move(message)});
  };
  page.kind = DetectPageKind(file, text);
  if (text.size() > options.max_page_bytes) {
    note("page-too-large", "the page has " + std::to_string(text.size()) +
                               " bytes, more than the limit of " +
                               std::to_string(options.max_page_bytes) + "; split it");
    return page;
  }
  if (Trim(text).empty()) {
    note("empty-page", "the page is empty");
    return page;
  }
  if (page.kind == PageKind::kUnknown) {
    note("unknown-page-kind",
         "the kind of the page cannot be told from its name or content; rename it to .md, .rst, "
         ".txt, .html, .adoc, .json, .yaml, .toml or .env");
    return page;
  }
  const Document document = ReadDocument(file, text, page.kind, options, page.diagnostics);
  const bool is_data = page.kind == PageKind::kDotenv || page.kind == PageKind::kJson ||
                       page.kind == PageKind::kYaml || page.kind == PageKind::kToml;
  page.speaks_of_environment =
      is_data || TopicOfFile(file) == Topic::kEnvironment || SpeaksOfEnvironment(document);
  page.entries = FindEntries(file, document, page.kind, options.explain ? &page.judged : nullptr);
  const bool any = std::any_of(page.entries.begin(), page.entries.end(),
                               [](const Entry& e) { return e.how != EntryHow::kMention; });
  if (!any) note("page-without-entries", "the page documents no environment variable");
  return page;
}

}  // namespace flagcensus
