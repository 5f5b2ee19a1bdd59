#include "analyzer/tree/page_format.h"

#include <algorithm>
#include <array>

#include "analyzer/base/ranked.h"
#include "analyzer/base/text.h"

namespace flagcensus {

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
        return format.plain;  // tests/page_formats_test.cc: one is
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
