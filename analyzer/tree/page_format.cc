#include "analyzer/tree/page_format.h"

#include <algorithm>
#include <array>

#include "analyzer/base/ranked.h"
#include "analyzer/base/text.h"

namespace flagcensus {

// The formats of pages, from the rows at the ends of their readers (page_format.h).
//
//   FormatOfEnding("rst")               ─→ the row "rst"
//   WithoutTemplateEndings("tool.1.in") ─→ "tool.1"
const std::vector<PageFormat>& PageFormats() {
  static const std::vector<PageFormat> kFormats = Ranked(PageFormatRows());
  return kFormats;
}

const PageFormat* FindPageFormat(std::string_view name) {
  const auto found = std::find_if(PageFormats().begin(), PageFormats().end(),
                                  [&](const PageFormat& format) { return format.name == name; });
  return found == PageFormats().end() ? nullptr : &*found;
}

const PageFormat& PlainFormat() {
  static const PageFormat& kPlain =
      *std::find_if(PageFormats().begin(), PageFormats().end(), [](const PageFormat& format) {
        return format.plain;  // a test checks that there is one
      });
  return kPlain;
}

const PageFormat* FormatOfEnding(std::string_view ending) {
  for (const PageFormat& format : PageFormats()) {
    const auto& endings = format.endings;
    if (std::find(endings.begin(), endings.end(), ending) != endings.end()) return &format;
  }
  return nullptr;
}

std::string_view WithoutTemplateEndings(std::string_view name) {
  // Endings of files from which a build or a template engine makes the page. "sample" and "example"
  // are copies to be edited, with the format of the original.
  constexpr std::array<std::string_view, 13> kEndings = {
      "in",     "ver",  "tmpl",      "tpl", "template", "j2",    "jinja",
      "jinja2", "dist", "container", "pre", "example",  "sample"};
  // "tool.1.in.in" occurs; more are not seen in practice.
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
