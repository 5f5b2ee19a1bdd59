// Markup: how a format writes text, a value and a link, so that a reader gets back what was given.
//
// Each takes any bytes: control characters and invalid UTF-8 are made visible before, by TakeText
// and TakeCode. All give one line.
#pragma once

#include <string>
#include <string_view>

namespace flagcensus {

struct Markup {
  std::string (*text)(std::string_view plain);
  std::string (*code)(std::string_view literal);  // a name or value as it is typed
  std::string (*link)(const std::string& shown, std::string_view url);  // `shown` is marked up
};

// A file each: markup_markdown.cc, ...
const Markup& MarkdownMarkup();
const Markup& MarkdownDocumentMarkup();  // outside of tables, where a pipe is a character
const Markup& RstMarkup();
const Markup& AsciidocMarkup();
const Markup& AsciidocDocumentMarkup();
const Markup& HtmlMarkup();
const Markup& ManMarkup();
const Markup& PlainMarkup();  // comments of a dotenv file
const Markup& JsonMarkup();   // inside a string of JSON or YAML

// Text as one line without what could drive a terminal or a page.
std::string OneLine(std::string_view text);

}  // namespace flagcensus
