// Markup: how a format writes text, a value and a link, so a reader of the format gets the
// original text back.
//
//   MarkdownMarkup().text("a*b")   ─→  a\*b
//   MarkdownMarkup().code("a|b")   ─→  `a\|b`
//
// The functions accept any bytes: OneLine first makes control characters and invalid UTF-8 visible.
// Each returns one line.
#pragma once

#include <string>
#include <string_view>

namespace flagcensus {

struct Markup {
  std::string (*text)(std::string_view plain);
  std::string (*code)(std::string_view literal);                        // a name or value as typed
  std::string (*link)(const std::string& shown, std::string_view url);  // `shown` is marked up
};

// One file each: markup_markdown.cc, ...
const Markup& MarkdownMarkup();
const Markup& MarkdownDocumentMarkup();  // outside of tables, where a pipe needs no escape
const Markup& RstMarkup();
const Markup& AsciidocMarkup();
const Markup& AsciidocDocumentMarkup();
const Markup& HtmlMarkup();
const Markup& ManMarkup();
const Markup& PlainMarkup();  // comments of a dotenv file
const Markup& JsonMarkup();   // inside a string of JSON or YAML

// Text as one line without anything that controls a terminal or a page.
std::string OneLine(std::string_view text);

}  // namespace flagcensus
