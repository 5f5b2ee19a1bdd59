// HTML: the five characters that mean something as references.
#include "analyzer/base/text.h"
#include "analyzer/reference/markup.h"

namespace flagcensus {
namespace {

std::string Text(std::string_view plain) {
  std::string out;
  for (const char c : OneLine(plain)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string Code(std::string_view literal) {
  const std::string text = Text(literal);
  return "<code>" + (text.empty() ? "&quot;&quot;" : text) + "</code>";
}

std::string Link(const std::string& shown, std::string_view url) {
  return "<a href=\"" + Text(url) + "\">" + shown + "</a>";
}

}  // namespace

const Markup& HtmlMarkup() {
  static const Markup kMarkup{Text, Code, Link};
  return kMarkup;
}

}  // namespace flagcensus
