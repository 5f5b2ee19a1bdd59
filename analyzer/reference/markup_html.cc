// HTML: references for the five characters with a meaning. "a<b" ─→ "a&lt;b"; an empty value ─→
// <code>&quot;&quot;</code>.
#include "analyzer/base/text.h"
#include "analyzer/reference/markup.h"

namespace flagcensus {
namespace {

// Quotes too, since the text is also used in attributes.
std::string TextInHtml(std::string_view plain) {
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

std::string CodeInHtml(std::string_view literal) {
  const std::string text = TextInHtml(literal);
  return "<code>" + (text.empty() ? "&quot;&quot;" : text) + "</code>";
}

// `shown` is in HTML already; the address is not.
std::string LinkInHtml(const std::string& shown, std::string_view url) {
  return "<a href=\"" + TextInHtml(url) + "\">" + shown + "</a>";
}

}  // namespace

const Markup& HtmlMarkup() {
  static const Markup kMarkup{TextInHtml, CodeInHtml, LinkInHtml};
  return kMarkup;
}

}  // namespace flagcensus
